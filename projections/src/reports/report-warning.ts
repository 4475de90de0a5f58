import { unitsFromMicros } from '@tapwise/domain';
import type { Omission } from './report-warnings.queries.ts';

/**
 * What readers should know about numbers that are in no row, or only in part.
 * @returns Sentences joined by a space; `undefined` when nothing is left out.
 */
export function warningOf(omissions: readonly Omission[], currency: string): string | undefined {
  const sales = omissions.filter((one) => one.section === 'sales');
  const users = sumOf(omissions.filter((one) => one.section === 'users'));
  const unknown = sales.filter((one) => one.is_unknown);
  const unpriced = sumOf(sales.filter((one) => !one.has_price));
  const untaxed = namesOf(sales.map((one) => one.untaxed_storefront));
  const unrated = namesOf(sales.map((one) => one.unrated_currency));
  const sentences = [
    users > 0 && `${counted(users, 'user')} came from ad organizations that are not linked.`,
    unknown.length > 0 &&
      `${counted(sumOf(unknown), 'sale')} of unknown users brought ${netSum(unknown)} ${currency} and ${sumOf(unknown) === 1 ? 'is' : 'are'} in no row.`,
    unpriced > 0 && `${counted(unpriced, 'sale')} ${unpriced === 1 ? 'has' : 'have'} no known price yet.`,
    untaxed.length > 0 && `VAT is not known for ${untaxed.join(', ')}; none was taken out.`,
    unrated.length > 0 && `There is no exchange rate for ${unrated.join(', ')}; such sales are left out of the income.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const sumOf = (rows: readonly Omission[]): number => rows.reduce((sum, row) => sum + row.number, 0);
const namesOf = (names: readonly string[]): string[] => [...new Set(names.filter((name) => name !== ''))].sort();
const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
const netSum = (rows: readonly Omission[]): string =>
  unitsFromMicros(rows.reduce((sum, row) => sum + (row.micros ?? 0), 0)).toFixed(2);
