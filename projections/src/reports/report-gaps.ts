import type { MetricLevel, ReportGaps } from '@tapwise/domain';
import type { FactQuestion } from './facts/fact-question.ts';
import type { GatheredFacts, ObjectFacts } from './facts/gather-facts.ts';
import type { Coverage } from './state/coverage.queries.ts';
import type { ReportState } from './state/report-state.queries.ts';

/** What gaps are found in. */
export interface GapFacts {
  readonly facts: GatheredFacts;
  /** Facts of the rows that are shown: what a filter hides is not told of. */
  readonly shown: readonly ObjectFacts[];
  readonly state: ReportState;
  readonly question: Pick<FactQuestion, 'from'>;
  readonly level: MetricLevel;
  readonly coverage: Coverage;
  /** Whether users and sales that are in no row are told of. */
  readonly warnsOfUsers: boolean;
}

/** What is in no row, or in the rows shown only in part. */
export function gapsOf({ facts, shown, state, question, level, coverage, warnsOfUsers }: GapFacts): ReportGaps {
  const unknownSales = warnsOfUsers ? facts.unknownSales : [];
  const income = [...shown.flatMap((one) => one.income), ...unknownSales];
  const subscriptions = shown.flatMap((one) => one.subscriptions);
  const unrated = [...income.flatMap((one) => one.unrated), ...subscriptions.map((one) => one.unrated)];
  const pulledKeywords = level === 'keyword' && state.asOf.ads !== null;
  return {
    unlinked_users: warnsOfUsers ? facts.unlinkedUsers : 0,
    unknown_sales: sumOf(unknownSales, ({ sales }) => sales),
    unknown_sales_micros: sumOf(unknownSales, ({ micros }) => micros ?? 0),
    unpriced_sales: sumOf(income, ({ unpriced }) => unpriced),
    unvalued_subscriptions: sumOf(subscriptions, ({ unvalued }) => unvalued),
    untaxed: namesOf(income.flatMap((one) => one.untaxed)),
    unrated: namesOf(unrated.filter((name) => name !== '')),
    unrated_spend: namesOf(shown.flatMap(({ ads }) => ads?.unrated ?? [])),
    unsure: namesOf(
      subscriptions.filter(({ elapsed, grade }) => elapsed.length > 0 && grade === 'low').map(({ product }) => product),
    ),
    ads_known_from: coverage.ads !== null && question.from < coverage.ads ? coverage.ads : null,
    lacks_shares: pulledKeywords && state.asOf.impression_share === null,
    lacks_search_terms: pulledKeywords && !state.searchTermsKnown,
  };
}

const namesOf = (names: readonly string[]): string[] => [...new Set(names)].sort();
const sumOf = <One>(all: readonly One[], of: (one: One) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);
