import { DAY_MS, type DayNumber, HOUR_MS, startOfDay } from '../../base/calendar/calendar-days.ts';
import { decimalsOf } from '../../base/currency.ts';
import { cumulativeOf, type Random, randomFor } from '../../base/random/prng.ts';
import { MEAN_RATES } from '../rates/reference-rates.ts';
import { buildAdGroups, type IdSource } from './ad-group-builder.ts';
import { APPS, type App } from './apps.ts';
import { type CampaignKind, type CampaignPlan, campaignPlans } from './campaign-plan.ts';
import { KIND_FACTORS } from './market.ts';
import type { MarketModel } from './market-model.ts';
import { ORGANIZATIONS, type Organization } from './organizations.ts';
import { storefrontOf } from './storefronts.ts';
import type { AdGroup, Campaign, NegativeKeyword, Target } from './structure.ts';

const RANGES = {
  campaign: 700000000,
  adGroup: 710000000,
  keyword: 720000000,
  negative: 750000000,
  ad: 730000000,
  creative: 740000000,
};

export interface BuildOptions {
  readonly seed: number;
  readonly anchorDay: DayNumber;
  readonly scale: number;
  /** Of the market. */
  readonly version: number;
  readonly model: MarketModel;
  /** First day with campaigns. */
  readonly adsFrom: DayNumber;
}

/** Builds all campaigns of the market; the same seed and anchor day give the same objects. */
export function buildCampaigns({ seed, anchorDay, scale, version, model, adsFrom }: BuildOptions): readonly Campaign[] {
  const used = new Map<string, number>();
  const ids: IdSource = {
    next(kind) {
      const value = (used.get(kind) ?? 0) + 1;
      used.set(kind, value);
      return RANGES[kind] + value;
    },
  };
  const plans = campaignPlans(version);
  const totalWeight = plans.filter((plan) => plan.end === 'running').reduce((sum, plan) => sum + plan.weight, 0);
  return plans.map((plan, index) => {
    const impressions = (model.volumes.impressions * scale * plan.weight) / totalWeight;
    return buildCampaign(plan, index, { seed, anchorDay, ids, impressions, adsFrom, version });
  });
}

interface Site {
  readonly seed: number;
  readonly anchorDay: DayNumber;
  readonly ids: IdSource;
  readonly impressions: number;
  readonly adsFrom: DayNumber;
  readonly version: number;
}

/** Since this market Apple sets the bids of some campaigns. */
const FIRST_WITH_STRATEGIES = 5;

function buildCampaign(plan: CampaignPlan, index: number, site: Site): Campaign {
  const { seed, anchorDay, ids } = site;
  const org = ORGANIZATIONS[plan.org] as Organization;
  const app = APPS[plan.app] as App;
  const random = randomFor(seed, 'campaign', plan.name);
  const targetCpa = site.version < FIRST_WITH_STRATEGIES ? null : plan.targetCpa;
  const id = ids.next('campaign');
  const firstDay = Math.max(site.adsFrom, anchorDay - plan.firstDay);
  const lastDay = plan.lastDay === null ? null : anchorDay - plan.lastDay;
  const createdAt = startOfDay(org.timeZone, firstDay) - 6 * HOUR_MS;
  const weights = plan.countries.map((code) => storefrontOf(code).organicWeight);
  const marketBid = marketBidOf(plan.kind, plan.countries, org, app);
  const adGroups = buildAdGroups(plan, { id, app, createdAt, anchorDay, marketBid, ids, random });
  const targets = targetsOf(adGroups, { random, anchorDay });
  return {
    index,
    id,
    org,
    app,
    name: plan.name,
    kind: plan.kind,
    countries: plan.countries,
    countryWeights: cumulativeOf(weights),
    adGroups,
    negatives: negativesOf(plan, id, ids, createdAt),
    targets,
    targetWeights: cumulativeOf(targets.map((target) => target.weight)),
    status: plan.end === 'paused' ? 'PAUSED' : 'ENABLED',
    deleted: plan.end === 'deleted',
    firstDay,
    lastDay,
    impressionsPerDay: site.impressions,
    dailyBudget: dailyBudgetOf(plan, site.impressions, marketBid, org),
    totalBudget: null,
    bidStrategy: targetCpa === null ? 'MANUAL_CPT' : 'MAX_CONVERSIONS',
    targetCpa,
    invoice: null,
    createdAt,
    modifiedAt: lastDay === null ? createdAt + random.int(40) * DAY_MS : startOfDay(org.timeZone, lastDay + 1),
  };
}

