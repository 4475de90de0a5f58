import {
  type AdServicesClient,
  type AdServicesResponse,
  type EventLog,
  handleCommand,
  outcomeOfRecord,
} from '@tapwise/adapters';
import {
  type AttributionOutcome,
  attributionWaitMs,
  decideAttribution,
  fold,
  type InstallEvent,
  type InstallState,
  installDecider,
  installStream,
} from '@tapwise/domain';
import { ApplicationFailure } from '@temporalio/common';
import { currentAttempt } from '../../activity/attempt.ts';
import { workflowActor } from '../../streams/actor.ts';
import type { RetryAttributionActivities } from './retry-attribution.contract.ts';

export interface RetryAttributionDependencies {
  readonly log: EventLog;
  readonly adServices: AdServicesClient;
}

type PendingInstall = Extract<InstallState, { status: 'pending' }>;

/** Activities of `retryAttribution`. A repeated one finds the install settled and does nothing. */
export function createRetryAttributionActivities({
  log,
  adServices,
}: RetryAttributionDependencies): RetryAttributionActivities {
  return {
    askForAttribution: async ({ application_id, install_id }) => {
      const stream = installStream(application_id, install_id);
      const install = await readInstall(log, stream);
      if (install.status === 'unknown') throw ApplicationFailure.nonRetryable('No such install', 'NotFound');
      if (install.status !== 'pending') return { settled: true };
      const response = await exchange(adServices, install);
      const leftMs = Date.parse(install.report.received_at) + attributionWaitMs - Date.now();
      const outcome = await outcomeOf(log, response, leftMs);
      if (outcome === undefined) return { settled: false, seconds_left: leftMs / 1000 };
      await handleCommand(log, {
        stream,
        decider: installDecider,
        context: workflowActor('retry-attribution'),
        cause: `retry ${currentAttempt().cause} ${outcome.outcome}`,
        decide: (state) => decideAttribution(state, outcome, { decided_at: new Date().toISOString(), answered: false }),
      });
      return { settled: true };
    },
  };
}

async function readInstall(log: EventLog, stream: string): Promise<InstallState> {
  const recorded = await log.readStream(stream);
  return fold(
    installDecider,
    recorded.map(({ event }) => event as InstallEvent),
  );
}

/** The token is read only here, so that it never becomes part of a workflow's history. */
function exchange(adServices: AdServicesClient, install: PendingInstall): Promise<AdServicesResponse> {
  const token = install.report.attribution_token;
  if (token === null) return Promise.resolve({ kind: 'token_rejected' });
  return adServices.exchange(token, { timeoutMs: 10_000, signal: currentAttempt().signal });
}

/** What an answer settles; `undefined` while asking again may still help. */
async function outcomeOf(
  log: EventLog,
  response: AdServicesResponse,
  leftMs: number,
): Promise<AttributionOutcome | undefined> {
  switch (response.kind) {
    case 'token_rejected':
      return { outcome: 'organic', reason: 'token_rejected' };
    case 'no_record_yet':
    case 'unavailable':
      return leftMs <= 0 ? { outcome: 'organic', reason: 'no_answer_in_time' } : undefined;
    default:
      return outcomeOfRecord(log, response);
  }
}
