import type { BillingEvent } from './billing.events.ts';
import { applyFact, createPaymentBook, type PaymentBook } from './payment-book.ts';
import type { PlanChoice } from './plans.ts';

type EventData<Type extends BillingEvent['type']> = Extract<BillingEvent, { type: Type }>['data'];
export type Checkout = EventData<'CheckoutStarted'>;
export type SpecialPrice = EventData<'SpecialPriceGranted'>['prices'][number];

/** What an admin asked the provider for. */
export interface BillingRequest {
  readonly team_id: number;
  readonly request_id: string;
  readonly subscription_id: string;
  readonly account_id: number;
  readonly requested_at: string;
  readonly wish: 'pause' | 'restart' | 'change';
  /** Of a change of plan. */
  readonly change: (PlanChoice & { readonly price_id: string; readonly upgrade: boolean }) | null;
  /** Absent while it is under way; the code of a refusal, or `null` when it was done. */
  ended?: string | null;
}

/** All that is known of payments, in memory: filled by following the log, so its maps change in place. */
export interface BillingAccounts {
  readonly book: PaymentBook;
  /** By transaction; of several tickets for one the newest. */
  readonly checkouts: Map<string, Checkout>;
  readonly checkoutsByTeam: Map<number, Set<string>>;
  readonly transactionByTicket: Map<string, { readonly transaction_id: string; readonly checkout: Checkout }>;
  readonly specialPrices: Map<number, readonly SpecialPrice[]>;
  /** By request; the newest last. */
  readonly requests: Map<string, BillingRequest>;
  /** The team's newest request. */
  readonly requestByTeam: Map<number, string>;
}

export const createBillingAccounts = (): BillingAccounts => ({
  book: createPaymentBook(),
  checkouts: new Map(),
  checkoutsByTeam: new Map(),
  transactionByTicket: new Map(),
  specialPrices: new Map(),
  requests: new Map(),
  requestByTeam: new Map(),
});

/** Applies an event; applying one twice changes nothing. @param position commit position. */
export function applyBillingEvent(accounts: BillingAccounts, event: BillingEvent, position: bigint): void {
  switch (event.type) {
    case 'PaymentNotificationReceived':
    case 'PaymentObserved':
      if (event.data.fact !== null) applyFact(accounts.book, event.data.fact, { ...event.data, position });
      return;
    case 'CheckoutStarted':
      applyCheckout(accounts, event.data);
      return;
    case 'SpecialPriceGranted':
      accounts.specialPrices.set(event.data.team_id, event.data.prices);
      return;
    case 'BillingRequestEnded': {
      const request = accounts.requests.get(event.data.request_id);
      if (request !== undefined) request.ended = event.data.code;
      return;
    }
    default:
      applyRequest(accounts, event);
  }
}

function applyCheckout(accounts: BillingAccounts, checkout: Checkout): void {
  const { team_id, transaction_id, ticket_hash } = checkout;
  accounts.checkouts.set(transaction_id, checkout);
  accounts.transactionByTicket.set(ticket_hash, { transaction_id, checkout });
  const teamCheckouts = accounts.checkoutsByTeam.get(team_id) ?? new Set();
  teamCheckouts.add(transaction_id);
  accounts.checkoutsByTeam.set(team_id, teamCheckouts);
}

const wishes = {
  SubscriptionPauseRequested: 'pause',
  SubscriptionRestartRequested: 'restart',
  PlanChangeRequested: 'change',
} as const;

type RequestEvent = Extract<BillingEvent, { type: keyof typeof wishes }>;

function applyRequest(accounts: BillingAccounts, event: RequestEvent): void {
  const { team_id, request_id, subscription_id, account_id, requested_at } = event.data;
  if (accounts.requests.has(request_id)) return;
  const change = event.type === 'PlanChangeRequested' ? changeOf(event.data) : null;
  const request = { team_id, request_id, subscription_id, account_id, requested_at, wish: wishes[event.type], change };
  accounts.requests.set(request_id, request);
  accounts.requestByTeam.set(team_id, request_id);
}

const changeOf = ({ plan, period, price_id, upgrade }: EventData<'PlanChangeRequested'>) => ({
  plan,
  period,
  price_id,
  upgrade,
});
