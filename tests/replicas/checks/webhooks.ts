import { createHash } from 'node:crypto';
import { type EventLog, readLog } from '@tapwise/adapters';
import { eventually } from '../../support/product/product.ts';
import type { ReceivedPost } from '../../support/stand-ins/webhook-receiver.ts';
import type { Kill } from '../kills.ts';
import type { Tally } from '../tally.ts';

/** What the log says of a delivery. */
interface LoggedDelivery {
  attempts: number;
  isOpen: boolean;
}

/** A post is recorded this soon; one that a kill cut off came in this time before it. */
const recordedWithinMs = 3000;

/**
 * Each attempt in the log was one post, in the same bytes; posts beside them are those that a kill kept from being recorded.
 * @param url of the customer's server.
 */
export async function checkWebhooks(
  log: EventLog,
  { url, received }: { url: string; received: readonly ReceivedPost[] },
  kills: readonly Kill[],
  tally: Tally,
): Promise<void> {
  const look = () => readDeliveries(log, url);
  const areOver = (all: ReadonlyMap<string, LoggedDelivery>): boolean =>
    [...all.values()].every(({ isOpen }) => !isOpen);
  const deliveries = await eventually(look, areOver, { timeoutMs: 60_000, everyMs: 500 });
  for (const { headers } of received) {
    const id = String(headers['webhook-id']);
    if (!deliveries.has(id)) tally.fault(`webhook ${id} was posted and the log does not have it`);
  }
  for (const [id, { attempts }] of deliveries) {
    const posts = received.filter(({ headers }) => headers['webhook-id'] === id);
    tally.count('webhooks');
    tally.count('posts of them', posts.length);
    if (attempts > posts.length) tally.fault(`webhook ${id}: ${attempts} attempts and ${posts.length} posts`);
    const cutOff = posts.filter((post) => isCutOff(post, kills));
    const beside = Math.max(0, posts.length - attempts);
    tally.count('posts that a kill kept from being recorded', Math.min(beside, cutOff.length));
    if (beside > cutOff.length) tally.fault(`webhook ${id}: ${posts.length} posts of ${attempts} attempts`);
    if (new Set(posts.map(fingerprint)).size > 1) tally.fault(`webhook ${id} was posted in other bytes`);
  }
}

const isCutOff = ({ at }: ReceivedPost, kills: readonly Kill[]): boolean =>
  kills.some(({ part, at: killed }) => part === 'workflows' && at <= killed && at > killed - recordedWithinMs);

const fingerprint = ({ headers, body }: ReceivedPost): string =>
  `${String(headers['x-tapwise-sequence'])} ${createHash('sha256').update(body).digest('hex')}`;

async function readDeliveries(log: EventLog, url: string): Promise<ReadonlyMap<string, LoggedDelivery>> {
  const deliveries = new Map<string, LoggedDelivery>();
  const deliveryOf = (id: string): LoggedDelivery => {
    const delivery = deliveries.get(id) ?? { attempts: 0, isOpen: true };
    deliveries.set(id, delivery);
    return delivery;
  };
  await readLog(log, { streamPrefixes: ['webhookQueue-', 'webhookAttempts-', 'webhookDelivery-'] }, (events) => {
    for (const { event } of events) {
      if (!('url' in event.data) || event.data.url !== url) continue;
      if (event.type === 'WebhooksQueued') for (const { delivery_id } of event.data.deliveries) deliveryOf(delivery_id);
      if (event.type === 'WebhookNotSent') deliveryOf(event.data.delivery_id).isOpen = false;
      if (event.type !== 'WebhooksAttempted') continue;
      for (const { delivery_id, state } of event.data.attempts) {
        const delivery = deliveryOf(delivery_id);
        delivery.attempts += 1;
        delivery.isOpen = state === 'pending';
      }
    }
  });
  return deliveries;
}
