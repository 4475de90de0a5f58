import type { StoreTransaction } from '../../subscription.events.ts';

/**
 * What a transaction of the store is to us:
 * - `free_trial`: a free introductory period
 * - `paid_intro`: a paid introductory period; a trial in reports, though money came in
 * - `charge`: a payment at the standard price, or at the price of a promotional, win-back or code offer
 * - `free_offer`: a free period that is no introduction: neither trial nor charge
 * - `one_time`: anything that is no auto-renewable subscription
 */
export type TransactionClass = 'free_trial' | 'paid_intro' | 'charge' | 'free_offer' | 'one_time';

const introductoryOffer = 1;

/** A transaction without a price is free only when its offer says so; then the price is merely not known. */
export function classOf(transaction: StoreTransaction): TransactionClass {
  if (transaction.kind !== 'auto_renewable') return 'one_time';
  const { price_micros, offer_type, offer_discount_type } = transaction;
  const free = price_micros === null ? offer_discount_type === 'FREE_TRIAL' : price_micros === 0;
  // Old-style notifications say that a period is introductory by its discount alone.
  const introductory = offer_type === introductoryOffer || (offer_type === null && offer_discount_type !== null);
  if (introductory) return free ? 'free_trial' : 'paid_intro';
  return free ? 'free_offer' : 'charge';
}

/** Introductory periods are trials in reports. */
export function isIntroduction(transactionClass: TransactionClass): boolean {
  return transactionClass === 'free_trial' || transactionClass === 'paid_intro';
}

/** Whether money came in, known or not. */
export function isPaid(transactionClass: TransactionClass): boolean {
  return transactionClass !== 'free_trial' && transactionClass !== 'free_offer';
}
