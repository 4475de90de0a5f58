import {
  type EventLog,
  followLog,
  handleCommand,
  type LiveFold,
  type Logger,
  type RecordedEvent,
} from '@tapwise/adapters';
import {
  type CustomerEndpoint,
  type CustomerEndpoints,
  customerEndpointsStream,
  type Directory,
  type DomainEventOf,
  deliveryDecider,
  type EndpointEvent,
  endpointsDecider,
  findApplication,
  fold,
  isHistory,
  newWebhookFacts,
  queueDelivery,
  webhookDeliveryStream,
  webhookHoldMs,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import type { CheckpointFile } from '../starter/checkpoint-file.ts';
import { actingWorkflow } from '../streams/acting.ts';
import { findUser } from './attributed-user.ts';
import type { LaneRuns } from './lane-runs.ts';
import { readPurchase } from './purchase.ts';
import { deliveryId } from './sent-bodies.ts';

export interface QueueOptions {
  readonly log: EventLog;
  readonly directory: LiveFold<Directory>;
  readonly checkpoint: CheckpointFile;
  readonly runs: Pick<LaneRuns, 'queuedFrom'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const eventsAtOnce = 16;

/**
 * Follows what the store sends and queues a delivery for each address that receives it. A batch that was cut off is gone through again:
 * each delivery is queued once.
 */
export async function keepQueueing(options: QueueOptions): Promise<void> {
  const { log, directory, checkpoint, logger, signal } = options;
  await directory.caughtUp;
  let position = await checkpoint.read();
  await followLog(log, {
    after: () => position,
    streamPrefixes: ['subscription-', 'storeRequest-'],
    maxBatch: 200,
    signal,
    onBatch: async (batch) => {
      const endpointsOf = createEndpointReader(log);
      const limit = pLimit(eventsAtOnce);
      const queue = (recorded: RecordedEvent) => queueFrom(options, endpointsOf, recorded);
      await Promise.all(batch.map((recorded) => limit(() => queue(recorded))));
      position = batch.at(-1)?.position ?? position;
      if (position !== undefined) await checkpoint.write(position);
    },
    onCheckpoint: (reached) => {
      position = reached;
    },
    onFault: (error) => logger.warn({ err: error }, 'webhooks cannot be queued now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; no webhook follows from it'),
  });
}

type EndpointReader = (applicationId: number) => Promise<CustomerEndpoints>;

/** Addresses as the log has them now; read once for a batch. */
function createEndpointReader(log: EventLog): EndpointReader {
  const known = new Map<number, Promise<CustomerEndpoints>>();
  return (applicationId) => {
    const reading =
      known.get(applicationId) ??
      log.readStream(customerEndpointsStream(applicationId)).then((recorded) =>
        fold(
          endpointsDecider,
          recorded.map(({ event }) => event as EndpointEvent),
        ),
      );
    known.set(applicationId, reading);
    return reading;
  };
}

async function queueFrom(
  options: QueueOptions,
  endpointsOf: EndpointReader,
  { event, revision }: RecordedEvent,
): Promise<void> {
  if (event.type === 'StoreNotificationReceived') {
    // Nothing is read for it: years of messages may be sent after the fact.
    if (isHistory(event.data)) return;
    const { webhook } = await endpointsOf(event.data.application_id);
    if (webhook !== undefined && webhook.opened_at <= event.data.received_at)
      await queueFacts(options, webhook, event.data, revision);
  } else if (event.type === 'StoreRequestReceived') {
    const { forwarding } = await endpointsOf(event.data.application_id);
    if (forwarding === undefined || forwarding.opened_at > event.data.received_at) return;
    const { notification_id, received_at } = event.data;
    await queue(options.log, forwarding, {
      ...{ delivery_id: deliveryId(forwarding.endpoint_id, notification_id), event: null, notification_id },
      ...{ original_transaction_id: null, transaction_id: null, fact_key: null },
      ...{ event_at: received_at, created_at: received_at, held_until: null },
    });
  }
}

async function queueFacts(
  { log, directory, runs }: QueueOptions,
  endpoint: CustomerEndpoint,
  { application_id, original_transaction_id, received_at }: DomainEventOf<'StoreNotificationReceived'>['data'],
  revision: bigint,
): Promise<void> {
  const application = findApplication(directory.state, application_id);
  if (application === undefined) return;
  const purchase = await readPurchase(log, { application_id, original_transaction_id }, revision);
  const facts = newWebhookFacts(purchase.received);
  if (facts.length === 0) return;
  const user = await findUser(log, application, purchase.view);
  if (user.kind === 'none') return;
  const heldUntil = new Date(Date.parse(received_at) + webhookHoldMs).toISOString();
  for (const { event, key, notification_id, signed_at, transaction_id } of facts) {
    const delivery_id = deliveryId(endpoint.endpoint_id, key);
    if (user.kind === 'attributed') runs.queuedFrom.set(delivery_id, { purchase, user });
    await queue(log, endpoint, {
      ...{ delivery_id, event, notification_id, fact_key: key },
      ...{ original_transaction_id, transaction_id, event_at: signed_at, created_at: received_at },
      held_until: user.kind === 'waiting' ? heldUntil : null,
    });
  }
}

type Queued = DomainEventOf<'WebhookQueued'>['data'];

async function queue(
  log: EventLog,
  { application_id, endpoint_id, lane, url }: CustomerEndpoint,
  delivery: Omit<Queued, 'application_id' | 'endpoint_id' | 'lane' | 'url'>,
): Promise<void> {
  const { delivery_id } = delivery;
  await handleCommand(log, {
    stream: webhookDeliveryStream(delivery_id),
    decider: deliveryDecider,
    cause: `queue ${delivery_id}`,
    context: { ...actingWorkflow('queue-deliveries'), correlationId: delivery_id },
    assume: 'new',
    decide: (state) => queueDelivery(state, { application_id, endpoint_id, lane, url, ...delivery }),
  });
}
