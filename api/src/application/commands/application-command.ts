import { randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand } from '@tapwise/adapters';
import { type ApplicationEvent, type ApplicationState, applicationDecider, applicationStream } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';

/**
 * Changes one application and waits until the change can be read back.
 * @returns commit position of the application's last event.
 */
export async function changeApplication(
  deps: ApiDependencies,
  context: CommandContext,
  applicationId: number,
  decide: (state: ApplicationState) => readonly ApplicationEvent[] | Promise<readonly ApplicationEvent[]>,
): Promise<bigint> {
  const { position } = await handleCommand(deps.log, {
    stream: applicationStream(applicationId),
    decider: applicationDecider,
    cause: randomUUID(),
    context,
    decide,
  });
  await deps.directory.reached(position);
  return position;
}
