import { DAY_MS, type DayNumber, dayAt } from '../../base/calendar/calendar-days.ts';
import type { Transaction } from '../people/purchase.ts';
import type { ReferenceRates } from '../rates/reference-rates.ts';

/** Percent of tax inside the shown price, by storefront; storefronts that show prices before tax have none. */
const TAX_PERCENT: Readonly<Record<string, number>> = {
  AT: 20,
  AU: 10,
  BE: 21,
  BR: 0,
  CA: 0,
  CH: 8.1,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  ID: 11,
  IE: 23,
  IN: 18,
  IT: 22,
  JP: 10,
  KR: 10,
  MX: 16,
  MY: 8,
  NL: 21,
  NO: 25,
  NZ: 15,
  PL: 23,
  PT: 23,
  SE: 25,
  SG: 9,
  TH: 7,
  US: 0,
  ZA: 15,
};

/** The store's share of the price without tax: in the first year of paid service, and after it. */
const STORE_SHARE = { firstYear: 0.3, later: 0.15 };
const PAID_DAYS_OF_FIRST_YEAR = 365;

/** What the owner of the app gets for a sale, in the currency of the sale. */
export function proceedsOf(price: number, storefront: string, paidDaysBefore: number): number {
  const withoutTax = price / (1 + (TAX_PERCENT[storefront] ?? 0) / 100);
  const share = paidDaysBefore >= PAID_DAYS_OF_FIRST_YEAR ? STORE_SHARE.later : STORE_SHARE.firstYear;
  return withoutTax * (1 - share);
}

/** A lapse of more than this makes the store count a subscriber's first year again. */
const LAPSE_MS = 60 * DAY_MS;

/** A sale and what the owner of the app gets for it, in the currency of the sale. */
export interface PricedSale {
  readonly sale: Transaction;
  readonly proceeds: number;
  /** Whether the store took its lower share, since a year of paid service was complete. */
  readonly afterFirstYear: boolean;
}

/** Prices the sales of one subscription (or one single purchase) in order of time; free ones bring nothing. */
export function pricedSales(sales: readonly Transaction[]): readonly PricedSale[] {
  let paidDays = 0;
  let paidUntil = Number.POSITIVE_INFINITY;
  return [...sales]
    .sort((left, right) => left.purchasedAt - right.purchasedAt)
    .map((sale) => {
      if (sale.purchasedAt - paidUntil > LAPSE_MS) paidDays = 0;
      const proceeds = proceedsOf(sale.priceMilli / 1000, sale.storefront, paidDays);
      const afterFirstYear = sale.expiresAt !== null && paidDays >= PAID_DAYS_OF_FIRST_YEAR;
      paidUntil = sale.expiresAt ?? paidUntil;
      if (sale.priceMilli > 0 && sale.expiresAt !== null) paidDays += (sale.expiresAt - sale.purchasedAt) / DAY_MS;
      return { sale, proceeds, afterFirstYear };
    });
}

/** Converts amounts at the reference rate of a day. */
export interface Converter {
  convert(amount: number, from: string, to: string, day: DayNumber): number;
}

/** A day without a rate takes the last one before it, days before the oldest published one take the oldest. */
export function createConverter(rates: ReferenceRates, now: number): Converter {
  const published = rates.published(dayAt('UTC', now));
  const oldest = published.at(-1)?.day ?? 0;
  const newest = published[0]?.day ?? 0;
  const rateDay = (day: DayNumber): DayNumber => {
    let wanted = Math.min(day, newest);
    while (wanted > oldest && !rates.isPublished(wanted)) wanted -= 1;
    return Math.max(wanted, oldest);
  };
  return {
    convert(amount, from, to, day) {
      if (from === to) return amount;
      const quoted = rateDay(day);
      return (amount / rates.rateOn(quoted, from)) * rates.rateOn(quoted, to);
    },
  };
}
