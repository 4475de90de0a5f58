import { handleCommand } from '@tapwise/adapters';
import { campaignsOf, changeDecider, changeStream, claimChange } from '@tapwise/domain';
import type { HeldBack } from '../apply-change-set/held-by-stop-all.ts';
import { workflowActor } from '../streams/actor.ts';
import type { KeptWork } from './keep-working.ts';

/**
 * Changes of settings; those in one campaign are made one after the other, but beside what waits for an answer about another setting.
 * @param heldBack Whether Stop all holds a change back now: others in its campaigns need not wait for it then.
 */
export const changeWork = (heldBack: HeldBack): KeptWork => ({
  name: 'change',
  streamPrefix: 'change-',
  begun: (event) =>
    event.type === 'ChangeRequested'
      ? {
          id: event.data.change_id,
          campaigns: campaignsOf(event.data.rows.map(({ key }) => key)),
          held: () => heldBack(event.data),
        }
      : undefined,
  waits: (event) => (event.type === 'ChangeLeftInDoubt' ? event.data.change_id : undefined),
  ended: (event) => (event.type === 'ChangeSettled' ? event.data.change_id : undefined),
  markClaimed: async (log, change_id, driver) => {
    await handleCommand(log, {
      stream: changeStream(change_id),
      decider: changeDecider,
      cause: `taken up ${change_id}`,
      context: { ...workflowActor('apply-change'), correlationId: change_id },
      decide: (state) => claimChange(state, { change_id, driver, taken_up_at: new Date().toISOString() }),
    });
  },
});
