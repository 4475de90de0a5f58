import type { FoldFollower, Logger } from '@tapwise/adapters';
import type { DeliveryWork } from '@tapwise/domain';
import type { ChangeSignal } from '../../activity/change-signal.ts';
import type { DeliveryWatchers } from '../../facts/log-facts.ts';
import { keepStanding, type StandingProcess, standingProcess } from '../../start/keep-standing.ts';
import type { ProcessRunner } from '../../story/process-runner.ts';
import { deliverWebhooksProcess } from './deliver-webhooks.contract.ts';

export interface DeliveringOptions {
  readonly work: FoldFollower<DeliveryWork>;
  readonly watchers: DeliveryWatchers;
  /** Notified when something new is to be posted. */
  readonly changed: ChangeSignal;
  readonly runner: ProcessRunner;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const wakesEveryMs = 1000;

/** Has the process of every endpoint run that something waits for, and wakes it when more does. Endpoints do not wait for each other. */
export async function keepDelivering({ work, watchers, ...options }: DeliveringOptions): Promise<void> {
  await work.caughtUp;
  await keepStanding({
    ...options,
    processes: () => endpointProcesses(work.state, watchers),
    wakesEveryMs,
    confirms: true,
  });
}

function endpointProcesses({ queues }: DeliveryWork, watchers: DeliveryWatchers): StandingProcess[] {
  const processes: StandingProcess[] = [];
  for (const [endpoint_id, { open, arrivals }] of queues) {
    if (open.size === 0) continue;
    const process = standingProcess(deliverWebhooksProcess, { endpoint_id }, arrivals);
    processes.push({ ...process, isAtWork: () => watchers.has(endpoint_id) });
  }
  return processes;
}
