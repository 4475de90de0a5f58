import { createDirectory, type Directory, type DomainEvent, evolveDirectory, teamBilling } from '@tapwise/domain';
import { describe, expect, it } from 'vitest';
import { billingMails, endingMails, usageMails } from './billing-mails.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const start = Date.parse('2026-11-01T00:00:00.000Z');
const day = (days: number) => new Date(start + days * dayMs).toISOString();

const joined = (account_id: number, access: 'admin' | 'member'): DomainEvent => ({
  type: 'TeamMemberJoined',
  data: { team_id: 70, account_id, access, token_hash: null, joined_at: day(0) },
});
const founded = (demo = false): DomainEvent[] => [
  { type: 'TeamFounded', data: { team_id: 70, name: 'c', founded_at: day(0), trial_expires_at: day(30), demo } },
  joined(7, 'admin'),
  joined(8, 'member'),
];
const checkout: DomainEvent = {
  type: 'CheckoutStarted',
  data: {
    team_id: 70,
    account_id: 7,
    checkout_id: 'c',
    ticket_hash: 'h',
    transaction_id: 'txn_1',
    price_id: 'pri_m',
    plan: 3,
    period: 'monthly',
    started_at: day(0),
    expires_at: day(1),
  },
};
type Notification = Extract<DomainEvent, { type: 'PaymentNotificationReceived' }>;
type Fact = NonNullable<Notification['data']['fact']>;
const notified = (days: number, event_type: string, fact: Fact): Notification => {
  const occurred_at = day(days).replace('Z', '000Z');
  const times = { occurred_at, updated_at: occurred_at, received_at: day(days) };
  return {
    type: 'PaymentNotificationReceived',
    data: { event_id: `evt_${event_type}_${days}`, event_type, ...times, fact, body: 'v1.p.AA' },
  };
};
const subscription = (days: number, name: string, overrides: object = {}) =>
  notified(days, `subscription.${name}`, {
    kind: 'subscription',
    subscription_id: 'sub_1',
    transaction_id: 'txn_1',
    status: 'active',
    failed: false,
    price_id: 'pri_m',
    started_at: day(0),
    next_billed_at: day(60),
    scheduled: null,
    paused_at: null,
    canceled_at: null,
    ...overrides,
  });
const payment = (days: number, transaction_id: string, name: string, outcome: 'completed' | 'failed') =>
  notified(days, `transaction.${name}`, {
    kind: 'transaction',
    transaction_id,
    subscription_id: 'sub_1',
    outcome,
    period_ends_at: day(days + 30),
    amount: '19900',
    currency: 'USD',
  });
const bought = [checkout, subscription(0, 'activated'), payment(0, 'txn_1', 'completed', 'completed')];
const failed = [
  subscription(30, 'past_due', { status: 'past_due', failed: true }),
  payment(30, 'txn_2', 'payment_failed', 'failed'),
];

function directoryOf(...events: readonly DomainEvent[]): Directory {
  const directory = createDirectory();
  for (const [index, event] of events.entries()) evolveDirectory(directory, event, { position: BigInt(index) });
  return directory;
}
/** Kinds and keys of the mails that the last of the events is the cause of. */
const causedBy = (...events: readonly DomainEvent[]) =>
  billingMails(
    {
      event: events.at(-1) as DomainEvent,
      position: BigInt(founded().length + events.length - 1),
      recordedAt: new Date(start),
    },
    directoryOf(...founded(), ...events),
  ).map(({ kind, key, to }) => ({ kind, key, to }));
const dueAt = (directory: Directory, at: number) =>
  endingMails(directory, at).map(({ kind, facts }) => [kind, facts?.days]);

