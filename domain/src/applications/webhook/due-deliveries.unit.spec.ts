import { describe, expect, it } from 'vitest';
import { createDeliveryWork, evolveDeliveryWork } from './delivery-work.ts';
import { dueDeliveries, nextDueAt, nextLookAt } from './due-deliveries.ts';

const at = '2026-11-23T09:40:00.000Z';
const now = Date.parse(at);
const endpoint_id = '5b2c61c4-3a8e-4f7e-9a3b-0d6a55f1c2e7';
const to = { application_id: 3, endpoint_id, lane: 'webhook' as const, url: 'https://hooks.example.com/' };
const delivery = (delivery_id: string) => ({
  delivery_id,
  event: 'refund',
  notification_id: 'n',
  original_transaction_id: 'o',
  transaction_id: 't',
  fact_key: 'k',
  event_at: at,
  created_at: at,
});

/** Three deliveries; the second was tried and is due in a minute. */
function queueOf() {
  const work = createDeliveryWork();
  const where = { revision: 0n, position: 0n };
  const deliveries = ['first', 'second', 'third'].map((id) => ({ ...delivery(id), held_until: null }));
  evolveDeliveryWork(work, { type: 'WebhooksQueued', data: { ...to, through: 1, deliveries } }, where);
  const next_attempt_at = new Date(now + 60_000).toISOString();
  const attempt = { sequence: 1, at, status: 500, ms: 1, error: null, answer: '', state: 'pending' as const };
  const attempts = [{ ...delivery('second'), ...attempt, next_attempt_at }];
  evolveDeliveryWork(work, { type: 'WebhooksAttempted', data: { ...to, attempts } }, where);
  return work.queues.get(endpoint_id);
}

describe('deliveries that are due', () => {
  const none = new Map<string, number>();
  const due = (overrides: object = {}, postponed = none) =>
    dueDeliveries(queueOf(), postponed, { now, busy: new Set(), most: 9, ...overrides }).map(
      (open) => open.delivery.identity.delivery_id,
    );

  it('are those whose time has come, in the order they were queued, at most so many', () => {
    expect(due()).toEqual(['first', 'third']);
    expect(due({ now: now + 60_000 })).toEqual(['first', 'second', 'third']);
    expect(due({ most: 1 })).toEqual(['first']);
  });

  it('are not those that are being posted, or that were postponed', () => {
    expect(due({ busy: new Set(['first']) })).toEqual(['third']);
    expect(due({}, new Map([['third', now + 1]]))).toEqual(['first']);
  });

  it('come next when the earliest is due, and never when nothing waits', () => {
    const postponed = new Map([
      ['first', now + 5000],
      ['third', now + 4000],
    ]);
    expect(nextDueAt(queueOf(), none)).toBe(now);
    expect(nextDueAt(queueOf(), postponed)).toBe(now + 4000);
    expect(nextDueAt(undefined, none)).toBeUndefined();
    expect(nextDueAt(createDeliveryWork().queues.get(endpoint_id), none)).toBeUndefined();
  });

  it('are looked at the more rarely the longer they wait', () => {
    const pause = (waitedMs: number) => nextLookAt(new Date(now - waitedMs).toISOString(), now) - now;
    expect([0, 5000, 60_000, 3_600_000].map(pause)).toEqual([1000, 1000, 6000, 360_000]);
  });
});
