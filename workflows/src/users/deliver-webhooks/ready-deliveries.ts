import { openRequest, readFrozenBodies } from '@tapwise/adapters';
import {
  type CustomerEndpoint,
  type DeliveryQueue,
  findApplication,
  giveUpDelivery,
  type NotSentReason,
  nextLookAt,
  type OpenApplication,
  type OpenDelivery,
  serviceOf,
  storeRequestStream,
} from '@tapwise/domain';
import { catchUpWith } from '../../facts/current-directory.ts';
import { createEndpointReader, type EndpointReader } from '../resume-deliveries/read-endpoints.ts';
import { type FrozenBodies, freeze, writeDelivery } from './delivery-log.ts';
import { type Prepared, prepareWebhook } from './prepare-webhook.ts';
import type { DeliveryQueueContext, DeliveryQueueMemory } from './queue-context.ts';

/** A delivery with the very bytes to post. */
export interface ReadyDelivery {
  readonly open: OpenDelivery;
  readonly endpoint: CustomerEndpoint;
  /** `null` for a forwarded notification. */
  readonly sequence: number | null;
  readonly body: Buffer;
  /** Of a forwarded notification, as it was received. */
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Makes deliveries that are due ready to post. Those that must not be posted are recorded as not sent; those that wait are postponed;
 * the others are frozen, if they were not, in one append.
 * @param memory What was frozen while the delivery queue is posted; brought up to date.
 */
export async function readyDeliveries(
  context: DeliveryQueueContext,
  memory: DeliveryQueueMemory,
  queue: DeliveryQueue,
  due: readonly OpenDelivery[],
): Promise<ReadyDelivery[]> {
  const frozenBodies = newestFrozen(memory, queue);
  // Of the same moment: the fold forgets places of deliveries that are attempted while the recipients are read.
  const sequences = new Map(
    due.map(({ delivery: { identity, sequence } }) => {
      const { delivery_id } = identity;
      const frozenSequence =
        sequence ?? queue.frozen.get(delivery_id) ?? frozenBodies.frozen.get(delivery_id)?.sequence;
      return [delivery_id, frozenSequence] as const;
    }),
  );
  const ready: ReadyDelivery[] = [];
  const fresh: Fresh[] = [];
  const again: Again[] = [];
  const endpointsOf = createEndpointReader(context.log);
  let written = 0n;
  const giveUp = async (open: OpenDelivery, reason: NotSentReason): Promise<void> => {
    const at = new Date(context.now()).toISOString();
    const position = await writeDelivery(context.log, open, (state) => giveUpDelivery(state, reason, at));
    context.caches.postponed.delete(open.delivery.identity.delivery_id);
    if (position > written) written = position;
  };
  const putOff = (open: OpenDelivery, { kind }: Prepared): Promise<void> | undefined => {
    if (kind === 'drop') return giveUp(open, 'not_attributed');
    const { delivery_id, created_at } = open.delivery.identity;
    context.caches.postponed.set(delivery_id, nextLookAt(created_at, context.now()));
    return undefined;
  };
  await Promise.all(
    due.map(async (open) => {
      const recipient = await recipientOf(context, endpointsOf, open);
      if (typeof recipient === 'string') return giveUp(open, recipient);
      const { endpoint, application } = recipient;
      if (endpoint.lane === 'forwarding') {
        const forwarded = await readForwarded(context, open, endpoint);
        return forwarded === undefined ? giveUp(open, 'not_attributed') : void ready.push(forwarded);
      }
      const sequence = sequences.get(open.delivery.identity.delivery_id);
      if (sequence !== undefined) return void again.push({ open, endpoint, sequence });
      const prepared = await prepareCurrent(context, application, open);
      return prepared.kind === 'ready' ? void fresh.push({ open, endpoint, ...prepared }) : putOff(open, prepared);
    }),
  );
  if (written > 0n) await context.work.reached(written);
  return [
    ...ready,
    ...(await frozenBefore(context, again)),
    ...(await frozenNow(context, memory, frozenBodies, fresh)),
  ];
}

/** As `prepareWebhook`; a delivery is dropped by what all of the log says only. */
async function prepareCurrent(
  context: DeliveryQueueContext,
  application: OpenApplication,
  { delivery }: OpenDelivery,
): Promise<Prepared> {
  const prepared = await prepareWebhook(context, application, delivery, context.now());
  if (prepared.kind !== 'drop') return prepared;
  await catchUpWith(context.directory, await context.log.lastPosition());
  const current = findApplication(context.directory.state, application.application_id) ?? application;
  return await prepareWebhook(context, current, delivery, context.now());
}

/** What the log has of the delivery queue's sequence, by this posting or by the fold, whichever is further. */
function newestFrozen({ frozen }: DeliveryQueueMemory, queue: DeliveryQueue): FrozenBodies {
  if (queue.sequence >= frozen.sequence)
    return { sequence: queue.sequence, revision: queue.frozen_revision, frozen: new Map() };
  const later = [...frozen.frozen].filter(([, { sequence }]) => sequence > queue.sequence);
  return { ...frozen, frozen: new Map(later) };
}

type Again = { readonly open: OpenDelivery; readonly endpoint: CustomerEndpoint; readonly sequence: number };
type Fresh = { open: OpenDelivery; endpoint: CustomerEndpoint; body: string; proceeds: number | null };

async function frozenBefore({ log }: DeliveryQueueContext, again: readonly Again[]): Promise<ReadyDelivery[]> {
  const [first] = again;
  if (first === undefined) return [];
  const sequences = again.map(({ sequence }) => sequence);
  const frozenBySequence = await readFrozenBodies(log, first.endpoint.endpoint_id, sequences);
  return again.map((delivery) => {
    const frozen = frozenBySequence.get(delivery.sequence);
    if (frozen === undefined)
      throw new Error(`Nothing was frozen as ${delivery.sequence} of ${first.endpoint.endpoint_id}`);
    return { ...delivery, body: Buffer.from(frozen.body), headers: {} };
  });
}

async function frozenNow(
  context: DeliveryQueueContext,
  memory: DeliveryQueueMemory,
  frozenBodies: FrozenBodies,
  fresh: Fresh[],
): Promise<ReadyDelivery[]> {
  const [first] = fresh;
  if (first === undefined) return [];
  // In the order they were queued, whichever was prepared first.
  fresh.sort((a, b) => a.open.delivery.identity.created_at.localeCompare(b.open.delivery.identity.created_at));
  const bodies = fresh.map(({ open, body, proceeds }) => {
    context.caches.postponed.delete(open.delivery.identity.delivery_id);
    context.caches.queuedFrom.delete(open.delivery.identity.delivery_id);
    return { delivery_id: open.delivery.identity.delivery_id, body, proceeds };
  });
  const at = new Date(context.now()).toISOString();
  memory.frozen = await freeze(context.log, first.endpoint.endpoint_id, frozenBodies, bodies, at);
  return fresh.flatMap(({ open, endpoint }) => {
    const frozenBody = memory.frozen.frozen.get(open.delivery.identity.delivery_id);
    if (frozenBody === undefined) return [];
    return [{ open, endpoint, sequence: frozenBody.sequence, body: Buffer.from(frozenBody.body), headers: {} }];
  });
}

/** Where a delivery goes now, or why it does not. */
async function recipientOf(
  context: DeliveryQueueContext,
  endpointsOf: EndpointReader,
  { delivery: { identity } }: OpenDelivery,
): Promise<{ endpoint: CustomerEndpoint; application: OpenApplication } | NotSentReason> {
  const { application_id, endpoint_id, lane } = identity;
  const endpoint = (await endpointsOf(application_id))[lane];
  if (endpoint === undefined || endpoint.endpoint_id !== endpoint_id) return 'address_changed';
  if (endpoint.disabled !== null) return endpoint.disabled;
  let application = servedApplication(context, application_id);
  if (typeof application === 'string') {
    await catchUpWith(context.directory, await context.log.lastPosition());
    application = servedApplication(context, application_id);
  }
  return typeof application === 'string' ? application : { endpoint, application };
}

/** By what is known of the log now. */
function servedApplication(
  { directory, now }: DeliveryQueueContext,
  applicationId: number,
): OpenApplication | NotSentReason {
  const application = findApplication(directory.state, applicationId);
  if (application === undefined) return 'address_changed';
  return serviceOf(directory.state, application.team_id, now()) === 'full' ? application : 'no_subscription';
}

/** @returns `undefined` when the notification's bytes were erased. */
async function readForwarded(
  { log, vault }: DeliveryQueueContext,
  open: OpenDelivery,
  endpoint: CustomerEndpoint,
): Promise<ReadyDelivery | undefined> {
  const { application_id, notification_id } = open.delivery.identity;
  const kept = await log.readLast(storeRequestStream(application_id, notification_id));
  const body = kept?.event.type === 'StoreRequestReceived' ? await openRequest(vault, kept.event.data) : undefined;
  if (body === undefined || kept?.event.type !== 'StoreRequestReceived') return undefined;
  const { 'content-type': type, 'content-encoding': encoding } = kept.event.data.headers;
  const headers = {
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
  return { open, endpoint, sequence: null, body, headers };
}
