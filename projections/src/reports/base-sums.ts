import { type BaseSums, sumBase, withoutAds, zeroBase } from '@tapwise/domain';
import type { AdsFact } from './ads-facts.queries.ts';
import type { ObjectFacts } from './gather-facts.ts';

const zero = zeroBase();

/** What is counted for an object of the ad service; income of nothing is nothing, of sales without a known price unknown. */
export function baseOf(facts: ObjectFacts): BaseSums {
  return { ...zero, ...peopleOf(facts), ...adsOf(facts.ads), ...shareOf(facts) };
}

/** What is counted for users that no campaign brought, and for objects whose figures nobody has pulled. */
export const baseWithoutAds = (facts: ObjectFacts): BaseSums => ({ ...withoutAds(peopleOf(facts)), ...shareOf(facts) });

function adsOf(ads: AdsFact | undefined): Partial<BaseSums> {
  if (ads === undefined) return {};
  const { impressions, taps, tap_installs, view_installs, micros, days } = ads;
  return { impressions, taps, tap_installs, view_installs, spend_micros: days === 0 ? 0 : micros };
}

function shareOf({ share, matched }: ObjectFacts): Partial<BaseSums> {
  const matched_impressions = matched ?? null;
  if (share === undefined) return { matched_impressions };
  return {
    matched_impressions,
    ...{ shared_impressions: share.shared, available_impressions: share.available },
    ...{ ranked_impressions: share.ranked, rank_impressions: share.rank_sum },
    ...{ week_shared_impressions: share.week_shared, week_available_impressions: share.week_available },
  };
}

function peopleOf(facts: ObjectFacts): Partial<BaseSums> {
  const sums = { first_launches: facts.people?.first_launches ?? 0, trials: 0, trial_conversions: 0, conversions: 0 };
  let [refunded_conversions, remaining] = [0, 0];
  for (const one of facts.subscriptions) {
    sums.trials += one.trials;
    sums.trial_conversions += one.trial_conversions;
    sums.conversions += one.conversions;
    refunded_conversions += one.refunded_conversions;
    remaining += one.remaining;
  }
  const current_income_micros = incomeOf(facts);
  const predicted_income_micros = current_income_micros === null ? null : current_income_micros + remaining;
  return { ...sums, refunded_conversions, current_income_micros, predicted_income_micros };
}

function incomeOf(facts: ObjectFacts): number | null {
  const known = facts.income.flatMap(({ micros }) => micros ?? []);
  if (facts.income.length > 0 && known.length === 0) return null;
  return known.reduce((sum, micros) => sum + micros, 0);
}

/**
 * The traffic of ad groups that came without a keyword: what each had beyond its keywords. The service restates the two levels
 * at different moments, so a difference is never taken below nothing.
 * @param own Users without a keyword.
 */
export function searchMatchBase(
  own: ObjectFacts,
  parents: readonly AdsFact[],
  keywords: readonly ObjectFacts[],
): BaseSums {
  const byParent = new Map<number, ObjectFacts[]>();
  for (const keyword of keywords) {
    const known = byParent.get(keyword.adGroupId);
    if (known === undefined) byParent.set(keyword.adGroupId, [keyword]);
    else known.push(keyword);
  }
  const beyond = parents.map((parent) => beyondKeywords(parent, byParent.get(parent.parent_group) ?? []));
  const ads = sumBase(beyond);
  const { impressions, taps, tap_installs, view_installs, spend_micros } = ads;
  return { ...baseOf(own), impressions, taps, tap_installs, view_installs, spend_micros };
}

function beyondKeywords(parent: AdsFact, keywords: readonly ObjectFacts[]): BaseSums {
  const sums = sumBase(keywords.map((one) => ({ ...zero, ...adsOf(one.ads) })));
  const over = (whole: number, part: number | null): number => Math.max(0, whole - (part ?? 0));
  const spend = over(parent.micros ?? 0, sums.spend_micros);
  return {
    ...zero,
    impressions: over(parent.impressions, sums.impressions),
    taps: over(parent.taps, sums.taps),
    tap_installs: over(parent.tap_installs, sums.tap_installs),
    view_installs: over(parent.view_installs, sums.view_installs),
    // Two sums of the same converted amounts differ in the last binary digits; less than a micro is nothing.
    spend_micros: parent.micros === null ? null : spend < 1 ? 0 : spend,
  };
}
