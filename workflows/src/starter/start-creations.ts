import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { claimCreation, creationDecider, creationStream } from '@tapwise/domain';
import { workflowActor } from '../streams/actor.ts';
import type { KeptWork } from './keep-working.ts';

const ends: ReadonlySet<string> = new Set([
  'CreationRefused',
  'CreationFailed',
  'CreationCancelled',
  'CreationCompleted',
]);

/** Creations. Names keep those in one campaign apart, so they need not wait for each other. */
export const creationWork: KeptWork = {
  name: 'creation',
  streamPrefix: 'creation-',
  begun: (event) =>
    event.type === 'CreationAccepted' || event.type === 'CreationContinued'
      ? { id: event.data.creation_id, campaigns: [] }
      : undefined,
  ended: (event) => (ends.has(event.type) && 'creation_id' in event.data ? event.data.creation_id : undefined),
  markClaimed: async (log, creation_id, driver) => {
    await handleCommand(log, {
      stream: creationStream(creation_id),
      decider: creationDecider,
      // It may be continued after it was cancelled.
      cause: `taken up ${creation_id} ${randomUUID()}`,
      context: { ...workflowActor('create-campaign'), correlationId: creation_id },
      decide: (state) => claimCreation(state, { creation_id, driver, taken_up_at: new Date().toISOString() }),
    });
  },
};