/** The bid that wins half of the market's impressions: 1.1 times the price of a tap, mean over the countries. */
export function marketBidOf(kind: CampaignKind, countries: readonly string[], org: Organization, app: App): number {
  const storefronts = countries.map(storefrontOf);
  const weight = storefronts.reduce((sum, storefront) => sum + storefront.organicWeight, 0);
  const cpt = storefronts.reduce((sum, storefront) => sum + storefront.organicWeight * storefront.cptUsd, 0) / weight;
  return cpt * 1.1 * app.cptFactor * KIND_FACTORS[kind].cpt * unitsPerUsd(org.currency);
}

/** Units of a currency for one US dollar at the mean rates; list prices and bids are set with it. */
export function unitsPerUsd(currency: string): number {
  return (currency === 'EUR' ? 1 : (MEAN_RATES[currency] ?? 1)) / (MEAN_RATES.USD ?? 1);
}

function dailyBudgetOf(plan: CampaignPlan, impressions: number, marketBid: number, org: Organization): number {
  const storefront = storefrontOf(plan.countries[0] ?? 'US');
  const taps = impressions * storefront.ttr * KIND_FACTORS[plan.kind].ttr;
  const step = decimalsOf(org.currency) === 0 ? 1000 : 10;
  return Math.max(step, Math.ceil((taps * marketBid * 0.8 * plan.budgetFactor) / step) * step);
}

/** Volume falls with the rank of a keyword as in Zipf's law (exponent 1.1); Search Match brings a third on top. */
function targetsOf(adGroups: readonly AdGroup[], site: { random: Random; anchorDay: DayNumber }): readonly Target[] {
  const { random, anchorDay } = site;
  const keywords = adGroups.flatMap((adGroup) => adGroup.keywords.map((keyword) => ({ adGroup, keyword })));
  const ranks = shuffled(
    keywords.map((_, index) => index + 1),
    random,
  );
  const weights = ranks.map((rank) => 1 / (rank + 2) ** 1.1);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const targets: Target[] = keywords.map(({ adGroup, keyword }, index) => ({
    index,
    adGroup,
    keyword,
    weight: (weights[index] ?? 0) / total,
    bid: keyword.bid ?? adGroup.defaultBid,
    perDay: null,
    ...temperOf(random),
    quietFrom: isQuiet(adGroup, keyword.status === 'PAUSED' || keyword.deleted) ? anchorDay - 3 - random.int(70) : null,
  }));
  for (const adGroup of adGroups.filter((candidate) => candidate.searchMatch)) {
    const quietFrom = isQuiet(adGroup, false) ? anchorDay - 20 : null;
    targets.push({
      index: targets.length,
      adGroup,
      keyword: null,
      weight: 0.5,
      bid: adGroup.defaultBid,
      ...temperOf(random),
      quietFrom,
      perDay: null,
    });
  }
  return targets;
}

function shuffled(items: number[], random: Random): number[] {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = random.int(index + 1);
    [items[index], items[other]] = [items[other] as number, items[index] as number];
  }
  return items;
}

const isQuiet = (adGroup: AdGroup, keywordIsOff: boolean): boolean =>
  keywordIsOff || adGroup.status === 'PAUSED' || adGroup.deleted;

/** How a target differs from the market. */
export const temperOf = (random: Random): Pick<Target, 'ttrFactor' | 'crFactor' | 'valueFactor'> => ({
  ttrFactor: random.factor(0.3),
  crFactor: random.factor(0.12),
  valueFactor: random.factor(0.45),
});

/** Discovery campaigns exclude what other campaigns bid on exactly. */
function negativesOf(
  plan: CampaignPlan,
  campaignId: number,
  ids: IdSource,
  createdAt: number,
): readonly NegativeKeyword[] {
  if (plan.kind !== 'discovery') return [];
  const brand = plan.app === 0 ? 'moonvale' : 'ledgerly';
  return [brand, `${brand} app`, `${brand} premium`].map((text) => ({
    id: ids.next('negative'),
    campaignId,
    adGroupId: null,
    text,
    matchType: 'EXACT',
    status: 'ACTIVE',
    deleted: false,
    modifiedAt: createdAt,
  }));
}
