import { dayMs } from '../../shared/calendar/days.ts';
import type { BillingAccounts, BillingRequest } from './billing-accounts.ts';
import type { BookedSubscription } from './payment-book.ts';
import type { PaymentFact } from './payment-fact.ts';
import type { BillingPeriod, PlanChoice, PlanLevel } from './plans.ts';
import { firstFailure, type ListedPayment, paidUntil, paymentsOf, transactionsOf } from './team-payments.ts';

export type BillingState = 'none' | 'active' | 'past_due' | 'pausing' | 'cancelling' | 'paused' | 'canceled';

export interface TeamSubscription extends PlanChoice {
  readonly subscription_id: string;
  readonly price_id: string | null;
  /** Whether its price is of a plan; one that is in none is served as the smallest. */
  readonly known_price: boolean;
  readonly started_at: string;
  readonly next_billed_at: string | null;
  /** When a pause or the cancellation begins, or began. */
  readonly stops_at: string | null;
  /** When a pause ends by itself, if the provider has planned that. */
  readonly resumes_at: string | null;
}

/** What a team has paid for; a function of the log alone. Instants have six decimals. */
export interface TeamBilling {
  readonly state: BillingState;
  readonly subscription: TeamSubscription | null;
  readonly paid_until: string | null;
  /** While a payment is due: how long service goes on without it. */
  readonly grace_until: string | null;
  readonly first_failure: string | null;
  readonly payments: readonly ListedPayment[];
  /** Subscriptions that would charge; more than one is a mistake. */
  readonly charging: number;
  readonly open_request: BillingRequest | null;
}

const graceMs = 30 * dayMs;
/** Plans by price of this installation. */
export type PlanByPrice = (priceId: string) => PlanChoice | undefined;

/** @param planOf Prices that this installation sells; those the team itself bought are known without. */
export function teamBilling(
  accounts: BillingAccounts,
  teamId: number,
  planOf: PlanByPrice = () => undefined,
): TeamBilling {
  const { book } = accounts;
  const subscriptions = subscriptionsOf(accounts, teamId);
  const current = subscriptions[0];
  const transactions = [...(accounts.checkoutsByTeam.get(teamId) ?? [])].flatMap(
    (id) => book.transactions.get(id) ?? [],
  );
  const all = [
    ...new Set([...transactions, ...subscriptions.flatMap((booked) => transactionsOf(book, booked.subscription_id))]),
  ];
  const payments = paymentsOf(book, all);
  const paid_until = paidUntil(book, all);
  const requestId = accounts.requestByTeam.get(teamId);
  const request = requestId === undefined ? undefined : accounts.requests.get(requestId);
  const open_request = request !== undefined && request.ended === undefined ? request : null;
  const charging = subscriptions.filter((booked) => booked.canceled === null).length;
  const common = { paid_until, payments, charging, open_request };
  if (current === undefined) {
    return { ...common, state: 'none', subscription: null, grace_until: null, first_failure: null };
  }
  const subscription = describe(accounts, teamId, current, planOf);
  const failure = firstFailure(book, current, transactionsOf(book, current.subscription_id));
  const state = stateOf(current);
  const first_failure = state === 'past_due' ? failure : null;
  const grace_until = first_failure === null ? null : graceEnd(first_failure, subscription.next_billed_at);
  return { ...common, state, subscription, grace_until, first_failure };
}

/** Whose a subscription is: the team's that made one of its transactions; the provider's own words never assign. */
export function teamOfSubscription(accounts: BillingAccounts, subscriptionId: string): number | undefined {
  const { book, checkouts } = accounts;
  const linked = book.transactionsBySubscription.get(subscriptionId) ?? new Set();
  const owner = [...linked].map((id) => checkouts.get(id)?.team_id).find((team) => team !== undefined);
  const subscription = book.subscriptions.get(subscriptionId);
  if (owner === undefined || subscription === undefined) return owner;
  return isForeignPrice(accounts, owner, subscription.newest.fact.price_id) ? undefined : owner;
}

/** Whose a payment or a subscription is that the provider says something about. */
export function teamOfPayment(accounts: BillingAccounts, fact: PaymentFact): number | undefined {
  if (fact.kind === 'subscription') return teamOfSubscription(accounts, fact.subscription_id);
  const { transaction_id } = fact;
  const subscription = accounts.book.subscriptionByTransaction.get(transaction_id);
  const ofSubscription = subscription === undefined ? undefined : teamOfSubscription(accounts, subscription);
  return ofSubscription ?? accounts.checkouts.get(transaction_id)?.team_id;
}

