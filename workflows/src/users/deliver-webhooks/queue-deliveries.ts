import { setTimeout as pause } from 'node:timers/promises';
import {
  type EventLog,
  type FoldFollower,
  followLog,
  handleCommand,
  type Logger,
  type RecordedEvent,
} from '@tapwise/adapters';
import {
  type CustomerEndpoint,
  type DeliveryWork,
  type Directory,
  type DomainEventOf,
  findApplication,
  isHistory,
  newWebhookFacts,
  type QueuedDelivery,
  webhookQueueStream,
  webhookWaitMs,
} from '@tapwise/domain';
import pLimit from 'p-limit';
import { catchUpWith } from '../../facts/current-directory.ts';
import { type Checkpoint, keepCheckpoint } from '../../start/checkpoint.ts';
import { workflowActor } from '../../streams/actor.ts';
import { createEndpointReader, type EndpointReader, receives } from '../resume-deliveries/read-endpoints.ts';
import { resumeFromStreams } from '../resume-deliveries/resume-queue.ts';
import { createInstallReader, findUser, type InstallReader } from './attributed-user.ts';
import type { DeliveryCaches } from './delivery-caches.ts';
import { purchaseOf, readPurchase } from './purchase.ts';
import { deliveryId } from './sent-bodies.ts';

