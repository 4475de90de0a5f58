import { type MetricLevel, unitsFromMicros } from '@tapwise/domain';
import type { FactQuestion } from './facts/fact-question.ts';
import type { GatheredFacts } from './facts/gather-facts.ts';
import type { IncomeFact } from './facts/income-facts.queries.ts';
import type { Coverage } from './state/coverage.queries.ts';
import type { ReportState } from './state/report-state.queries.ts';

/** What a warning is made of. */
export interface WarningFacts {
  readonly facts: GatheredFacts;
  readonly state: ReportState;
  readonly question: Pick<FactQuestion, 'scope' | 'from'>;
  readonly level: MetricLevel;
  readonly coverage: Coverage;
  /** Whether users and sales that are in no row are told of. */
  readonly warnsOfUsers: boolean;
}

/**
 * What readers should know about numbers that are in no row, or only in part.
 * @returns Sentences joined by a space; `undefined` when nothing is left out.
 */
export function warningOf(warning: WarningFacts): string | undefined {
  const gaps = gapsOf(warning);
  const sentences = [...(warning.warnsOfUsers ? nowhere(warning) : []), ...inPart(gaps), ...partlyKnown(warning, gaps)];
  return sentences.length === 0 ? undefined : sentences.join(' ');
}

/** Users and sales that are in no row. */
function nowhere({ facts, question }: WarningFacts): string[] {
  const { unlinkedUsers: users, unknownSales } = facts;
  const unknown = sumOf(unknownSales.map((one) => one.sales));
  const netSum = unitsFromMicros(sumOf(unknownSales.map((one) => one.micros ?? 0))).toFixed(2);
  const sentences = [
    users > 0 && `${counted(users, 'user')} came from ad organizations that are not linked.`,
    unknown > 0 &&
      `${counted(unknown, 'sale')} of unknown users brought ${netSum} ${question.scope.currency} and ${unknown === 1 ? 'is' : 'are'} in no row.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** What is missing from amounts, or unsure, over all objects. */
interface Gaps {
  /** Sales and live subscriptions without a price. */
  unpriced: number;
  unvalued: number;
  /** Storefronts without a tax rate, and currencies without an exchange rate. */
  readonly untaxed: Set<string>;
  readonly unrated: Set<string>;
  readonly unratedSpend: Set<string>;
  /** Products whose live subscriptions are predicted from little. */
  readonly unsure: Set<string>;
}

function gapsOf({ facts, warnsOfUsers }: WarningFacts): Gaps {
  const gaps: Gaps = {
    ...{ unpriced: 0, unvalued: 0, untaxed: new Set(), unrated: new Set() },
    ...{ unratedSpend: new Set(), unsure: new Set() },
  };
  const ofIncome = (income: readonly IncomeFact[]): void => {
    for (const { unpriced, untaxed, unrated } of income) {
      gaps.unpriced += unpriced;
      for (const name of untaxed) gaps.untaxed.add(name);
      for (const name of unrated) gaps.unrated.add(name);
    }
  };
  for (const objects of facts.buckets.values()) {
    for (const { income, subscriptions, ads } of objects.values()) {
      ofIncome(income);
      for (const name of ads?.unrated ?? []) gaps.unratedSpend.add(name);
      for (const { elapsed, unvalued, unrated, grade, product } of subscriptions) {
        gaps.unvalued += unvalued;
        if (unrated !== '') gaps.unrated.add(unrated);
        if (elapsed.length > 0 && grade === 'low') gaps.unsure.add(product);
      }
    }
  }
  if (warnsOfUsers) ofIncome(facts.unknownSales);
  return gaps;
}

/** Amounts of which a part is missing. */
function inPart({ unpriced, unvalued, ...sets }: Gaps): string[] {
  const [untaxed, unrated, unratedSpend] = [listOf(sets.untaxed), listOf(sets.unrated), listOf(sets.unratedSpend)];
  const sentences = [
    unpriced > 0 && `${counted(unpriced, 'sale')} ${unpriced === 1 ? 'has' : 'have'} no known price yet.`,
    untaxed !== '' && `VAT is not known for ${untaxed}; none was taken out.`,
    unrated !== '' && `There is no exchange rate for ${unrated}; such sales are left out of the income.`,
    unratedSpend !== '' && `There is no exchange rate for ${unratedSpend}; such spend is left out.`,
    unvalued > 0 &&
      `${counted(unvalued, 'live subscription')} ${unvalued === 1 ? 'has' : 'have'} no known price and ${unvalued === 1 ? 'adds' : 'add'} nothing to predictions.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Sources that do not cover the whole range, and predictions that rest on little. */
function partlyKnown({ state, question, level, coverage }: WarningFacts, { unsure }: Gaps): string[] {
  const pulled = state.asOf.ads !== null;
  const sentences = [
    coverage.ads !== null &&
      question.from < coverage.ads &&
      `Figures of the ad service are known by day from ${coverage.ads} on; earlier days are missing.`,
    level === 'keyword' &&
      pulled &&
      state.asOf.impression_share === null &&
      'Impression share has not been pulled yet.',
    level === 'keyword' && pulled && !state.searchTermsKnown && 'Search terms have not been pulled yet.',
    unsure.size > 0 && `Predictions for ${listOf(unsure)} rest on little data.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Names in order with commas; empty when there are none. */
const listOf = (names: ReadonlySet<string>): string => [...names].sort().join(', ');
const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
