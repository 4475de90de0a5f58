import { type EventLog, handleCommand } from '@tapwise/adapters';
import { creativesDecider, creativesStream, requestCreativesSync } from '@tapwise/domain';
import { workflowActor } from '../../streams/actor.ts';
import type { SyncCreativesInput } from './sync-creatives.contract.ts';

/** Asks for the product pages of an organization to be read, unless they are being read. Nothing is made at the ad service. */
export async function askForCreatives(log: EventLog, ref: SyncCreativesInput): Promise<void> {
  const requested_at = new Date().toISOString();
  await handleCommand(log, {
    stream: creativesStream(ref.application_id, ref.org_id),
    decider: creativesDecider,
    cause: `daily ${requested_at}`,
    context: workflowActor('pull-search-terms'),
    decide: (state) => requestCreativesSync(state, { ...ref, account_id: null, requested_at }),
  });
}
