import { setTimeout as pause } from 'node:timers/promises';
import type { FoldFollower, Logger } from '@tapwise/adapters';
import type { DeliveryWork } from '@tapwise/domain';
import type { ChangeSignal } from '../activity/change-signal.ts';
import type { ProcessRunner } from '../story/process-runner.ts';
import { deliverWebhooksProcess } from './deliver-webhooks.contract.ts';
import { type DeliveryQueueRuns, nextDue } from './queue-runs.ts';

export interface DeliveringOptions {
  readonly work: FoldFollower<DeliveryWork>;
  readonly runs: DeliveryQueueRuns;
  /** Notified when anything is said about a delivery or an endpoint. */
  readonly changed: ChangeSignal;
  readonly runner: ProcessRunner;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Milliseconds; the clock of this process. */
  readonly now?: () => number;
}

/** Pauses until delivery queues are looked at again: after something new, without any, and after the same one was started or failed. */
const gatherMs = 10;
const lookMs = 500;
const restartMs = 1000;
const failureMs = 2000;

/** Has the delivery queue of every endpoint run that something is due for. Delivery queues do not wait for each other. */
export async function keepDelivering({
  work,
  runs,
  changed,
  runner,
  logger,
  signal,
  now = Date.now,
}: DeliveringOptions): Promise<void> {
  await work.caughtUp;
  const later = new Map<string, number>();
  const seen = new Map<string, { changes: number; at: number }>();
  const begin = (endpointId: string): void => {
    later.set(endpointId, now() + restartMs);
    runner.wake(deliverWebhooksProcess, { endpoint_id: endpointId }).catch((error: unknown) => {
      later.set(endpointId, now() + failureMs);
      if (!signal.aborted)
        logger.warn({ err: error, endpoint_id: endpointId }, 'webhooks cannot be posted now; they wait');
    });
  };
  while (!signal.aborted) {
    for (const [endpointId, queue] of work.state.queues) {
      const previous = seen.get(endpointId);
      if (previous?.changes !== queue.changes || now() - previous.at >= lookMs) {
        runs.running.get(endpointId)?.();
        seen.set(endpointId, { changes: queue.changes, at: now() });
      }
      if (runs.running.has(endpointId) || (later.get(endpointId) ?? 0) > now()) continue;
      if ((nextDue(queue, runs) ?? Number.POSITIVE_INFINITY) <= now()) begin(endpointId);
    }
    await changed.wait(lookMs, signal);
    await pause(gatherMs, undefined, { signal }).catch(() => undefined);
  }
}
