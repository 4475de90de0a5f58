import type { RuleCounts, SourceDays } from '@tapwise/domain';

export const noCounts: RuleCounts = {
  checked: 0,
  acted: 0,
  no_match: 0,
  no_data: 0,
  on_hold: 0,
  skipped: 0,
  limited: 0,
  failed: 0,
};

/** The counts of two evaluations together. */
export const addCounts = (first: RuleCounts, other: RuleCounts): RuleCounts => ({
  checked: first.checked + other.checked,
  acted: first.acted + other.acted,
  no_match: first.no_match + other.no_match,
  no_data: first.no_data + other.no_data,
  on_hold: first.on_hold + other.on_hold,
  skipped: first.skipped + other.skipped,
  limited: first.limited + other.limited,
  failed: first.failed + other.failed,
});

/** Of several ad organizations the day of each source that is complete in all that use it. */
export function oldestDays(days: readonly SourceDays[]): SourceDays {
  const oldest = (source: keyof SourceDays): string | null =>
    days.flatMap((ofOrganization) => ofOrganization[source] ?? []).sort()[0] ?? null;
  return {
    ads: oldest('ads'),
    people: oldest('people'),
    predictions: oldest('predictions'),
    search_terms: oldest('search_terms'),
    impression_share: oldest('impression_share'),
  };
}
