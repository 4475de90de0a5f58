import type { DayRange } from '../../../shared/calendar/days.ts';
import { addDays } from '../../../shared/calendar/days.ts';
import { amountText, smallestAmount } from '../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { RuleMetric, RuleUnit } from '../definition/rule-metrics.ts';
import { shortDay } from '../numbers/complete-days.ts';

/** An amount with the currency's decimals; with more only where it would be nothing else. */
export function moneyText(micros: number, currency: string): string {
  const least = smallestAmount(currency);
  const rounded = Math.round(micros / least) * least;
  return amountText(rounded === 0 ? micros : rounded, currency);
}

/** A count, hours or days: whole, or with at most two decimals. */
const numberText = (value: number): string => String(Math.round(value * 100) / 100);

/** A number of a verdict: '3.00', '60.00 %', '23'. */
export function valueText(value: number, unit: RuleUnit, currency: string): string {
  if (unit === 'money' || unit === 'settings_money') return moneyText(value, currency);
  return unit === 'fraction' ? `${(value * 100).toFixed(2)} %` : numberText(value);
}

/** The distance of two such numbers: percentages differ by percentage points. */
export const gapText = (gap: number, unit: RuleUnit, currency: string): string =>
  unit === 'fraction' ? `${(gap * 100).toFixed(2)} pp` : valueText(gap, unit, currency);

/** Figures whose label is no plain noun. */
const nouns: Readonly<Record<string, string>> = {
  conversions: 'conversions',
  current_income: 'income',
  predicted_income: 'predicted income',
  available_impressions: 'available impressions',
  impressions: 'impressions',
  first_launches: 'first launches',
};

/** What is counted or paid, in the middle of a sentence: '1 tap', '20 taps', '12.40 spend'. */
export function nounOf(name: string, count: number): string {
  const plural = nouns[name] ?? name.replaceAll('_', ' ');
  const isUncountable = plural === 'spend' || plural.endsWith('income');
  if (count !== 1 || isUncountable) return plural;
  return plural.endsWith('launches') ? plural.slice(0, -2) : plural.replace(/s$/, '');
}

/** 'needs 3 more installs', 'needs 12.40 more spend'. @param more A count, or micros. */
export function needsText(name: string, more: number, currency: string): string {
  const isMoney = name === 'spend' || name.endsWith('income') || name.startsWith('income_d');
  const amount = isMoney ? moneyText(more, currency) : numberText(more);
  return `needs ${amount} more ${nounOf(name, isMoney ? 0 : more)}`;
}

/** '14 to 20 Nov', '28 Oct to 3 Nov', '20 Nov'. */
export function rangeText({ from, to }: DayRange): string {
  if (from === to || addDays(from, 1) > to) return shortDay(to);
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${isSameMonth ? Number(from.slice(8)) : shortDay(from)} to ${shortDay(to)}`;
}

/** What a ratio was divided by: '23 installs'. */
export function denominatorText({ from }: RuleMetric, denominator: number, currency: string): string | undefined {
  if (from.kind !== 'ratio') return undefined;
  const name = from.denominator.replace(/_d\d+$/, '').replace(/^(?:week|all_slots)_/, '');
  if (name === 'spend') return `${moneyText(denominator, currency)} spend`;
  return `${denominator} ${nounOf(name, denominator)}`;
}

/** Whole percent of a fraction. */
export const wholePercent = (fraction: number): string => `${Math.round((fraction * microsPerUnit) / 10_000)} %`;
