import { DAY_MS, type DayNumber } from '../../base/calendar/calendar-days.ts';
import type { Random } from '../../base/random/prng.ts';
import type { App } from './apps.ts';
import type { CampaignPlan } from './campaign-plan.ts';
import type { Ad, AdGroup, Keyword } from './structure.ts';
import { textsOf } from './vocabulary.ts';

/** Ids in the style of Apple's: one number range per kind of object. */
export interface IdSource {
  next(kind: 'campaign' | 'adGroup' | 'keyword' | 'negative' | 'ad' | 'creative'): number;
}

/** What the ad groups of one campaign share. `marketBid` is in the organization's currency. */
export interface AdGroupSite {
  readonly id: number;
  readonly app: App;
  readonly createdAt: number;
  readonly anchorDay: DayNumber;
  readonly marketBid: number;
  readonly ids: IdSource;
  readonly random: Random;
}

/** Builds the ad groups of a campaign; discovery has one broad group and one of Search Match alone. */
export function buildAdGroups(plan: CampaignPlan, site: AdGroupSite): readonly AdGroup[] {
  if (plan.kind === 'discovery') {
    return [
      buildAdGroup(plan, site, { index: 0, name: 'Broad match', keywords: plan.keywords, searchMatch: false }),
      buildAdGroup(plan, site, { index: 1, name: 'Search Match', keywords: 0, searchMatch: true }),
    ];
  }
  const size = Math.ceil(plan.keywords / plan.adGroups);
  const texts = textsOf(plan.vocabulary);
  return Array.from({ length: plan.adGroups }, (_, index) =>
    buildAdGroup(plan, site, {
      index,
      name: nameOf(plan, texts[index] ?? 'Group', index),
      keywords: Math.min(size, plan.keywords - index * size),
      searchMatch: false,
    }),
  );
}

/** An ad group of one keyword is called after it. */
function nameOf({ adGroups, keywords }: CampaignPlan, text: string, index: number): string {
  if (adGroups === 1) return 'All';
  return adGroups === keywords ? text : `${text} ${index + 1}`;
}

interface Slot {
  readonly index: number;
  readonly name: string;
  readonly keywords: number;
  readonly searchMatch: boolean;
}

function buildAdGroup(plan: CampaignPlan, site: AdGroupSite, slot: Slot): AdGroup {
  const { ids, random } = site;
  const id = ids.next('adGroup');
  const defaultBid = cents(site.marketBid * random.factor(0.15));
  const last = slot.index === plan.adGroups - 1 && plan.adGroups >= 4;
  return {
    id,
    campaignId: site.id,
    name: slot.name,
    defaultBid,
    cpaGoal: null,
    searchMatch: slot.searchMatch,
    targeting: null,
    status: last && plan.adGroups === 5 ? 'PAUSED' : 'ENABLED',
    deleted: last && plan.adGroups === 6,
    gender: last && plan.countries.includes('SE') ? 'F' : null,
    ads: plan.productPage === null || slot.index === 0 ? [] : adsOf(plan, site, slot.index),
    keywords: keywordsOf(plan, site, { ...slot, id, defaultBid }),
    createdAt: site.createdAt,
    modifiedAt: site.createdAt + random.int(60) * DAY_MS,
  };
}

function adsOf(plan: CampaignPlan, site: AdGroupSite, index: number): Ad[] {
  const page = site.app.productPages[((plan.productPage ?? 0) + index) % site.app.productPages.length];
  if (page === undefined) return [];
  const { ids, createdAt } = site;
  const ad = { id: ids.next('ad'), creativeId: ids.next('creative'), name: `${page.name} ad`, page };
  return [{ ...ad, status: 'ENABLED', deleted: false, createdAt, modifiedAt: createdAt }];
}

function keywordsOf(
  plan: CampaignPlan,
  site: AdGroupSite,
  slot: Slot & { id: number; defaultBid: number },
): readonly Keyword[] {
  const { ids, random } = site;
  const texts = textsOf(plan.vocabulary);
  const first = slot.index * Math.ceil(plan.keywords / plan.adGroups);
  return Array.from({ length: slot.keywords }, (_, index) => ({
    id: ids.next('keyword'),
    adGroupId: slot.id,
    campaignId: site.id,
    text: texts[(first + index) % texts.length] ?? plan.name,
    matchType: plan.kind === 'discovery' ? 'BROAD' : 'EXACT',
    bid: random.chance(0.6) ? cents(slot.defaultBid * random.factor(0.25)) : null,
    status: random.chance(0.05) ? 'PAUSED' : 'ACTIVE',
    deleted: random.chance(0.02),
    createdAt: site.createdAt + index * 1000,
    modifiedAt: Math.min(site.createdAt + random.int(300) * DAY_MS, site.anchorDay * DAY_MS),
  }));
}

/** Bids have at most two decimals and are never under 0.01. */
const cents = (amount: number): number => Math.max(0.01, Math.round(amount * 100) / 100);
