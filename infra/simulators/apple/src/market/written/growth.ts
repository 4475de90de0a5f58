import { dayAt } from '../../base/calendar/calendar-days.ts';
import { cumulativeOf, hashOf, type Random, randomFor } from '../../base/random/prng.ts';
import type { App } from '../world/apps.ts';
import { marketBidOf, temperOf } from '../world/campaign-builder.ts';
import type { CampaignKind } from '../world/campaign-plan.ts';
import type { Organization } from '../world/organizations.ts';
import { storefrontOf } from '../world/storefronts.ts';
import type { Ad, AdGroup, Campaign, Creative, Keyword, NegativeKeyword, Target } from '../world/structure.ts';
import type { Effect, EffectOf } from './write-records.ts';

/** What can grow. Its lists are the world's own: they only ever get longer, so that an index means the same for ever. */
export interface Growing {
  readonly seed: number;
  readonly scale: number;
  readonly apps: readonly App[];
  readonly organizations: readonly Organization[];
  readonly campaigns: readonly Campaign[];
  readonly creatives: readonly Creative[];
}

/** Mean impressions a day of a new keyword and of a new ad group's Search Match, at scale 1. */
const KEYWORD_PER_DAY = 40;
const SEARCH_MATCH_PER_DAY = 60;
const BROAD_FACTOR = 2;
/** The keyword with this rank in its campaign has half the searches of the first. */
const RANK_HALVING = 10;

/** Puts what a write made into the world. */
export function grow(world: Growing, effect: Effect, at: number): void {
  switch (effect.do) {
    case 'campaign':
      push(world.campaigns, newCampaign(world, effect, at));
      break;
    case 'adGroup':
      addAdGroup(world, effect, at);
      break;
    case 'keyword':
      addKeyword(world, effect, at);
      break;
    case 'negative':
      push(campaignAt(world, effect.campaign).negatives, newNegative(world, effect, at));
      break;
    case 'ad':
      push(adGroupAt(world, effect).ads, newAd(world, effect, at));
      break;
    case 'creative':
      push(world.creatives, newCreative(world, effect, at));
      break;
    case 'set':
      // Search Match that is switched on for the first time becomes something that can win impressions.
      if (effect.part.searchMatch === true && effect.campaign !== null)
        addSearchMatch(world, campaignAt(world, effect.campaign), effect.id);
      break;
    case 'reset':
      break;
  }
}

/** Readers see the lists as fixed; only growth adds to them. */
function push<Item>(list: readonly Item[], item: Item): void {
  (list as Item[]).push(item);
}

function required<Item>(item: Item | undefined, what: string): Item {
  if (item === undefined) throw new Error(`The world has no such ${what}`);
  return item;
}

const campaignAt = (world: Growing, index: number): Campaign => required(world.campaigns[index], 'campaign');

const adGroupAt = (world: Growing, { campaign, adGroup }: { campaign: number; adGroup: number }): AdGroup =>
  required(
    campaignAt(world, campaign).adGroups.find(({ id }) => id === adGroup),
    'ad group',
  );

function newCampaign(world: Growing, effect: EffectOf<'campaign'>, at: number): Campaign {
  const org = required(
    world.organizations.find(({ orgId }) => orgId === effect.org),
    'organization',
  );
  const app = required(
    world.apps.find(({ adamId }) => adamId === effect.app),
    'app',
  );
  const { id, name, countries, status, dailyBudget, totalBudget, bidStrategy, targetCpa, invoice } = effect;
  return {
    index: world.campaigns.length,
    id,
    org,
    app,
    name,
    countries,
    status,
    dailyBudget,
    totalBudget,
    bidStrategy,
    targetCpa,
    invoice,
    kind: kindOf(name, app),
    countryWeights: cumulativeOf(countries.map((code) => storefrontOf(code).organicWeight)),
    adGroups: [],
    negatives: [],
    targets: [],
    targetWeights: new Float64Array(0),
    deleted: false,
    firstDay: dayAt(org.timeZone, at),
    lastDay: null,
    // It has no part in the market's plan: what it earns comes from its targets alone.
    impressionsPerDay: 0,
    createdAt: at,
    modifiedAt: at,
  };
}

/** The name says what a campaign is for, as people name them. */
function kindOf(name: string, app: App): CampaignKind {
  const text = name.toLowerCase();
  if (text.includes('discovery')) return 'discovery';
  if (text.includes('competitor')) return 'competitor';
  return text.includes('brand') || text.includes(app.name.toLowerCase()) ? 'brand' : 'category';
}

