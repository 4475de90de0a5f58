import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import {
  type CustomerEndpoints,
  customerEndpointsStream,
  type EndpointEvent,
  endpointsDecider,
  type OpenApplication,
} from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';

/** Changes the addresses that receive deliveries about an application. */
export const changeEndpoints = (
  deps: ApiDependencies,
  context: CommandContext,
  { application_id }: Pick<OpenApplication, 'application_id'>,
  decide: (state: CustomerEndpoints) => readonly EndpointEvent[],
) =>
  handleCommand(deps.log, {
    stream: customerEndpointsStream(application_id),
    decider: endpointsDecider,
    cause: randomUUID(),
    context,
    decide,
  });
