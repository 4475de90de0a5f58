import type { CountryLtvData, IapInfoResponse } from '@tapwise/contract';
import type { CurveKind } from '../messages.ts';

/** One point of a curve; money in the answer's currency, chances as fractions. */
export interface CurvePoint {
  /** Charge 1, 2, … or hour 0, 1, … */
  x: number;
  value: number;
  /** 80 % band; `null` where the curve has none. */
  low: number | null;
  high: number | null;
  /** Received on average up to this charge. */
  paid: number | null;
  /** The same point of the worldwide curve. */
  worldwide: number | null;
  /** Subscriptions behind the point, or trials still in hand. */
  count: number;
  /** Enough were seen this far; what follows is a model's word alone. */
  observed: boolean;
}

/** Up to the last hour with this many trials a curve counts as observed; charges come with the server's own limit. */
const fewestTrials = 20;

/** The worldwide data; it has no country. */
export function worldwideOf(response: IapInfoResponse): CountryLtvData | null {
  return response.countries.find(({ country }) => country === undefined) ?? null;
}

/** Data of a country, or of the world where that country has none. */
export function dataOf(response: IapInfoResponse, country: string | null): CountryLtvData | null {
  return response.countries.find((entry) => entry.country === country) ?? worldwideOf(response);
}

/**
 * The curve of one country beside the worldwide one. Chances are of trials that are running: the last hour of the answer is the
 * end of the introduction, when those that convert have done so and only late payments are left.
 */
export function curveOf(kind: CurveKind, data: CountryLtvData, worldwide: CountryLtvData | null): CurvePoint[] {
  const other = worldwide === null || worldwide === data ? null : worldwide;
  if (kind === 'trial_conversion') {
    const observedTo = data.trialsAtHour.findLastIndex((count) => count >= fewestTrials);
    return data.conversionProbability.slice(0, -1).map((value, hour) => ({
      x: hour,
      value,
      low: data.conversionLow[hour] ?? null,
      high: data.conversionHigh[hour] ?? null,
      paid: null,
      worldwide: other?.conversionProbability[hour] ?? null,
      count: data.trialsAtHour[hour] ?? 0,
      observed: hour <= observedTo,
    }));
  }
  return data.ltvForCharge.map((value, index) => ({
    x: index + 1,
    value,
    low: data.ltvLow[index] ?? null,
    high: data.ltvHigh[index] ?? null,
    paid: data.paidForCharge[index] ?? null,
    worldwide: other?.ltvForCharge[index] ?? null,
    count: data.subscriptionsForCharge[index] ?? 0,
    observed: index + 1 <= data.observedCharges,
  }));
}

/** A country in the list beside the curve. */
export interface CountryRow {
  country: string | null;
  count: number;
  value: number;
  /** Few subscriptions: the value leans on the worldwide curve. */
  leaning: boolean;
}

/** Every country with a curve and the world, the highest first. */
export function countryRows(kind: CurveKind, response: IapInfoResponse): CountryRow[] {
  return response.countries
    .flatMap((data): CountryRow[] => {
      const value = (kind === 'cltv' ? data.ltvForCharge : data.conversionProbability)[0];
      const count = (kind === 'cltv' ? data.subscriptionsForCharge : data.trialsAtHour)[0] ?? 0;
      if (value === undefined) return [];
      return [
        {
          country: data.country ?? null,
          count,
          value,
          leaning: data.country !== undefined && data.confidence !== 'high',
        },
      ];
    })
    .sort((first, second) => second.value - first.value);
}

/** Last place that is observed; `null` when none or all are. */
export function observedEnd(points: readonly CurvePoint[]): number | null {
  const last = points.findLastIndex(({ observed }) => observed);
  return last < 0 || last === points.length - 1 ? null : last;
}

/** How often a product is charged, in a word. */
export function periodWord(days: number | null): string {
  if (days === null) return '';
  if (days <= 8) return 'weekly';
  if (days <= 32) return 'monthly';
  if (days <= 100) return 'every three months';
  if (days <= 190) return 'every six months';
  return 'yearly';
}

/** `charge 7`, `hour 30 (day 2)`. */
export function pointName(kind: CurveKind, x: number): string {
  if (kind === 'cltv') return `Charge ${x}`;
  return x < 24 ? `Hour ${x}` : `Hour ${x} (day ${Math.floor(x / 24) + 1})`;
}
