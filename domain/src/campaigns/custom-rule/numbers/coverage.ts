import type { Day, DayRange } from '../../../shared/calendar/days.ts';
import type { RuleQuantity } from '../definition/rule-metrics.ts';

/** What has days of its own: the figures of the ad service, first launches, and what users bought. */
export const coveredSources = ['ads', 'users', 'purchases'] as const;
export type CoveredSource = (typeof coveredSources)[number];

/** Days of which everything is in, today included; spans that are apart from each other, oldest first. Users begin with the first reported launch. */
export type Coverage = Readonly<Record<CoveredSource, DayRange[]>>;

const ofAds: ReadonlySet<string> = new Set([
  'impressions',
  'taps',
  'installs',
  'spend',
  'new_downloads',
  'redownloads',
  'pre_orders',
]);
const ofPurchases: ReadonlySet<string> = new Set([
  'trials',
  'trial_conversions',
  'conversions',
  'refunded_conversions',
  'current_income',
  'predicted_income',
  'income',
]);

/** What has to cover the days of a sum. Impression shares are those of the days that are known. */
export function sourcesOfQuantity(quantity: RuleQuantity): readonly CoveredSource[] {
  const name = quantity.replace(/_d\d+$/, '');
  if (ofAds.has(name)) return ['ads'];
  if (name === 'first_launches') return ['users'];
  return ofPurchases.has(name) ? ['users', 'purchases'] : [];
}

/** Whether everything of a range is in. */
export const isCovered = (spans: readonly DayRange[], { from, to }: DayRange): boolean =>
  spans.some((span) => span.from <= from && to <= span.to);

/** The first day from which on all up to a day is in; `undefined` where the day itself is not. */
export const coveredFrom = (spans: readonly DayRange[], day: Day): Day | undefined =>
  spans.find(({ from, to }) => from <= day && day <= to)?.from;

/**
 * Whether what a source says of a range is known. The ad service is asked for each day, so each has to be in. An app and its store report by themselves:
 * before the first launch there was no user to report, and of a range that reaches into their time everything is in.
 */
export function isKnownIn(coverage: Coverage, source: CoveredSource, range: DayRange): boolean {
  return isCovered(coverage[source], source === 'ads' ? range : { from: range.to, to: range.to });
}

/** Sources that do not know a range. @param coverage `null`: everything counts as known. */
export const unknownSourcesOf = (coverage: Coverage | null, range: DayRange | null): ReadonlySet<CoveredSource> =>
  new Set(
    coverage === null || range === null ? [] : coveredSources.filter((source) => !isKnownIn(coverage, source, range)),
  );

/** The first day of a life: that from which on all days of the ad service are in. @returns `null` where nothing lacks. */
export function lifeBegins(
  coverage: Coverage | null,
  sources: ReadonlySet<CoveredSource>,
  runDay: Day | null,
): Day | null {
  if (coverage === null || runDay === null || !sources.has('ads')) return null;
  return coveredFrom(coverage.ads, runDay) ?? null;
}
