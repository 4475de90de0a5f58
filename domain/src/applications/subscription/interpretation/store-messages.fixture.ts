import { dayMs } from '../../../shared/calendar/days.ts';
import type { StoreNotification, TransactionLink } from '../subscription.decider.ts';
import type { StoreRenewal, StoreTransaction } from '../subscription.events.ts';

/** Midnight of a day of the story, day 0 being 1 January 2026. */
export const onDay = (day: number): string => new Date(Date.UTC(2026, 0, 1) + day * dayMs).toISOString();

/** A month at the standard price, bought on day 0 by default. */
export function transaction(overrides: Partial<StoreTransaction> = {}): StoreTransaction {
  return {
    transaction_id: 't1',
    original_transaction_id: 'o1',
    product_id: 'month',
    kind: 'auto_renewable',
    purchased_at: onDay(0),
    original_purchased_at: onDay(0),
    expires_at: onDay(30),
    quantity: 1,
    family_shared: false,
    app_account_token: null,
    reason: null,
    price_micros: 9_990_000,
    currency: 'USD',
    storefront: 'US',
    offer_type: null,
    offer_discount_type: null,
    is_upgraded: false,
    revoked_at: null,
    revocation_type: null,
    revocation_share: null,
    subscription_group: 'g1',
    ...overrides,
  };
}

/** Seven days for nothing, then a month from day 7 on. */
export const freeTrial = transaction({
  transaction_id: 'trial',
  expires_at: onDay(7),
  price_micros: 0,
  offer_type: 1,
  offer_discount_type: 'FREE_TRIAL',
});
/** Seven days for 1.99. */
export const paidIntro = transaction({
  transaction_id: 'intro',
  expires_at: onDay(7),
  price_micros: 1_990_000,
  offer_type: 1,
  offer_discount_type: 'PAY_UP_FRONT',
});
/** Thirty days for nothing by an offer code, which is no introduction. */
export const freeOffer = transaction({
  transaction_id: 'gift',
  price_micros: 0,
  offer_type: 3,
  offer_discount_type: 'FREE_TRIAL',
});
export const charge = transaction();
/** The same as the first of twelve that the subscriber has committed to. */
export const committed = transaction({ commitment: { payment: 1, payments: 12, expires_at: onDay(360) } });
/** The month after the trial's end. */
export const afterTrial = transaction({ transaction_id: 't2', purchased_at: onDay(7), expires_at: onDay(37) });
/** The month after the first month. */
export const secondMonth = transaction({ transaction_id: 't2', purchased_at: onDay(30), expires_at: onDay(60) });
/** The dearer product, bought on day 10. */
export const upgrade = transaction({
  transaction_id: 'up',
  product_id: 'year',
  purchased_at: onDay(10),
  expires_at: onDay(375),
  price_micros: 59_990_000,
});
export const pack = transaction({ transaction_id: 'pack', product_id: 'pack', kind: 'consumable', expires_at: null });

export const renewal = (auto_renew: boolean | null, overrides: Partial<StoreRenewal> = {}): StoreRenewal => ({
  auto_renew_product_id: null,
  auto_renew,
  expiration_intent: null,
  in_billing_retry: null,
  grace_period_expires_at: null,
  renewal_at: null,
  renewal_price_micros: null,
  currency: null,
  ...overrides,
});

export interface MessageOverrides {
  mapping?: number;
  id?: string;
  app?: number;
  renewal?: StoreRenewal | null;
}

/** A version 2 message signed on a day; the type may carry a subtype after a blank. */
export function message(
  name: string,
  day: number,
  described: StoreTransaction | StoreTransaction[] = [],
  overrides: MessageOverrides = {},
): StoreNotification {
  const [notification_type = '', subtype = null] = name.split(' ');
  const transactions = Array.isArray(described) ? described : [described];
  return {
    application_id: overrides.app ?? 1,
    notification_id: overrides.id ?? `${name} ${day} ${transactions.map((item) => item.transaction_id).join()}`,
    version: 'v2',
    notification_type,
    subtype,
    signed_at: onDay(day),
    received_at: onDay(day),
    original_transaction_id: 'o1',
    transactions,
    renewal: overrides.renewal ?? null,
    mapping: overrides.mapping ?? 1,
  };
}

/** The same in the old version, which knows no price. */
export function oldMessage(
  name: string,
  day: number,
  described: StoreTransaction | StoreTransaction[] = [],
  overrides: MessageOverrides = {},
): StoreNotification {
  const made = message(name, day, described, overrides);
  const unpriced = made.transactions.map((item) => ({ ...item, price_micros: null, currency: null, storefront: null }));
  return { ...made, version: 'v1', transactions: unpriced };
}

export const link = (install_id: string, overrides: Partial<TransactionLink> = {}): TransactionLink => ({
  application_id: 1,
  install_id,
  original_transaction_id: 'o1',
  transaction_id: 't1',
  product_id: 'month',
  purchased_at: onDay(0),
  linked_at: onDay(0),
  ...overrides,
});
export const revoked = transaction({ revoked_at: onDay(5) });
export const relative = transaction({ family_shared: true });

/** A line of the table, what came before, the message, what is posted and the status after it; `nothing`: no view at all. */
export type TableCase = [
  line: string,
  past: StoreNotification[],
  present: StoreNotification,
  event: string | null,
  status: string,
];