function addAdGroup(world: Growing, effect: EffectOf<'adGroup'>, at: number): void {
  const campaign = campaignAt(world, effect.campaign);
  const { id, name, status, defaultBid, cpaGoal, searchMatch, startTime, targeting } = effect;
  push(campaign.adGroups, {
    id,
    campaignId: campaign.id,
    name,
    status,
    defaultBid,
    cpaGoal,
    searchMatch,
    startTime,
    targeting,
    deleted: false,
    gender: genderOf(targeting),
    ads: [],
    keywords: [],
    createdAt: at,
    modifiedAt: at,
  });
  if (searchMatch) addSearchMatch(world, campaign, id);
}

function genderOf(targeting: Readonly<Record<string, unknown>> | null): 'M' | 'F' | null {
  const included = (targeting?.gender as { included?: unknown[] } | null | undefined)?.included;
  const [only] = included?.length === 1 ? included : [];
  return only === 'M' || only === 'F' ? only : null;
}

function addKeyword(world: Growing, effect: EffectOf<'keyword'>, at: number): void {
  const campaign = campaignAt(world, effect.campaign);
  const adGroup = adGroupAt(world, effect);
  const { id, text, matchType, bid, status } = effect;
  const keyword: Keyword = {
    id,
    adGroupId: adGroup.id,
    campaignId: campaign.id,
    text,
    matchType,
    bid,
    status,
    deleted: false,
    createdAt: at,
    modifiedAt: at,
  };
  push(adGroup.keywords, keyword);
  const random = randomFor(world.seed, 'written keyword', campaign.app.adamId, text, matchType);
  // The best keywords come first, and the many of a long list are rarely searched.
  const rank = campaign.targets.length - campaign.targetWeights.length;
  const searched =
    (KEYWORD_PER_DAY * random.factor(0.7) * (matchType === 'BROAD' ? BROAD_FACTOR : 1)) / (1 + rank / RANK_HALVING);
  push(campaign.targets, newTarget(world, campaign, { adGroup, keyword, perDay: searched, random }));
}

function addSearchMatch(world: Growing, campaign: Campaign, adGroupId: number): void {
  const adGroup = adGroupAt(world, { campaign: campaign.index, adGroup: adGroupId });
  if (campaign.targets.some((target) => target.adGroup === adGroup && target.keyword === null)) return;
  const random = randomFor(world.seed, 'written search match', adGroupId);
  push(campaign.targets, newTarget(world, campaign, { adGroup, keyword: null, perDay: SEARCH_MATCH_PER_DAY, random }));
}

function newTarget(
  world: Growing,
  campaign: Campaign,
  from: { adGroup: AdGroup; keyword: Keyword | null; perDay: number; random: Random },
): Target {
  const { kind, countries, org, app } = campaign;
  const { adGroup, keyword, perDay, random } = from;
  return {
    index: campaign.targets.length,
    adGroup,
    keyword,
    perDay: perDay * world.scale,
    weight: 0,
    bid: marketBidOf(kind, countries, org, app),
    ...temperOf(random),
    quietFrom: null,
  };
}

function newNegative(world: Growing, effect: EffectOf<'negative'>, at: number): NegativeKeyword {
  const { id, adGroup: adGroupId, text, matchType, status } = effect;
  const campaignId = campaignAt(world, effect.campaign).id;
  return { id, campaignId, adGroupId, text, matchType, status, deleted: false, modifiedAt: at };
}

function newAd(world: Growing, effect: EffectOf<'ad'>, at: number): Ad {
  const { id, creative: creativeId, name, status } = effect;
  const { page } = required(
    world.creatives.find((creative) => creative.id === creativeId),
    'creative',
  );
  return { id, creativeId, name, page, status, deleted: false, createdAt: at, modifiedAt: at };
}

function newCreative(world: Growing, effect: EffectOf<'creative'>, at: number): Creative {
  const org = required(
    world.organizations.find(({ orgId }) => orgId === effect.org),
    'organization',
  );
  const app = required(
    world.apps.find(({ adamId }) => adamId === effect.app),
    'app',
  );
  const page = required(
    app.productPages.find((productPage) => productPage.id === effect.page),
    'product page',
  );
  return { id: effect.id, org, app, name: effect.name, page, deleted: false, createdAt: at, modifiedAt: at };
}

/** Kinds of things that writes make. */
export type CreatedKind = Exclude<Effect['do'], 'set' | 'reset'>;

/** Above every id the market is built with. */
const FIRST_IDS: Readonly<Record<CreatedKind, number>> = {
  campaign: 701_000_000,
  adGroup: 711_000_000,
  keyword: 721_000_000,
  ad: 731_000_000,
  creative: 741_000_000,
  negative: 751_000_000,
};

export const idOf = (kind: CreatedKind, number: number): number => FIRST_IDS[kind] + number;

/** A uniform number in [0, 1) that belongs to something; kept here so that all chance of writes has one root. */
export const chanceOf = (...parts: readonly (string | number)[]): number => hashOf('written', ...parts) / 4_294_967_296;
