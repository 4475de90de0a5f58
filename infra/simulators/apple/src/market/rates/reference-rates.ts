import { addMonths, type DayNumber, formatDay, weekdayOf } from '../../base/calendar/calendar-days.ts';
import { shareOf } from '../../base/random/prng.ts';

/** Units of each currency for one euro, around which the simulated rates move. */
export const MEAN_RATES: Readonly<Record<string, number>> = {
  USD: 1.16,
  JPY: 176,
  CZK: 24.3,
  DKK: 7.464,
  GBP: 0.872,
  HUF: 386,
  PLN: 4.24,
  RON: 5.08,
  SEK: 11.02,
  CHF: 0.932,
  ISK: 146,
  NOK: 11.7,
  TRY: 48.4,
  AUD: 1.77,
  BRL: 6.2,
  CAD: 1.62,
  CNY: 8.24,
  HKD: 9.03,
  IDR: 19300,
  ILS: 3.82,
  INR: 103,
  KRW: 1668,
  MXN: 21.3,
  MYR: 4.81,
  NZD: 2.02,
  PHP: 68.2,
  SGD: 1.509,
  THB: 37.7,
  ZAR: 20.1,
};

/** The days on which the reference rates rest although they are weekdays (month and day). */
const HOLIDAYS = new Set(['01-01', '05-01', '12-25', '12-26']);

/** The rates of one published day: currency → units for one euro, as text with the published decimals. */
export interface RateDay {
  readonly day: DayNumber;
  readonly rates: ReadonlyMap<string, string>;
}

/**
 * Simulated euro reference rates: weekdays only, a smooth wander with a daily tremble around the mean.
 * A day's rates are known from its first moment in UTC.
 */
export interface ReferenceRates {
  /** All published days up to and including `today`, newest first, over the last 25 months. */
  published(today: DayNumber): readonly RateDay[];
  isPublished(day: DayNumber): boolean;
  /** Units of the currency for one euro on a published day; 1 for EUR. */
  rateOn(day: DayNumber, currency: string): number;
}

/** @param seed the world's seed; the rates do not depend on the anchor day */
export function createReferenceRates(seed: number): ReferenceRates {
  const days = new Map<DayNumber, RateDay>();
  const rateDay = (day: DayNumber): RateDay => {
    const entry = days.get(day) ?? { day, rates: ratesOf(seed, day) };
    days.set(day, entry);
    return entry;
  };
  const isPublished = (day: DayNumber) => {
    const weekday = weekdayOf(day);
    return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(formatDay(day).slice(5));
  };
  return {
    isPublished,
    published(today) {
      const result: RateDay[] = [];
      for (let day = today; day >= addMonths(today, -25); day -= 1) if (isPublished(day)) result.push(rateDay(day));
      return result;
    },
    rateOn: (day, currency) => (currency === 'EUR' ? 1 : Number(rateDay(day).rates.get(currency) ?? Number.NaN)),
  };
}

function ratesOf(seed: number, day: DayNumber): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(MEAN_RATES).map(([currency, mean]) => [currency, publishedText(mean * wander(seed, currency, day))]),
  );
}

/** The Danish crown is held within a narrow band of the euro; all others drift by a few percent. */
function wander(seed: number, currency: string, day: DayNumber): number {
  const width = currency === 'DKK' ? 0.02 : 1;
  const wave = (period: number, name: string) =>
    Math.sin(2 * Math.PI * (day / period + shareOf(seed, 'rate', name, currency)));
  const tremble = shareOf(seed, 'rate', currency, day) - 0.5;
  return Math.exp(width * (0.03 * wave(331, 'year') + 0.012 * wave(47, 'weeks') + 0.006 * tremble));
}

const publishedText = (rate: number): string => (rate >= 1000 ? rate.toFixed(2) : rate.toPrecision(5));
