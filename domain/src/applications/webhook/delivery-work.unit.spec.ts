import { describe, expect, it } from 'vitest';
import type { DomainEvent, DomainEventOf } from '../../event-catalogue.ts';
import {
  beginAfter,
  createDeliveryWork,
  type DeliveryWork,
  evolveDeliveryWork,
  resumeQueue,
  settledPosition,
} from './delivery-work.ts';

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
  return foldOn(createDeliveryWork(), ...events);
}

function foldOn(work: DeliveryWork, ...events: readonly DomainEvent[]): DeliveryWork {
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
    expect(queue).toMatchObject({ queued: { revision: 0, through: 70 }, attempts: 1 });
    expect(queue?.open.get(delivery_id)).toMatchObject({ revision: null, delivery: { tries: 1, sequence: 4 } });
    expect(queue?.open.get(delivery_id)?.delivery.identity).toEqual({ ...to, ...deliveryFields });
    expect(openOf(queued, attempt('delivered', null))).toBeUndefined();
  });

  it('keep the sequence of their first attempt when a replay was asked for before it was known', () => {
    expect(openOf(queued, attempt('delivered', null), replayed(null))?.delivery.sequence).toBe(4);
    expect(openOf(queued, replayed(null), attempt('pending', at))?.delivery.sequence).toBe(4);
    expect(openOf(replayed(7))?.delivery.sequence).toBe(7);
  });
});

describe('the position after which all that waits was queued', () => {
  it('is that of the last event while nothing waits', () => {
    expect(settledPosition(fold())).toBeNull();
    expect(settledPosition(fold(queued, attempt('delivered', null)))).toBe(101);
  });

  it('is before the event that queued the oldest, however often it was tried, and before a replay', () => {
    expect(settledPosition(fold(queued, attempt('pending', at)))).toBeNull();
    const replay = fold(queued, attempt('delivered', null), replayed(4), attempt('pending', at));
    expect(settledPosition(replay)).toBe(101);
  });

  it('is where a fold began that has read nothing since', () => {
    const work = createDeliveryWork();
    beginAfter(work, 70n);
    expect(settledPosition(work)).toBe(70);
    expect(settledPosition(foldOn(work, queued))).toBe(70);
  });
});

describe('a fold that began later than the log', () => {
  const failed = attempt('pending', at) as DomainEventOf<'WebhooksAttempted'>;
  const frozen: DomainEventOf<'WebhooksFrozen'> = {
    type: 'WebhooksFrozen',
    data: {
      endpoint_id,
      first_sequence: 6,
      deliveries: [
        { delivery_id, body: '', proceeds: null },
        { delivery_id: '1a9c1f2e-6a53-5d0e-8a57-4f1d1f0f5a12', body: '', proceeds: null },
      ],
      frozen_at: at,
    },
  };
  const ends = {
    queued: { revision: 30, through: 900 },
    frozen: { event: frozen, revision: 20 },
    attempts: [failed, failed, failed],
    attemptsRevision: 40,
  };

  it('knows the ends of the streams of an endpoint once it was told of them', () => {
    const work = createDeliveryWork();
    beginAfter(work, 70n);
    resumeQueue(work, endpoint_id, ends);
    const queue = work.queues.get(endpoint_id);
    expect(queue).toMatchObject({ sequence: 7, frozen_revision: 20, attempts: 40, queued: ends.queued, whole: true });
    expect(queue?.health.failing_since).toBe(Date.parse(at));
    expect(queue?.open.size).toBe(0);
  });

  it('does not go back when it reads what it was told of', () => {
    const work = createDeliveryWork();
    beginAfter(work, 70n);
    resumeQueue(work, endpoint_id, { ...ends, attempts: [failed] });
    foldOn(work, queued, attempt('pending', at), { ...frozen, data: { ...frozen.data, first_sequence: 2 } });
    const queue = work.queues.get(endpoint_id);
    expect(queue).toMatchObject({ sequence: 7, frozen_revision: 20, attempts: 40, queued: ends.queued });
    expect(queue?.health.failures).toHaveLength(1);
    expect(queue?.open.has(delivery_id)).toBe(true);
  });

  it('is told nothing that it has from the beginning', () => {
    const work = fold(queued);
    resumeQueue(work, endpoint_id, ends);
    expect(work.queues.get(endpoint_id)).toMatchObject({ sequence: 0, queued: { revision: 0, through: 70 } });
  });
});
