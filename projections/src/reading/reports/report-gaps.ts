import type { MetricLevel, ReportGaps } from '@tapwise/domain';
import type { FactQuestion } from './facts/fact-question.ts';
import type { GatheredFacts, ObjectFacts } from './facts/gather-facts.ts';
import type { IncomeFact } from './facts/income-facts.queries.ts';
import type { Coverage } from './state/coverage.queries.ts';
import type { ReportState } from './state/report-state.queries.ts';

/** What gaps are found in. */
export interface GapFacts {
  readonly facts: GatheredFacts;
  /** Facts of the rows that are shown: what a filter hides is not in the warning. */
  readonly displayed: readonly ObjectFacts[];
  readonly state: ReportState;
  readonly question: Pick<FactQuestion, 'from'>;
  readonly level: MetricLevel;
  readonly coverage: Coverage;
  /** Whether users and sales that are in no row are in the warning. */
  readonly warnsOfUsers: boolean;
  /** Whether months that are known only as a whole are among what is shown. */
  readonly showsMonths?: boolean;
}

/** What rows of a level show of what the ad service is asked for, beside structure and daily figures. */
const extraSubjects: Partial<Record<MetricLevel, readonly string[]>> = {
  keyword: ['impression_share', 'search_terms'],
};

/** What is in no row, or in the rows shown only in part. */
export function gapsOf(gapFacts: GapFacts): ReportGaps {
  const { facts, displayed, state, question, level, coverage, warnsOfUsers, showsMonths = false } = gapFacts;
  const unknownSales = warnsOfUsers ? facts.unknownSales : [];
  const untaxed = new Set<string>();
  const unrated = new Set<string>();
  const unratedSpend = new Set<string>();
  const unsure = new Set<string>();
  const foreignSpend = new Set<string>();
  let unread = false;
  let lacksDownloads = false;
  let hasDownloads = false;
  let unpriced = 0;
  let unvalued = 0;
  const ofIncome = (income: readonly IncomeFact[]): void => {
    for (const fact of income) {
      unpriced += fact.unpriced;
      for (const name of fact.untaxed) untaxed.add(name);
      for (const name of fact.unrated) unrated.add(name);
    }
  };
  // Every answer comes through here, live ones four times a second, with a fact for each keyword, product and state.
  for (const { income, subscriptions, ads } of displayed) {
    ofIncome(income);
    if (ads !== undefined) {
      for (const name of ads.unrated) unratedSpend.add(name);
      for (const name of ads.foreign) foreignSpend.add(name);
      unread ||= ads.days > 0 && ads.unread !== 0;
      lacksDownloads ||= ads.without_downloads > 0;
      hasDownloads ||= ads.tap_new_downloads !== null;
    }
    for (const subscription of subscriptions) {
      unvalued += subscription.unvalued;
      for (const name of subscription.unrated) unrated.add(name);
      if (subscription.grade === 'low' && subscription.activeCount > 0) unsure.add(subscription.product);
    }
  }
  ofIncome(unknownSales);
  const subjects = ['ads', ...(showsMonths ? ['months'] : []), ...(extraSubjects[level] ?? [])];
  const pulledKeywords = level === 'keyword' && state.asOf.ads !== null;
  return {
    unlinked_users: warnsOfUsers ? facts.unlinkedUsers : 0,
    unknown_sales: sumOf(unknownSales, ({ sales }) => sales),
    unknown_sales_micros: sumOf(unknownSales, ({ micros }) => micros ?? 0),
    unpriced_sales: unpriced,
    unvalued_subscriptions: unvalued,
    untaxed: [...untaxed].sort(),
    unrated: [...unrated].sort(),
    unrated_spend: [...unratedSpend].sort(),
    unsure: [...unsure].sort(),
    foreign_spend: [...foreignSpend].sort(),
    unread_figures: unread,
    // Where none is known, the cells say it.
    lacks_downloads: hasDownloads && lacksDownloads,
    ads_problems: state.adsProblems.filter(({ subject }) => subjects.includes(subject)),
    ads_known_from: coverage.ads !== null && question.from < coverage.ads ? coverage.ads : null,
    lacks_shares: pulledKeywords && state.asOf.impression_share === null,
    lacks_search_terms: pulledKeywords && !state.searchTermsPulled,
  };
}

const sumOf = <Row>(all: readonly Row[], of: (row: Row) => number): number =>
  all.reduce((sum, row) => sum + of(row), 0);
