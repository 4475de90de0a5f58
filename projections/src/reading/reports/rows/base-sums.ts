import {
  type BaseSums,
  type DownloadName,
  downloadNames,
  figureNames,
  sumBase,
  withoutAds,
  zeroBase,
} from '@tapwise/domain';
import type { AdsFact } from '../facts/ads-facts.queries.ts';
import type { ObjectFacts } from '../facts/gather-facts.ts';

/** What is counted for an object of the ad service; income is its known part, 0 while no sale has a known price. */
export function baseOf(facts: ObjectFacts): BaseSums {
  return withPeople(ofAds(facts.ads), facts);
}

/** What is counted for users that no campaign brought, and for objects whose figures have not been pulled. */
export const baseWithoutAds = (facts: ObjectFacts): BaseSums => withPeople(withoutAds({}), facts);

function ofAds(ads: AdsFact | undefined): BaseSums {
  const base = zeroBase();
  if (ads === undefined) return base;
  base.impressions = ads.impressions;
  base.taps = ads.taps;
  base.tap_installs = ads.tap_installs;
  base.view_installs = ads.view_installs;
  base.spend_micros = ads.days === 0 ? 0 : ads.micros;
  if (ads.days > 0) setDownloads(base, ads);
  return ads.days === 0 ? base : withUnread(base, ads.never_read);
}

function setDownloads(base: BaseSums, of: Record<DownloadName, number | null>): void {
  for (const name of downloadNames) base[name] = of[name];
}

/** Figures of which nothing could be read are not known. @param bits In the order of their names. */
function withUnread(base: BaseSums, bits: number): BaseSums {
  if (bits === 0) return base;
  for (const [bit, name] of figureNames.entries()) if ((bits & (1 << bit)) !== 0) base[name] = null;
  return base;
}

/** Sets what users did, and how often the object was shown for one that it could have been. */
function withPeople(base: BaseSums, facts: ObjectFacts): BaseSums {
  let trials = 0;
  let trialConversions = 0;
  let conversions = 0;
  let refunded = 0;
  let remaining = 0;
  for (const subscription of facts.subscriptions) {
    trials += subscription.trials;
    trialConversions += subscription.trial_conversions;
    conversions += subscription.conversions;
    refunded += subscription.refunded_conversions;
    remaining += subscription.remaining;
  }
  const income = incomeOf(facts);
  base.first_launches = facts.people?.first_launches ?? 0;
  base.trials = trials;
  base.trial_conversions = trialConversions;
  base.conversions = conversions;
  base.refunded_conversions = refunded;
  base.current_income_micros = income;
  base.predicted_income_micros = income + remaining;
  return withShare(base, facts);
}

function withShare(base: BaseSums, { share, matched }: ObjectFacts): BaseSums {
  base.matched_impressions = matched ?? null;
  if (share === undefined) return base;
  base.shared_impressions = share.shared;
  base.available_impressions = share.available;
  base.ranked_impressions = share.ranked;
  base.rank_impressions = share.rank_sum;
  base.week_shared_impressions = share.week_shared;
  base.week_available_impressions = share.week_available;
  base.all_slots_shared_impressions = share.all_slots_shared;
  base.all_slots_available_impressions = share.all_slots_available;
  return base;
}

// Sales whose price or rate is not known are counted by the warning.
function incomeOf({ income }: ObjectFacts): number {
  let sum = 0;
  for (const { micros } of income) sum += micros ?? 0;
  return sum;
}

/**
 * The traffic of ad groups that came without a keyword: what each had beyond its keywords. The service restates the two levels
 * at different moments, so a difference is never taken below nothing. What could not be read of a keyword, or of an ad group, is no
 * difference: it is not known.
 * @param searchMatch Users without a keyword.
 */
export function searchMatchBase(
  searchMatch: ObjectFacts,
  parents: readonly AdsFact[],
  keywords: readonly ObjectFacts[],
): BaseSums {
  const byParent = new Map<number, ObjectFacts[]>();
  for (const keyword of keywords) {
    const existing = byParent.get(keyword.adGroupId);
    if (existing === undefined) byParent.set(keyword.adGroupId, [keyword]);
    else existing.push(keyword);
  }
  const beyond = parents.map((parent) => beyondKeywords(parent, byParent.get(parent.parent_group) ?? []));
  let unread = 0;
  for (const { ads } of keywords) unread |= ads?.unread ?? 0;
  for (const parent of parents) unread |= parent.unread;
  const sums = withUnread(sumBase(beyond), unread);
  const { impressions, taps, tap_installs, view_installs, spend_micros } = sums;
  const base = Object.assign(baseOf(searchMatch), { impressions, taps, tap_installs, view_installs, spend_micros });
  setDownloads(base, sums);
  return base;
}

function beyondKeywords(parent: AdsFact, keywords: readonly ObjectFacts[]): BaseSums {
  let impressions = 0;
  let taps = 0;
  let tapInstalls = 0;
  let viewInstalls = 0;
  let micros = 0;
  for (const { ads } of keywords) {
    if (ads === undefined) continue;
    impressions += ads.impressions;
    taps += ads.taps;
    tapInstalls += ads.tap_installs;
    viewInstalls += ads.view_installs;
    micros += ads.micros ?? 0;
  }
  const beyond = zeroBase();
  for (const name of downloadNames) beyond[name] = downloadsBeyond(name, parent, keywords);
  beyond.impressions = Math.max(0, parent.impressions - impressions);
  beyond.taps = Math.max(0, parent.taps - taps);
  beyond.tap_installs = Math.max(0, parent.tap_installs - tapInstalls);
  beyond.view_installs = Math.max(0, parent.view_installs - viewInstalls);
  const spend = Math.max(0, (parent.micros ?? 0) - micros);
  // Two sums of the same converted amounts differ in the last binary digits; less than a micro is nothing.
  beyond.spend_micros = parent.micros === null ? null : spend < 1 ? 0 : spend;
  return beyond;
}

/** `null` where the ad group does not say it. */
function downloadsBeyond(name: DownloadName, parent: AdsFact, keywords: readonly ObjectFacts[]): number | null {
  const ofParent = parent[name];
  if (ofParent === null) return null;
  return Math.max(0, ofParent - keywords.reduce((sum, { ads }) => sum + (ads?.[name] ?? 0), 0));
}
