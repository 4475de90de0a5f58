import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../event-catalogue.ts';
import { createDeliveryWork, type DeliveryWork, evolveDeliveryWork } from './delivery-work.ts';

const endpoint_id = '5b2c61c4-3a8e-4f7e-9a3b-0d6a55f1c2e7';
const delivery_id = '0f9c1f2e-6a53-5d0e-8a57-4f1d1f0f5a11';
const at = '2026-11-23T09:40:00.000Z';
const to = { application_id: 3, endpoint_id, lane: 'webhook' as const, url: 'https://hooks.example.com/' };
const deliveryFields = {
  delivery_id,
  event: 'refund',
  notification_id: 'n',
  original_transaction_id: 'o',
  transaction_id: 't',
  fact_key: 'k',
  event_at: at,
  created_at: at,
};
const queued: DomainEvent = {
  type: 'WebhooksQueued',
  data: { ...to, through: 70, deliveries: [{ ...deliveryFields, held_until: null }] },
};
const attempt = (state: 'pending' | 'delivered', next_attempt_at: string | null): DomainEvent => ({
  type: 'WebhooksAttempted',
  data: {
    ...to,
    attempts: [
      { ...deliveryFields, sequence: 4, at, status: 200, ms: 1, error: null, answer: '', state, next_attempt_at },
    ],
  },
});
const replayed = (sequence: number | null): DomainEvent => ({
  type: 'WebhookReplayRequested',
  data: { ...to, ...deliveryFields, sequence, account_id: 1, requested_at: at },
});

function fold(...events: readonly DomainEvent[]): DeliveryWork {
  const work = createDeliveryWork();
  for (const [index, event] of events.entries()) {
    evolveDeliveryWork(work, event, { revision: BigInt(index), position: BigInt(100 + index) });
  }
  return work;
}
const queueOf = (...events: readonly DomainEvent[]) => fold(...events).queues.get(endpoint_id);
const openOf = (...events: readonly DomainEvent[]) => queueOf(...events)?.open.get(delivery_id);

describe('deliveries that wait', () => {
  it('are known from events of many, with the place of each stream', () => {
    const queue = queueOf(queued, attempt('pending', at));
    expect(queue).toMatchObject({ queued: { revision: 0, through: 70 }, attempts: 1, queued_alone: 0 });
    expect(queue?.open.get(delivery_id)).toMatchObject({ revision: null, delivery: { tries: 1, sequence: 4 } });
    expect(queue?.open.get(delivery_id)?.delivery.identity).toEqual({ ...to, ...deliveryFields });
    expect(openOf(queued, attempt('delivered', null))).toBeUndefined();
  });

  it('keep the sequence of their first attempt when a replay was asked for before it was known', () => {
    expect(openOf(queued, attempt('delivered', null), replayed(null))?.delivery.sequence).toBe(4);
    expect(openOf(queued, replayed(null), attempt('pending', at))?.delivery.sequence).toBe(4);
    expect(openOf(replayed(7))?.delivery.sequence).toBe(7);
  });

  it('remember the last of those that were queued by events of their own', () => {
    const alone: DomainEvent = { type: 'WebhookQueued', data: { ...to, ...deliveryFields, held_until: null } };
    expect(queueOf(queued, alone)).toMatchObject({ queued_alone: 101 });
    expect(openOf(alone)).toMatchObject({ revision: 0 });
  });
});
