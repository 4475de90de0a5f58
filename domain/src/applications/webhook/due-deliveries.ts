import type { DeliveryQueue, OpenDelivery } from './delivery-work.ts';

/** Milliseconds; when deliveries that wait for their user or their price are looked at again, by id. */
export type Postponed = ReadonlyMap<string, number>;

const dueAtOf = ({ delivery: { identity, dueAt } }: OpenDelivery, postponed: Postponed): number =>
  Math.max(dueAt ?? 0, postponed.get(identity.delivery_id) ?? 0);

/** Milliseconds; when the next delivery of a queue is due, `undefined` when nothing waits. */
export function nextDueAt(queue: DeliveryQueue | undefined, postponed: Postponed): number | undefined {
  let next: number | undefined;
  for (const open of queue?.open.values() ?? [])
    next = Math.min(next ?? Number.POSITIVE_INFINITY, dueAtOf(open, postponed));
  return next;
}

/**
 * Deliveries that are due, those that were queued first first.
 * @param busy Ids of those that are being posted.
 * @param most How many at most.
 */
export function dueDeliveries(
  queue: DeliveryQueue | undefined,
  postponed: Postponed,
  { now, busy, most }: { readonly now: number; readonly busy: ReadonlySet<string>; readonly most: number },
): OpenDelivery[] {
  const due: OpenDelivery[] = [];
  for (const [id, open] of queue?.open ?? []) {
    if (due.length >= most) break;
    if (!busy.has(id) && dueAtOf(open, postponed) <= now) due.push(open);
  }
  return due;
}

const shortestLookMs = 1000;
const lookShare = 0.1;

/** Milliseconds; when a delivery that waits for its user or its price is looked at again: the longer it has waited the more rarely. */
export const nextLookAt = (createdAt: string, now: number): number =>
  now + Math.max(shortestLookMs, (now - Date.parse(createdAt)) * lookShare);
