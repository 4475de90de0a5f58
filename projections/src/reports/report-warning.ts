import { unitsFromMicros } from '@tapwise/domain';
import type { GatheredFacts } from './gather-facts.ts';

/**
 * What readers should know about numbers that are in no row, or only in part.
 * @returns Sentences joined by a space; `undefined` when nothing is left out.
 */
export function warningOf(facts: GatheredFacts, currency: string): string | undefined {
  const { unlinkedUsers: users, unknownSales } = facts;
  const income = [...[...facts.objects.values()].flatMap((one) => one.income), ...unknownSales];
  const unknown = sumOf(unknownSales.map((one) => one.sales));
  const netSum = unitsFromMicros(sumOf(unknownSales.map((one) => one.micros ?? 0))).toFixed(2);
  const unpriced = sumOf(income.map((one) => one.unpriced));
  const untaxed = namesOf(income.flatMap((one) => one.untaxed));
  const unrated = namesOf(income.flatMap((one) => one.unrated));
  const sentences = [
    users > 0 && `${counted(users, 'user')} came from ad organizations that are not linked.`,
    unknown > 0 &&
      `${counted(unknown, 'sale')} of unknown users brought ${netSum} ${currency} and ${unknown === 1 ? 'is' : 'are'} in no row.`,
    unpriced > 0 && `${counted(unpriced, 'sale')} ${unpriced === 1 ? 'has' : 'have'} no known price yet.`,
    untaxed.length > 0 && `VAT is not known for ${untaxed.join(', ')}; none was taken out.`,
    unrated.length > 0 && `There is no exchange rate for ${unrated.join(', ')}; such sales are left out of the income.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const namesOf = (names: readonly string[]): string[] => [...new Set(names)].sort();
const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
