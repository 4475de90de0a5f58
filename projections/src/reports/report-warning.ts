import { type MetricLevel, unitsFromMicros } from '@tapwise/domain';
import type { Coverage } from './coverage.queries.ts';
import type { FactQuestion } from './fact-question.ts';
import type { GatheredFacts, ObjectFacts } from './gather-facts.ts';
import type { ReportState } from './report-state.queries.ts';

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
  const sentences = [...(warning.warnsOfUsers ? nowhere(warning) : []), ...inPart(warning), ...partlyKnown(warning)];
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

/** Amounts of which a part is missing. */
function inPart({ facts, warnsOfUsers }: WarningFacts): string[] {
  const objects = objectsOf(facts);
  const income = [...objects.flatMap((one) => one.income), ...(warnsOfUsers ? facts.unknownSales : [])];
  const unpriced = sumOf(income.map((one) => one.unpriced));
  const untaxed = namesOf(income.flatMap((one) => one.untaxed));
  const unrated = namesOf(income.flatMap((one) => one.unrated));
  const unratedSpend = namesOf(objects.flatMap((one) => one.ads?.unrated ?? []));
  const unvalued = sumOf(objects.flatMap((one) => one.subscriptions.map((group) => group.unvalued)));
  const sentences = [
    unpriced > 0 && `${counted(unpriced, 'sale')} ${unpriced === 1 ? 'has' : 'have'} no known price yet.`,
    untaxed.length > 0 && `VAT is not known for ${untaxed.join(', ')}; none was taken out.`,
    unrated.length > 0 && `There is no exchange rate for ${unrated.join(', ')}; such sales are left out of the income.`,
    unratedSpend.length > 0 && `There is no exchange rate for ${unratedSpend.join(', ')}; such spend is left out.`,
    unvalued > 0 &&
      `${counted(unvalued, 'live subscription')} ${unvalued === 1 ? 'has' : 'have'} no known price and ${unvalued === 1 ? 'adds' : 'add'} nothing to predictions.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

/** Sources that do not cover the whole range, and predictions that rest on little. */
function partlyKnown({ facts, state, question, level, coverage }: WarningFacts): string[] {
  const groups = objectsOf(facts).flatMap((one) => one.subscriptions);
  const unsure = namesOf(
    groups.filter((group) => group.live > 0 && group.grade === 'low').map((group) => group.product),
  );
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
    unsure.length > 0 && `Predictions for ${unsure.join(', ')} rest on little data.`,
  ];
  return sentences.filter((sentence) => sentence !== false);
}

function objectsOf({ buckets }: GatheredFacts): ObjectFacts[] {
  return [...buckets.values()].flatMap((objects) => [...objects.values()]);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
const namesOf = (names: readonly string[]): string[] => [...new Set(names)].sort();
const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? '' : 's'}`;