describe('mails about a subscription', () => {
  const at = (days: number) => day(days).replace('Z', '000Z');
  const scheduled = { action: 'pause', effective_at: at(30) } as const;
  const mailOf = (kind: string, key: string) => [{ kind, key: `${kind}|sub_1${key}|7`, to: { accountId: 7 } }];
  const pausing = subscription(5, 'updated', { scheduled });
  const paused = subscription(30, 'paused', { status: 'paused', paused_at: at(30) });

  it('go to admins alone when it starts and ends', () => {
    for (const [name, kind] of [
      ['activated', 'subscription-started'],
      ['canceled', 'subscription-ended'],
    ] as const) {
      const overrides = name === 'canceled' ? { status: 'canceled', canceled_at: at(5) } : {};
      expect(causedBy(...bought, subscription(5, name, overrides))).toEqual(mailOf(kind, ''));
    }
    expect(causedBy(...bought, subscription(5, 'updated'))).toEqual([]);
    expect(causedBy(subscription(5, 'activated'))).toEqual([]);
  });

  it('say once that it will pause, when that is scheduled, and that it goes on, also when that is taken back', () => {
    expect(causedBy(...bought, pausing)).toEqual(mailOf('subscription-paused', `|${at(5)}`));
    expect(causedBy(...bought, pausing, subscription(6, 'updated', { scheduled }))).toEqual([]);
    expect(causedBy(...bought, pausing, paused)).toEqual([]);
    const takenBack = subscription(7, 'updated');
    expect(causedBy(...bought, pausing, takenBack)).toEqual(mailOf('subscription-restarted', `|${at(7)}`));
    expect(causedBy(...bought, pausing, takenBack, subscription(8, 'updated'))).toEqual([]);
    const again = subscription(9, 'updated', { scheduled });
    expect(causedBy(...bought, pausing, takenBack, again)).toEqual(mailOf('subscription-paused', `|${at(9)}`));
    const resumed = subscription(40, 'resumed');
    expect(causedBy(...bought, pausing, paused, resumed)).toEqual(mailOf('subscription-restarted', `|${at(40)}`));
    expect(causedBy(...bought, pausing, paused, resumed, subscription(41, 'updated'))).toEqual([]);
    const cancelling = { scheduled: { ...scheduled, action: 'cancel' } };
    expect(causedBy(...bought, pausing, subscription(8, 'updated', cancelling))).toEqual([]);
  });

  it('say that it pauses at once, and name the day until which it was paid for', () => {
    const atOnce = subscription(6, 'paused', { status: 'paused', paused_at: at(6) });
    expect(causedBy(...bought, atOnce)).toEqual(mailOf('subscription-paused', `|${at(6)}`));
    for (const event of [pausing, atOnce]) {
      const directory = directoryOf(...founded(), ...bought, event);
      const position = BigInt(founded().length + bought.length);
      const [mail] = billingMails({ event, position, recordedAt: new Date(start) }, directory);
      expect(mail?.facts).toMatchObject({ day: 'December 1, 2026' });
    }
  });

  it('are none for what is older than what was known, in whatever order notifications come', () => {
    const late = subscription(4, 'updated', { scheduled });
    expect(causedBy(...bought, pausing, late)).toEqual([]);
    expect(causedBy(...bought, subscription(7, 'updated'), late)).toEqual([]);
    expect(causedBy(...bought, paused, pausing)).toEqual([]);
    // What came later is not known yet where the mail is decided, whenever that is.
    const directory = directoryOf(...founded(), ...bought, pausing, subscription(7, 'updated'));
    const position = BigInt(founded().length + bought.length);
    const mails = billingMails({ event: pausing, position, recordedAt: new Date(start) }, directory);
    expect(mails.map(({ kind }) => kind)).toEqual(['subscription-paused']);
  });

  it('say once that a payment failed, whichever notification comes first, and that it was made', () => {
    const [pastDue, declined] = failed as [Notification, Notification];
    const first = causedBy(...bought, pastDue);
    expect(first).toMatchObject([{ kind: 'billing-issue' }]);
    expect(causedBy(...bought, pastDue, declined)).toEqual(first);
    const paid = payment(33, 'txn_2', 'completed', 'completed');
    expect(causedBy(...bought, ...failed, paid)).toMatchObject([
      { kind: 'billing-fixed', key: 'billing-fixed|txn_2|7' },
    ]);
    // The first card was declined while the plan was bought.
    const declinedFirst = payment(0, 'txn_1', 'payment_failed', 'failed');
    expect(causedBy(checkout, declinedFirst, ...bought.slice(1))).toEqual([]);
  });
});

