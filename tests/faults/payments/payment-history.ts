import type { RandomDraws } from '../../predictions/random-draws.ts';

/** One notification as the provider sends it; its bytes and its signature are made when it is posted. */
export interface SentPayment {
  readonly event_id: string;
  readonly event_type: string;
  readonly occurred_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface HistoryPrice {
  readonly id: string;
  readonly plan: number;
  readonly period: 'monthly' | 'annual';
}

/** What holds at the provider after all of a history, kept by the history itself: nothing of the product is asked. */
export interface TrueBilling {
  readonly subscription_id: string;
  readonly started_at: string;
  status: 'active' | 'past_due' | 'paused' | 'canceled';
  price: HistoryPrice;
  scheduled: { action: 'pause' | 'cancel'; effective_at: string } | null;
  next_billed_at: string | null;
  stopped_at: string | null;
  first_failure: string | null;
  readonly payments: Map<string, TruePayment>;
}

export interface TruePayment {
  at: string;
  ends_at: string;
  state: 'paid' | 'failed' | 'refunded' | 'partly_refunded';
}

export interface PaymentHistory {
  readonly sent: readonly SentPayment[];
  readonly truth: TrueBilling;
}

interface Writer {
  readonly truth: TrueBilling;
  readonly sent: SentPayment[];
  readonly draws: RandomDraws;
  readonly name: string;
  /** Microseconds, since the provider says them. */
  now: number;
  transactions: number;
}

const dayUs = 86_400_000_000;
const price = (id: string) => [{ price: { id }, quantity: 1 }];

/** With six decimals, as the provider writes them. */
const instant = (us: number): string =>
  `${new Date(Math.floor(us / 1000)).toISOString().slice(0, -1)}${String(us % 1000).padStart(3, '0')}Z`;

/**
 * A subscription's life of about `length` notifications that ends now: bought with the transaction, then renewed, failed, paid again,
 * paused, changed, refunded and stopped at random.
 */
export function writeHistory(
  draws: RandomDraws,
  options: {
    name: string;
    transactionId: string;
    prices: readonly HistoryPrice[];
    bought: HistoryPrice;
    length: number;
  },
): PaymentHistory {
  const began = (Date.now() - 50 * 86_400_000) * 1000;
  const truth: TrueBilling = {
    subscription_id: `sub_${options.name}`,
    started_at: instant(began),
    status: 'active',
    price: options.bought,
    scheduled: null,
    next_billed_at: instant(began + 30 * dayUs),
    stopped_at: null,
    first_failure: null,
    payments: new Map(),
  };
  const writer: Writer = { truth, sent: [], draws, name: options.name, now: began, transactions: 0 };
  pay(writer, options.transactionId);
  tellSubscription(writer, 'created', { transaction_id: options.transactionId });
  const stepUs = (49.5 * dayUs) / options.length;
  while (writer.sent.length < options.length && truth.status !== 'canceled') {
    writer.now += 1 + Math.floor(draws.uniform() * 2 * stepUs);
    // What could last must not end a history early.
    advance(writer, options.prices, writer.sent.length > options.length - 6);
  }
  return { sent: writer.sent, truth };
}

function advance(writer: Writer, prices: readonly HistoryPrice[], mayEnd: boolean): void {
  const { status, scheduled } = writer.truth;
  if (status === 'past_due') tryAgain(writer);
  else if (status === 'paused') resume(writer);
  else if (scheduled !== null) settleScheduled(writer, mayEnd);
  else advanceActive(writer, prices);
}

function tryAgain(writer: Writer): void {
  const { truth, draws } = writer;
  if (draws.chance(0.5)) {
    fail(writer, newestFailed(truth));
    return;
  }
  pay(writer, newestFailed(truth));
  truth.status = 'active';
  truth.first_failure = null;
  tellSubscription(writer, 'updated');
}

function advanceActive(writer: Writer, prices: readonly HistoryPrice[]): void {
  const { draws } = writer;
  const step = draws.pick(
    ['renew', 'fail', 'pause', 'cancel', 'change', 'refund', 'same'] as const,
    [4, 3, 2, 1, 2, 1, 2],
  );
  if (step === 'renew') renew(writer);
  else if (step === 'fail') fail(writer, nextTransaction(writer));
  else if (step === 'refund') refund(writer);
  else if (step === 'change')
    change(
      writer,
      draws.pick(
        prices,
        prices.map(() => 1),
      ),
    );
  else if (step === 'same') tellSubscription(writer, 'updated');
  else schedule(writer, step);
}

/** Moved before it is charged, as the provider does. */
function renew(writer: Writer): void {
  writer.truth.next_billed_at = instant(writer.now + 30 * dayUs);
  tellSubscription(writer, 'updated');
  pay(writer, nextTransaction(writer));
}

function resume(writer: Writer): void {
  Object.assign(writer.truth, { status: 'active', stopped_at: null, next_billed_at: instant(writer.now + 30 * dayUs) });
  pay(writer, nextTransaction(writer));
  tellSubscription(writer, 'resumed');
}

function schedule(writer: Writer, action: 'pause' | 'cancel'): void {
  writer.truth.scheduled = { action, effective_at: instant(writer.now + dayUs) };
  tellSubscription(writer, 'updated');
}

/** It is taken back, or it happens; what is final only near the end. */
function settleScheduled(writer: Writer, mayEnd: boolean): void {
  const { truth, draws } = writer;
  const action = truth.scheduled?.action;
  truth.scheduled = null;
  if (draws.chance(0.4) || (action === 'cancel' && !mayEnd)) {
    tellSubscription(writer, 'updated');
    return;
  }
  const status = action === 'cancel' ? 'canceled' : 'paused';
  Object.assign(truth, { status, stopped_at: instant(writer.now), next_billed_at: null });
  tellSubscription(writer, status);
}

function change(writer: Writer, to: HistoryPrice): void {
  writer.truth.price = to;
  tellSubscription(writer, 'updated');
}

function fail(writer: Writer, transactionId: string): void {
  const { truth } = writer;
  const at = instant(writer.now);
  const payment = truth.payments.get(transactionId);
  if (payment === undefined) truth.payments.set(transactionId, { at, ends_at: '', state: 'failed' });
  tellTransaction(writer, 'payment_failed', transactionId, instant(writer.now + 30 * dayUs));
  truth.first_failure ??= at;
  truth.status = 'past_due';
  tellSubscription(writer, 'past_due');
}

function pay(writer: Writer, transactionId: string): void {
  const ends_at = instant(writer.now + 30 * dayUs);
  writer.truth.payments.set(transactionId, { at: instant(writer.now), ends_at, state: 'paid' });
  tellTransaction(writer, 'completed', transactionId, ends_at);
}

/** Of the newest payment; asked for first, which changes nothing yet. */
function refund(writer: Writer): void {
  const { truth, draws, sent } = writer;
  const [id, paid] = [...truth.payments].at(-1) ?? [];
  if (id === undefined || paid?.state !== 'paid') {
    tellSubscription(writer, 'updated');
    return;
  }
  const type = draws.chance(0.5) ? 'full' : 'partial';
  const adjustment = { id: `adj_${writer.name}_${sent.length}`, transaction_id: id, action: 'refund', type };
  record(writer, 'adjustment.created', { ...adjustment, status: 'pending_approval' });
  writer.now += 1;
  record(writer, 'adjustment.updated', { ...adjustment, status: 'approved' });
  paid.state = type === 'full' ? 'refunded' : 'partly_refunded';
  if (type === 'full') paid.ends_at = sent.at(-1)?.occurred_at ?? '';
}

const newestFailed = ({ payments }: TrueBilling): string =>
  [...payments].findLast(([, { state }]) => state === 'failed')?.[0] ?? '';

function nextTransaction(writer: Writer): string {
  writer.transactions += 1;
  return `txn_${writer.name}_${writer.transactions}`;
}

function tellSubscription(writer: Writer, event: string, more: object = {}): void {
  const {
    subscription_id: id,
    status,
    price: bought,
    scheduled,
    next_billed_at,
    started_at,
    stopped_at,
  } = writer.truth;
  record(writer, `subscription.${event}`, {
    id,
    status,
    started_at,
    next_billed_at,
    items: price(bought.id),
    scheduled_change: scheduled,
    ...more,
    paused_at: status === 'paused' ? stopped_at : null,
    canceled_at: status === 'canceled' ? stopped_at : null,
  });
}

function tellTransaction(writer: Writer, event: string, id: string, ends_at: string): void {
  const { subscription_id } = writer.truth;
  const details = { totals: { grand_total: '9900' } };
  record(writer, `transaction.${event}`, {
    id,
    status: event === 'completed' ? 'completed' : 'past_due',
    subscription_id,
    currency_code: 'USD',
    details,
    billing_period: { starts_at: instant(writer.now), ends_at },
  });
}

/** Some share the instant of the one before and differ in when their entity was updated alone. */
function record(writer: Writer, event_type: string, data: object): void {
  const { sent, name, draws } = writer;
  const before = sent.at(-1);
  const occurred_at = instant(writer.now);
  const updated_at = before?.occurred_at === occurred_at ? instant(writer.now + sent.length) : occurred_at;
  sent.push({ event_id: `evt_${name}_${sent.length}`, event_type, occurred_at, data: { ...data, updated_at } });
  if (draws.chance(0.8)) writer.now += 1;
}
