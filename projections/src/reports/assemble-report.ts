import { type BaseSums, computeRow, sumBase, withoutAds, zeroBase } from '@tapwise/domain';
import type { GatheredFacts, ObjectFacts } from './gather-facts.ts';
import type { ClaimTypeFilter, ReportCells, ReportRow } from './report.ts';
import { productCells, sumProducts } from './report-products.ts';
import type { ReportLevel } from './report-sections.queries.ts';
import { type SettingContext, settingCells } from './report-settings.ts';

/** A row before its columns are computed. */
export interface DraftRow {
  readonly id: number;
  readonly facts: ObjectFacts;
  readonly base: BaseSums;
}

/** Rows to show, in order, and the totals over those that count. */
export function assembleReport(
  drafts: readonly DraftRow[],
  context: SettingContext & { level: ReportLevel; claimType: ClaimTypeFilter },
): { rows: ReportRow[]; totals: ReportCells } {
  const { level, claimType } = context;
  const counted = drafts.filter((draft) => draft.id > 0 || level === 'keyword');
  return {
    rows: drafts.map((draft) => ({
      ...settingCells(draft, context),
      ...computeRow(draft.base, { claimType, level }),
      products: productCells(draft.facts),
    })),
    totals: {
      ...computeRow(sumBase(counted.map((draft) => draft.base)), { claimType, level }),
      products: sumProducts(counted.map((draft) => productCells(draft.facts))),
    },
  };
}

/** What is counted for an object of the ad service; income of nothing is nothing, of sales without a known price unknown. */
export function baseOf(facts: ObjectFacts): BaseSums {
  const ads = facts.ads;
  return {
    ...zeroBase(),
    ...peopleOf(facts),
    impressions: ads?.impressions ?? 0,
    taps: ads?.taps ?? 0,
    tap_installs: ads?.tap_installs ?? 0,
    view_installs: ads?.view_installs ?? 0,
    spend_micros: ads === undefined ? 0 : ads.micros,
  };
}

/** What is counted for users that no campaign brought. */
export const baseWithoutAds = (facts: ObjectFacts): BaseSums => withoutAds(peopleOf(facts));

function peopleOf(facts: ObjectFacts): Partial<BaseSums> {
  const sums = { first_launches: facts.firstLaunches, trials: 0, trial_conversions: 0, conversions: 0 };
  let refunded_conversions = 0;
  for (const one of facts.subscriptions) {
    sums.trials += one.trials;
    sums.trial_conversions += one.trial_conversions;
    sums.conversions += one.conversions;
    refunded_conversions += one.refunded_conversions;
  }
  return { ...sums, refunded_conversions, current_income_micros: incomeOf(facts) };
}

function incomeOf(facts: ObjectFacts): number | null {
  const known = facts.income.flatMap(({ micros }) => micros ?? []);
  if (facts.income.length > 0 && known.length === 0) return null;
  return known.reduce((sum, micros) => sum + micros, 0);
}

/**
 * The traffic of an ad group that came without a keyword: what the ad group had beyond its keywords. The service restates the
 * two levels at different moments, so the difference is never taken below nothing.
 */
export function searchMatchBase(facts: GatheredFacts): BaseSums {
  const parent = facts.parentAds;
  const keywords = [...facts.objects.values()].filter(({ id }) => id > 0).map((one) => baseOf(one));
  const own = baseOf(facts.objects.get(0) ?? { id: 0, firstLaunches: 0, subscriptions: [], income: [] });
  const sums = sumBase(keywords);
  const beyond = (whole: number | null | undefined, part: number | null): number =>
    Math.max(0, (whole ?? 0) - (part ?? 0));
  const spend = beyond(parent?.micros, sums.spend_micros);
  return {
    ...own,
    impressions: beyond(parent?.impressions, sums.impressions),
    taps: beyond(parent?.taps, sums.taps),
    tap_installs: beyond(parent?.tap_installs, sums.tap_installs),
    view_installs: beyond(parent?.view_installs, sums.view_installs),
    // Two sums of the same converted amounts differ in the last binary digits; less than a micro is nothing.
    spend_micros: parent?.micros === null ? null : spend < 1 ? 0 : spend,
  };
}