describe('mails about what a comparison with the provider found', () => {
  const observed = (notification: Notification): DomainEvent => {
    const { occurred_at, updated_at, fact } = notification.data;
    if (fact === null) throw new Error('nothing was observed');
    return { type: 'PaymentObserved', data: { team_id: 70, occurred_at, updated_at, observed_at: day(9), fact } };
  };

  it('are those of the notifications that were lost, once when these come after all', () => {
    for (const [name, status] of [
      ['paused', 'paused'],
      ['canceled', 'canceled'],
      ['past_due', 'past_due'],
    ] as const) {
      const notification = subscription(5, name, { status, failed: name === 'past_due' });
      const mails = causedBy(...bought, observed(notification));
      expect(mails).toHaveLength(1);
      expect(mails).toEqual(causedBy(...bought, notification));
    }
    const link = subscription(0, 'created');
    expect(causedBy(checkout, link, observed(payment(0, 'txn_1', 'completed', 'completed')))).toEqual(
      causedBy(checkout, link, subscription(0, 'activated')),
    );
  });

  it('are none for what only goes on', () => {
    expect(causedBy(...bought, observed(subscription(5, 'updated')))).toEqual([]);
  });
});

describe('mails about a coming end', () => {
  it('announce the end of a trial at 7, 3, 1 and 0 days, for half a day each', () => {
    const directory = directoryOf(...founded());
    for (const days of [7, 3, 1, 0]) {
      const at = start + (30 - days) * dayMs;
      expect(dueAt(directory, at - 1)).toEqual([]);
      expect(dueAt(directory, at)).toEqual([['trial-ending', days]]);
      expect(dueAt(directory, at + 12 * hourMs)).toEqual([]);
    }
    expect(dueAt(directoryOf(...founded(true)), start + 30 * dayMs)).toEqual([]);
    expect(dueAt(directoryOf(...founded(), ...bought), start + 30 * dayMs)).toEqual([]);
  });

  it('announce that pulls end after a month and recording after a year', () => {
    const directory = directoryOf(...founded());
    expect(dueAt(directory, start + (60 - 3) * dayMs)).toEqual([['pulls-end', 3]]);
    expect(dueAt(directory, start + (30 + 365 - 30) * dayMs)).toEqual([['recording-ends', 30]]);
  });

  it('repeat a failed payment three days before service ends', () => {
    const directory = directoryOf(...founded(), ...bought, ...failed);
    const grace = teamBilling(directory.billing, 70).grace_until ?? '';
    const [again] = endingMails(directory, Date.parse(grace) - 3 * dayMs);
    expect(again).toMatchObject({ kind: 'billing-issue', key: expect.stringMatching(/\|again\|7$/) });
    expect(endingMails(directory, Date.parse(grace) - 3 * dayMs - 1)).toEqual([]);
  });
});

describe('mails about used-up plans', () => {
  it('are due at 80 and 100 per cent, once each a month', () => {
    const directory = directoryOf(...founded(), ...bought);
    const team = directory.teams.get(70);
    if (team === undefined) throw new Error('no team');
    const at = (installs: number) =>
      usageMails(team, teamBilling(directory.billing, 70), { installs, month: '2026-11', now: start }).map(
        ({ key }) => key,
      );
    expect(at(31_999)).toEqual([]);
    expect(at(32_000)).toEqual(['plan-usage|70|2026-11|80|7']);
    expect(at(40_000)).toEqual(['plan-usage|70|2026-11|100|7']);
  });
});
