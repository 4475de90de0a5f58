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
const recordedWithinMs = 5000;

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
  const look = async () => compareWebhooks(await readDeliveries(log, url), received, kills);
  const { faults, counts } = await eventually(look, (comparison) => comparison.faults.length === 0, {
    timeoutMs: 60_000,
    everyMs: 500,
  }).catch(look);
  for (const words of faults) tally.fault(words);
  for (const [what, count] of Object.entries(counts)) tally.count(what, count);
}

function compareWebhooks(
  deliveries: ReadonlyMap<string, LoggedDelivery>,
  received: readonly ReceivedPost[],
  kills: readonly Kill[],
) {
  const counts = { webhooks: 0, 'posts of them': 0, 'posts that a kill kept from being recorded': 0 };
  const faults = received.flatMap(({ headers }) =>
    deliveries.has(String(headers['webhook-id'])) ? [] : [`webhook ${headers['webhook-id']} is not in the log`],
  );
  for (const [id, { attempts, isOpen }] of deliveries) {
    const posts = received.filter(({ headers }) => headers['webhook-id'] === id);
    const cutOff = posts.filter((post) => isCutOff(post, kills));
    const beside = Math.max(0, posts.length - attempts);
    counts.webhooks += 1;
    counts['posts of them'] += posts.length;
    counts['posts that a kill kept from being recorded'] += Math.min(beside, cutOff.length);
    const figures = `${posts.length} posts of ${attempts} attempts`;
    if (attempts > posts.length || beside > cutOff.length) faults.push(`webhook ${id}: ${figures}`);
    if (isOpen) faults.push(`webhook ${id} is open: ${figures}`);
    if (new Set(posts.map(fingerprint)).size > 1) faults.push(`webhook ${id} was posted in other bytes`);
  }
  return { faults, counts };
}

const isCutOff = ({ at }: ReceivedPost, kills: readonly Kill[]): boolean =>
  kills.some(({ part, at: killed }) => part === 'workflows' && at <= killed && at > killed - recordedWithinMs);

const fingerprint = ({ headers, body }: ReceivedPost): string =>
  `${String(headers['x-tapwise-sequence'])} ${createHash('sha256').update(body).digest('hex')}`;

async function readDeliveries(log: EventLog, url: string): Promise<ReadonlyMap<string, LoggedDelivery>> {
  const deliveries = new Map<string, LoggedDelivery>();
  const deliveryOf = (id: string): LoggedDelivery => {
    const delivery = deliveries.get(id) ?? { attempts: 0, isOpen: false };
    deliveries.set(id, delivery);
    return delivery;
  };
  await readLog(log, { streamPrefixes: ['webhookQueue-', 'webhookAttempts-', 'webhookDelivery-'] }, (events) => {
    for (const { event } of events) {
      if (!('url' in event.data) || event.data.url !== url) continue;
      if (event.type === 'WebhooksQueued') {
        // What waits for an attribution or a price may wait for hours.
        for (const { delivery_id, held_until } of event.data.deliveries) {
          deliveryOf(delivery_id).isOpen = held_until === null;
        }
      }
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