/** Whether a payment failed for a while: a renewal that did, not a card that was declined while a plan was bought. */
export function wasOverdue({ book }: BillingAccounts, transactionId: string): boolean {
  const subscription = book.subscriptionByTransaction.get(transactionId);
  if (subscription === undefined || book.transactions.get(transactionId)?.failed == null) return false;
  return transactionsOf(book, subscription).some(
    ({ transaction_id, completed }) => transaction_id !== transactionId && completed !== null,
  );
}

/** Those that still charge first, then the newest. */
function subscriptionsOf(accounts: BillingAccounts, teamId: number): BookedSubscription[] {
  const { book, checkoutsByTeam } = accounts;
  const ids = [...(checkoutsByTeam.get(teamId) ?? [])].flatMap((id) => book.subscriptionByTransaction.get(id) ?? []);
  const subscriptions = [...new Set(ids)].flatMap((id) => book.subscriptions.get(id) ?? []);
  const begun = ({ newest }: BookedSubscription) => newest.fact.started_at ?? newest.occurred_at;
  return subscriptions
    .filter(({ newest }) => !isForeignPrice(accounts, teamId, newest.fact.price_id))
    .toSorted((a, b) => {
      if ((a.canceled === null) !== (b.canceled === null)) return a.canceled === null ? -1 : 1;
      return begun(a) < begun(b) ? 1 : begun(a) > begun(b) ? -1 : a.subscription_id < b.subscription_id ? -1 : 1;
    });
}

/** A price that was granted, but not to this team. */
function isForeignPrice({ specialPrices }: BillingAccounts, teamId: number, priceId: string | null): boolean {
  if (priceId === null) return false;
  const holders = [...specialPrices].filter(([, prices]) => prices.some(({ price_id }) => price_id === priceId));
  return holders.length > 0 && !holders.some(([team]) => team === teamId);
}

function stateOf({ newest, canceled }: BookedSubscription): BillingState {
  if (canceled !== null) return 'canceled';
  const { status, scheduled } = newest.fact;
  if (status === 'past_due' || status === 'paused') return status;
  if (scheduled?.action === 'pause') return 'pausing';
  if (scheduled?.action === 'cancel') return 'cancelling';
  return 'active';
}

function graceEnd(failedAt: string, nextBilledAt: string | null): string {
  const longest = Date.parse(failedAt) + graceMs;
  const end = nextBilledAt === null ? longest : Math.min(longest, Date.parse(nextBilledAt));
  return new Date(end).toISOString();
}

function describe(
  accounts: BillingAccounts,
  teamId: number,
  { subscription_id, newest, canceled }: BookedSubscription,
  planOf: PlanByPrice,
): TeamSubscription {
  const { price_id, started_at, next_billed_at, scheduled, paused_at, canceled_at } = (canceled ?? newest).fact;
  const choice = price_id === null ? undefined : (boughtAs(accounts, teamId, price_id) ?? planOf(price_id));
  const { plan, period } = choice ?? smallest;
  return {
    subscription_id,
    price_id,
    plan,
    period,
    known_price: choice !== undefined,
    started_at: started_at ?? newest.occurred_at,
    next_billed_at,
    stops_at: (scheduled?.action === 'resume' ? null : scheduled?.effective_at) ?? canceled_at ?? paused_at,
    resumes_at: scheduled?.action === 'resume' ? scheduled.effective_at : null,
  };
}

const smallest: PlanChoice = { plan: 2 satisfies PlanLevel, period: 'monthly' satisfies BillingPeriod };

/** What the team chose when it bought the price or changed to it. */
function boughtAs(accounts: BillingAccounts, teamId: number, priceId: string): PlanChoice | undefined {
  const bought = [...(accounts.checkoutsByTeam.get(teamId) ?? [])]
    .flatMap((id) => accounts.checkouts.get(id) ?? [])
    .findLast(({ price_id }) => price_id === priceId);
  if (bought !== undefined) return bought;
  for (const { team_id, change } of accounts.requests.values()) {
    if (team_id === teamId && change?.price_id === priceId) return change;
  }
  return undefined;
}
