import type { SubscriptionCharge } from './interpretation/subscription-view.ts';
import { vatRate } from './vat-rates.ts';

/** The store's share of the price without tax: https://developer.apple.com/app-store/subscriptions/ */
export const standardFee = 0.3;
export const reducedFee = 0.15;
/** Days of paid service after which a subscription's charges are at the reduced fee. */
export const reducedFeeAfterDays = 365;

// Renewals are charged up to some minutes before or after the old period's end, so full years come out a little short.
const roundingDays = 1 / 24;

/** Whether a subscription's charge comes after a year of paid service. */
export const isAfterPaidYear = (charge: Pick<SubscriptionCharge, 'kind' | 'paid_service_days_before'>): boolean =>
  charge.kind !== 'one_time' && charge.paid_service_days_before >= reducedFeeAfterDays - roundingDays;

/** The store's share: lower in its small-business programme, and for subscriptions after 365 paid days. */
export function feeRate(
  charge: Pick<SubscriptionCharge, 'kind' | 'paid_service_days_before'>,
  options: { small_business: boolean },
): number {
  return options.small_business || isAfterPaidYear(charge) ? reducedFee : standardFee;
}

/**
 * What of a price reaches the publisher, less what was given back: gross / (1 + VAT) × (1 − fee) × (1 − refunded part),
 * in whole micros of the price's currency. The fee is taken from the price without tax.
 */
export function netMicros(price: {
  gross_micros: number;
  vat_rate: number;
  fee_rate: number;
  refunded_share?: number;
}): number {
  const received = (price.gross_micros / (1 + price.vat_rate)) * (1 - price.fee_rate);
  const net = Math.round(received * (1 - (price.refunded_share ?? 0)));
  return net === 0 ? 0 : net;
}

/** Proceeds of a charge in the currency it was made in; `null` while its price is not known. */
export function proceedsOf(
  charge: SubscriptionCharge,
  options: { small_business: boolean },
): { net_micros: number | null; vat_known: boolean } {
  const { rate, isKnown: isListed } = vatRate(charge.storefront, charge.purchased_at);
  if (charge.gross_micros === null) return { net_micros: null, vat_known: isListed };
  const { gross_micros, refunded_share } = charge;
  const fee_rate = feeRate(charge, options);
  return { net_micros: netMicros({ gross_micros, vat_rate: rate, fee_rate, refunded_share }), vat_known: isListed };
}

/**
 * Number, within its product line, of the first charge that is at the reduced fee, when every coming period is paid: 1 in the
 * small-business programme.
 * @param made Charges of the line so far, and days of paid service gathered by the end of the present period.
 */
export function firstReducedCharge(
  made: { charges: number; paid_service_days: number },
  options: { period_days: number; small_business: boolean },
): number {
  if (options.small_business) return 1;
  const missing = Math.max(0, reducedFeeAfterDays - roundingDays - made.paid_service_days);
  return made.charges + 1 + Math.ceil(missing / options.period_days - 1e-9);
}
