import { setMaxListeners } from 'node:events';
import { type EventLog, type Logger, type OutboundClient, startFoldFollower } from '@tapwise/adapters';
import {
  bringsDelivery,
  createDeliveryWork,
  createRateBook,
  deliveryStreamPrefixes,
  evolveDeliveryWork,
  evolveRateBook,
  exchangeRatesPrefix,
} from '@tapwise/domain';
import { createChangeSignal } from '../../../../workflows/src/activity/change-signal.ts';
import type { LocalRunner } from '../../../../workflows/src/local/local-runner.ts';
import type { Checkpoint } from '../../../../workflows/src/start/checkpoint.ts';
import { createRates } from '../../../../workflows/src/users/deliver-webhooks/charge-rates.ts';
import { createDeliverWebhooksActivities } from '../../../../workflows/src/users/deliver-webhooks/deliver-webhooks.activities.ts';
import { createDeliveryCaches } from '../../../../workflows/src/users/deliver-webhooks/delivery-caches.ts';
import { keepDelivering } from '../../../../workflows/src/users/deliver-webhooks/keep-delivering.ts';
import type { DeliveryQueueContext } from '../../../../workflows/src/users/deliver-webhooks/queue-context.ts';
import { keepQueueing } from '../../../../workflows/src/users/deliver-webhooks/queue-deliveries.ts';
import { followDirectory } from '../../../support/facts/linked-application.ts';

interface DeliveringAccess {
  readonly log: EventLog;
  readonly client: OutboundClient;
  readonly vault: DeliveryQueueContext['vault'];
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** Seconds between attempts: more than there are faults, and all of them within the time of a run. */
const pauses = [1, 5, 20, 60, 120, 240, 600];
const followersAtMost = 100;

/** What a process of `workflows` does about webhooks: its folds, its activities, and what queues and begins posting. */
export function openDelivering({ log, client, vault, logger, signal }: DeliveringAccess) {
  setMaxListeners(followersAtMost, signal);
  const changed = createChangeSignal();
  const watchers = new Map<string, () => void>();
  const directory = followDirectory(log, signal);
  const rates = startFoldFollower(log, {
    state: createRateBook(),
    evolve: (book, { event }) => evolveRateBook(book, event),
    streamPrefixes: [exchangeRatesPrefix],
    signal,
  });
  const work = startFoldFollower(log, {
    state: createDeliveryWork(),
    evolve: (state, recorded) => {
      const { event } = recorded;
      evolveDeliveryWork(state, event, recorded);
      if (!bringsDelivery(event) || !('endpoint_id' in event.data)) return;
      changed.notify();
      watchers.get(event.data.endpoint_id)?.();
    },
    streamPrefixes: deliveryStreamPrefixes,
    signal,
  });
  const caches = createDeliveryCaches();
  const context: DeliveryQueueContext = {
    log,
    vault,
    client,
    caches,
    directory,
    work,
    watchers,
    ratesOf: createRates(rates),
    pauses,
    now: () => Date.now(),
  };
  return {
    activities: createDeliverWebhooksActivities(context),
    run: async (runner: LocalRunner, checkpoint: Checkpoint): Promise<void> => {
      const common = { work, logger, signal };
      await Promise.all([
        keepQueueing({ ...common, log, directory, caches, checkpoint }),
        keepDelivering({ ...common, watchers, changed, runner }),
      ]);
    },
  };
}