export interface QueueOptions {
  readonly log: EventLog;
  readonly directory: FoldFollower<Directory>;
  readonly work: FoldFollower<DeliveryWork>;
  readonly checkpoint: Checkpoint;
  readonly caches: Pick<DeliveryCaches, 'queuedFrom' | 'queues'>;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

const eventsAtOnce = 16;

/**
 * Follows what the store sends and queues a delivery for each address that receives it: one event for each address and batch, which says
 * the position in the log that it reaches. A batch that was cut off is processed again: each delivery is queued once.
 */
export async function keepQueueing(options: QueueOptions): Promise<void> {
  const { log, directory, work, checkpoint, logger, signal } = options;
  await Promise.all([directory.caughtUp, work.caughtUp]);
  const stored = await checkpoint.read();
  let position = stored;
  const following = followLog(log, {
    after: () => position,
    streamPrefixes: ['subscription-', 'storeRequest-'],
    maxBatch: 1000,
    signal,
    onBatch: async (batch) => {
      await queueBatch(options, batch);
      position = batch.at(-1)?.position ?? position;
      await letQueuesCatchUp(options);
    },
    onCheckpoint: (reached) => {
      position = reached;
    },
    onFault: (error) => logger.warn({ err: error }, 'webhooks cannot be queued now; trying again'),
    onUnreadable: (event) => logger.error(event, 'an event cannot be read; no webhook follows from it'),
  });
  await Promise.all([following, keepCheckpoint(checkpoint, () => position, { stored, logger, signal })]);
}

/** More first attempts than these make the queue wait for the delivery queues: what was read for them would have to be read again. */
const readAhead = 2000;
/** Delivery queues that hang hold the others up by no more than this for each batch. */
const longestWaitMs = 300;
const lookMs = 5;

async function letQueuesCatchUp({ caches, signal }: QueueOptions): Promise<void> {
  const until = performance.now() + longestWaitMs;
  while (caches.queuedFrom.size > readAhead && !signal.aborted && performance.now() < until) await pause(lookMs);
  caches.queuedFrom.purgeStale();
}

/** What is read once for a batch. */
interface BatchReads {
  readonly endpointsOf: EndpointReader;
  readonly installOf: InstallReader;
}

/** A delivery, and the position of what it follows from. */
interface PlacedDelivery {
  readonly endpoint: CustomerEndpoint;
  readonly position: number;
  readonly delivery: QueuedDelivery;
}

async function queueBatch(options: QueueOptions, batch: readonly RecordedEvent[]): Promise<void> {
  const reads = { endpointsOf: createEndpointReader(options.log), installOf: createInstallReader(options.log) };
  const limit = pLimit(eventsAtOnce);
  const placedDeliveries = await Promise.all(
    batch.map((recorded) => limit(() => deliveriesFrom(options, reads, recorded))),
  );
  const byEndpoint = new Map<string, PlacedDelivery[]>();
  for (const placedDelivery of placedDeliveries.flat()) {
    const existing = byEndpoint.get(placedDelivery.endpoint.endpoint_id);
    if (existing === undefined) byEndpoint.set(placedDelivery.endpoint.endpoint_id, [placedDelivery]);
    else existing.push(placedDelivery);
  }
  const through = Number(batch.at(-1)?.position ?? 0n);
  await Promise.all([...byEndpoint.values()].map((placed) => queue(options, placed, through)));
}

async function deliveriesFrom(
  options: QueueOptions,
  reads: BatchReads,
  recorded: RecordedEvent,
): Promise<PlacedDelivery[]> {
  const { event } = recorded;
  const position = Number(recorded.position);
  if (event.type === 'StoreNotificationReceived') {
    // Nothing is read for it: years of messages may be sent after the fact.
    if (isHistory(event.data)) return [];
    const { webhook: endpoint } = await reads.endpointsOf(event.data.application_id);
    const message = { receivedAt: event.data.received_at, position: recorded.position };
    if (endpoint === undefined || !receives(endpoint, message)) return [];
    const deliveries = await deliveriesOfFacts(options, reads, endpoint, { event: event.data, recorded });
    return deliveries.map((delivery) => ({ endpoint, position, delivery }));
  }
  if (event.type !== 'StoreRequestReceived') return [];
  const { forwarding: endpoint } = await reads.endpointsOf(event.data.application_id);
  const { notification_id, received_at } = event.data;
  const message = { receivedAt: received_at, position: recorded.position };
  if (endpoint === undefined || !receives(endpoint, message)) return [];
  const delivery = {
    delivery_id: deliveryId(endpoint.endpoint_id, notification_id),
    event: null,
    notification_id,
    original_transaction_id: null,
    transaction_id: null,
    fact_key: null,
    event_at: received_at,
    created_at: received_at,
    held_until: null,
  };
  return [{ endpoint, position, delivery }];
}

async function deliveriesOfFacts(
  { log, directory, caches }: QueueOptions,
  { installOf }: BatchReads,
  endpoint: CustomerEndpoint,
  { event, recorded }: { event: DomainEventOf<'StoreNotificationReceived'>['data']; recorded: RecordedEvent },
): Promise<QueuedDelivery[]> {
  const { application_id, original_transaction_id, received_at } = event;
  const catchUp = () => catchUpWith(directory, recorded.position);
  const findOwner = () => findApplication(directory.state, application_id);
  const application = findOwner() ?? (await catchUp().then(findOwner));
  if (application === undefined) return [];
  const purchaseRef = { application_id, original_transaction_id };
  // Whatever else the stream holds, its first event is known already.
  let purchase = recorded.revision === 0n ? purchaseOf([event], [], purchaseRef) : undefined;
  let user = purchase && (await findUser(installOf, application, purchase.view));
  if (purchase === undefined || user?.kind !== 'attributed') {
    purchase = await readPurchase(log, purchaseRef, recorded.revision);
    user = undefined;
  }
  const facts = newWebhookFacts(purchase.received);
  if (facts.length === 0) return [];
  const { view } = purchase;
  let attribution = user ?? (await findUser(installOf, application, view));
  if (attribution.kind === 'none') {
    await catchUp();
    attribution = await findUser(installOf, findOwner() ?? application, view);
  }
  if (attribution.kind === 'none') return [];
  const attributed = attribution.kind === 'attributed' ? attribution : undefined;
  const heldUntil = new Date(Date.parse(received_at) + webhookWaitMs).toISOString();
  return facts.map(({ event: name, key, notification_id, signed_at, transaction_id }) => {
    const delivery_id = deliveryId(endpoint.endpoint_id, key);
    if (attributed !== undefined) caches.queuedFrom.set(delivery_id, { purchase, user: attributed });
    return {
      delivery_id,
      event: name,
      notification_id,
      fact_key: key,
      original_transaction_id,
      transaction_id,
      event_at: signed_at,
      created_at: received_at,
      held_until: attributed === undefined ? heldUntil : null,
    };
  });
}

type QueuedEvent = DomainEventOf<'WebhooksQueued'>;

/** Position up to which everything is queued; `null` before. */
const queueDecider = {
  initialState: (): number | null => null,
  evolve: (_through: number | null, { data }: QueuedEvent): number | null => data.through,
};

async function queue(
  { log, work, caches }: QueueOptions,
  placed: readonly PlacedDelivery[],
  through: number,
): Promise<void> {
  const [first] = placed;
  if (first === undefined) return;
  const { application_id, endpoint_id, lane, url } = first.endpoint;
  await resumeFromStreams(log, work, endpoint_id);
  const folded = work.state.queues.get(endpoint_id);
  const since = caches.queues.get(endpoint_id) ?? folded?.queued;
  const { state, revision } = await handleCommand<number | null, QueuedEvent>(log, {
    stream: webhookQueueStream(endpoint_id),
    decider: queueDecider,
    cause: `queue ${endpoint_id} ${through}`,
    context: { ...workflowActor('queue-deliveries'), correlationId: endpoint_id },
    ...(since ? { since: { state: since.through, revision: BigInt(since.revision) } } : {}),
    assume: since ? 'current' : 'new',
    decide: (lastQueued) => {
      const fresh = placed.filter(({ position }) => position > (lastQueued ?? -1));
      if (fresh.length === 0) return [];
      const deliveries = fresh.map(({ delivery }) => delivery);
      return [{ type: 'WebhooksQueued', data: { application_id, endpoint_id, lane, url, through, deliveries } }];
    },
  });
  if (state !== null && revision !== undefined)
    caches.queues.set(endpoint_id, { through: state, revision: Number(revision) });
}
