import { randomUUID } from 'node:crypto';
import { handleCommand } from '@tapwise/adapters';
import { claimCreation, creationDecider, creationStream, teamStreamPrefix } from '@tapwise/domain';
import { connectionPrefixes, mayBeConnected } from '../../start/connection-wakes.ts';
import type { RequestKind } from '../../start/request-kind.ts';
import { engineName } from '../../story/process-runner.ts';
import { workflowActor } from '../../streams/actor.ts';
import { type CreateCampaignInput, createCampaignProcess } from './create-campaign.contract.ts';

const ends: ReadonlySet<string> = new Set([
  'CreationRefused',
  'CreationFailed',
  'CreationCancelled',
  'CreationCompleted',
]);

/** Creations. Names keep those in one campaign apart, so they need not wait for each other. */
export const creationRequests: RequestKind<CreateCampaignInput> = {
  contract: createCampaignProcess,
  streamPrefix: 'creation-',
  begun: (event) =>
    event.type === 'CreationAccepted' || event.type === 'CreationContinued'
      ? { input: { creation_id: event.data.creation_id } }
      : undefined,
  ended: (event) =>
    ends.has(event.type) && 'creation_id' in event.data ? createCampaignProcess.id(event.data) : undefined,
  wakingStreamPrefixes: [teamStreamPrefix, ...connectionPrefixes],
  woken: (event) => (event.type === 'AutomaticWorkReleased' || mayBeConnected(event) ? 'all' : undefined),
  recordClaim: async (log, { creation_id }, engine) => {
    await handleCommand(log, {
      stream: creationStream(creation_id),
      decider: creationDecider,
      // It may be continued after it was cancelled.
      cause: `claimed ${creation_id} ${randomUUID()}`,
      context: { ...workflowActor('create-campaign'), correlationId: creation_id },
      decide: (state) =>
        claimCreation(state, { creation_id, driver: engineName(engine), taken_up_at: new Date().toISOString() }),
    });
  },
};
