import { createDirectory, type DomainEvent, evolveDirectory, type PaymentFact } from '@tapwise/domain';
import { expect, it } from 'vitest';
import { teamOf } from './event-subject.ts';

const at = '2026-11-01T00:00:00.000Z';
const checkout: DomainEvent = {
  type: 'CheckoutStarted',
  data: {
    team_id: 7,
    account_id: 7,
    checkout_id: 'c',
    ticket_hash: 'h',
    transaction_id: 'txn_1',
    price_id: 'pri_m',
    plan: 3,
    period: 'monthly',
    started_at: at,
    expires_at: at,
  },
};
const notified = (transaction_id: string, fact = true): DomainEvent => {
  const paid: PaymentFact = {
    kind: 'transaction',
    transaction_id,
    subscription_id: 'sub_1',
    outcome: 'completed',
    period_ends_at: at,
    amount: '19900',
    currency: 'USD',
  };
  return {
    type: 'PaymentNotificationReceived',
    data: {
      event_id: `evt_${transaction_id}`,
      event_type: 't',
      occurred_at: at,
      updated_at: at,
      received_at: at,
      fact: fact ? paid : null,
      body: 'v1.p.AA',
    },
  };
};

it('a notification of the provider concerns the team whose transaction it names, and no team when it names none', () => {
  const directory = createDirectory();
  for (const [position, event] of [checkout, notified('txn_1'), notified('txn_9')].entries()) {
    evolveDirectory(directory, event, { position: BigInt(position) });
  }
  expect(teamOf(checkout, directory)).toBe(7);
  expect(teamOf(notified('txn_1'), directory)).toBe(7);
  expect(teamOf(notified('txn_8'), directory)).toBeUndefined();
  expect(teamOf(notified('txn_1', false), directory)).toBeUndefined();
});
