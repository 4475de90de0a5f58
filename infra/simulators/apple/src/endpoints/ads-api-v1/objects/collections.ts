import type { Organization } from '../../../market/world/organizations.ts';
import type { AdGroup, Campaign } from '../../../market/world/structure.ts';
import { type AdsApi, campaignsOf } from '../../advertising/ads-api-site.ts';
import type { PlatformSite } from '../platform-site.ts';
import { adView, creativeStatus, creativeView } from './ad-views.ts';
import {
  type AdGroupNow,
  adGroupNow,
  adGroupView,
  type CampaignNow,
  campaignNow,
  campaignView,
  keywordView,
  negativeView,
  type ViewContext,
} from './campaign-views.ts';
import type { ObjectPath } from './object-kinds.ts';
import type { ObjectView } from './query-request.ts';

/** Which objects can match at all, so that the others need no view; null: any. */
export interface Narrowing {
  readonly ids: ReadonlySet<number> | null;
  readonly campaignIds: ReadonlySet<number> | null;
  readonly adGroupIds: ReadonlySet<number> | null;
  /** Whether a list of creatives says where they lead. */
  readonly withDestination: boolean;
}

/** All objects of a kind in an organization, deleted ones too, as far as a narrowing leaves them. */
type Collection = (site: PlatformSite, organization: Organization, narrowing: Narrowing) => readonly ObjectView[];

export const viewContext = ({ api, faults }: PlatformSite): ViewContext => {
  const now = api.clock.revealed();
  const { inheritedBid, brandNew } = faults.platform;
  return { activity: api.activity, settings: api.settings.at(now), now, inheritedBid, brandNew };
};

const isIn = (set: ReadonlySet<number> | null, id: number): boolean => set === null || set.has(id);

const campaignsIn = (api: AdsApi, organization: Organization, ids: ReadonlySet<number> | null): readonly Campaign[] =>
  campaignsOf(api, organization).filter(({ id }) => isIn(ids, id));

/** Ad groups of the narrowed campaigns, each with its state and what it was built as; states are made where one is needed. */
function adGroupsIn(
  { api }: PlatformSite,
  organization: Organization,
  { campaignIds, adGroupIds }: Narrowing,
  context: ViewContext,
): readonly { readonly built: AdGroup; readonly now: () => AdGroupNow }[] {
  return campaignsIn(api, organization, campaignIds).flatMap((campaign) => {
    const parent = once((): CampaignNow => campaignNow(campaign, context));
    return campaign.adGroups
      .filter(({ id }) => isIn(adGroupIds, id))
      .map((built) => ({ built, now: once(() => adGroupNow(parent(), context.settings.adGroup(built))) }));
  });
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

const campaigns: Collection = (site, organization, { ids }) => {
  const context = viewContext(site);
  return campaignsIn(site.api, organization, ids).map((campaign) => campaignView(campaign, context));
};

const adgroups: Collection = (site, organization, narrowing) => {
  const context = viewContext(site);
  return adGroupsIn(site, organization, { ...narrowing, adGroupIds: narrowing.ids }, context).map(({ now }) => {
    const { parent, adGroup } = now();
    return adGroupView(parent, adGroup, context);
  });
};

const keywords: Collection = (site, organization, narrowing) => {
  const context = viewContext(site);
  return adGroupsIn(site, organization, narrowing, context).flatMap(({ built, now }) =>
    built.keywords
      .filter(({ id }) => isIn(narrowing.ids, id))
      .map((keyword) => keywordView(now(), context.settings.keyword(keyword), context)),
  );
};

const negatives: Collection = ({ api }, organization, { ids, campaignIds }) => {
  const settings = api.settings.at(api.clock.revealed());
  return campaignsIn(api, organization, campaignIds).flatMap((built) => {
    const wanted = built.negatives.filter(({ id }) => isIn(ids, id));
    if (wanted.length === 0) return [];
    const campaign = settings.campaign(built);
    const gone = new Set(campaign.adGroups.flatMap((group) => (settings.adGroup(group).deleted ? [group.id] : [])));
    return wanted.map((negative) => {
      const deleted = campaign.deleted || gone.has(negative.adGroupId ?? 0);
      return negativeView(campaign, settings.negative(negative), { deleted });
    });
  });
};

const ads: Collection = (site, organization, narrowing) => {
  const context = viewContext(site);
  return adGroupsIn(site, organization, narrowing, context).flatMap(({ built, now }) =>
    built.ads.filter(({ id }) => isIn(narrowing.ids, id)).map((ad) => adView(now(), context.settings.ad(ad), context)),
  );
};

const creatives: Collection = ({ api, faults }, organization, { ids, withDestination }) => {
  const now = api.clock.revealed();
  const settings = api.settings.at(now);
  return api.world.creatives
    .filter(({ id, org }) => org === organization && isIn(ids, id))
    .map(settings.creative)
    .map((creative) => {
      const status = creativeStatus(creative, now, faults.platform, api.world.written.isCreated(creative.id));
      return creativeView(creative, status, withDestination);
    });
};

export const COLLECTIONS: Readonly<Record<ObjectPath, Collection>> = {
  campaigns,
  adgroups,
  keywords,
  'negative-keywords': negatives,
  ads,
  creatives,
};
