import { uuidOf } from '../../../base/random/prng.ts';
import type { PlatformFaults } from '../../../control/platform-faults.ts';
import type { App } from '../../../market/world/apps.ts';
import type { Ad, Creative } from '../../../market/world/structure.ts';
import { appleTime } from '../../advertising/money.ts';
import type { AdGroupNow, ViewContext } from './campaign-views.ts';
import type { ObjectView } from './query-request.ts';

export type CreativeStatus = 'PENDING' | 'VALID' | 'INVALID';

/** How a creative is at an instant: checked for a while, then fit for ads or not. */
export function creativeStatus(
  { createdAt }: Creative,
  now: number,
  { creativePendingMs, creativeEnds }: Pick<PlatformFaults, 'creativePendingMs' | 'creativeEnds'>,
  isCreated: boolean,
): CreativeStatus {
  // Those the market was built with have long been checked.
  if (!isCreated) return 'VALID';
  return now < createdAt + creativePendingMs ? 'PENDING' : creativeEnds;
}

/** @param creative as it is at the moment */
export function creativeView(creative: Creative, systemStatus: CreativeStatus, withDestination: boolean): ObjectView {
  const parameters = { adamId: String(creative.app.adamId), productPageId: creative.page.id };
  return {
    id: creative.id,
    adAccountId: creative.org.orgId,
    name: creative.name,
    creativeType: 'CUSTOM_PRODUCT_PAGE',
    creativeSpec: {},
    systemStatus,
    systemStatusReasons: systemStatus === 'INVALID' ? ['PRODUCT_PAGE_UNAVAILABLE'] : [],
    ...(withDestination ? { destination: { destinationType: 'APP_STORE_PRODUCT_PAGE', parameters } } : {}),
    eligibility: { status: 'ELIGIBLE', allowedGroups: [], blockedGroups: [], brandNewField: true },
    creationTime: appleTime(creative.createdAt),
    modificationTime: appleTime(creative.modifiedAt),
    deleted: creative.deleted,
  };
}

/** @param ad as it is at the moment */
export function adView({ parent, adGroup, state }: AdGroupNow, ad: Ad, { brandNew }: ViewContext): ObjectView {
  const { campaign } = parent;
  const isDeleted = ad.deleted || state.displayStatus === 'DELETED';
  const reasons = isDeleted ? ['DELETED_BY_USER'] : ad.status === 'PAUSED' ? ['PAUSED_BY_USER'] : [];
  return {
    id: ad.id,
    adAccountId: campaign.org.orgId,
    campaignId: campaign.id,
    adGroupId: adGroup.id,
    creativeId: ad.creativeId,
    name: ad.name,
    status: ad.status,
    systemStatus: reasons.length === 0 ? 'RUNNING' : 'NOT_RUNNING',
    systemStatusReasons: reasons,
    systemStatusLimitingReasons: [],
    displayStatus: brandNew.includes(ad.id) ? 'BRAND_NEW' : displayedAd({ parent, adGroup, state }, ad, isDeleted),
    creationTime: appleTime(ad.createdAt),
    modificationTime: appleTime(ad.modifiedAt),
    deleted: isDeleted,
  };
}

function displayedAd({ parent, state }: AdGroupNow, { status }: Ad, isDeleted: boolean): string {
  if (isDeleted) return 'DELETED';
  if (status === 'PAUSED') return 'PAUSED';
  if (parent.state.servingStatus !== 'RUNNING') return 'CAMPAIGN_ON_HOLD';
  return state.servingStatus === 'RUNNING' ? 'RUNNING' : 'AD_GROUP_ON_HOLD';
}

/** All pages of an app: its default one, those for one audience, and the treatments of a test of its default page. */
export function productPageViews(app: App, createdAt: number): readonly ObjectView[] {
  const pages = [
    { id: uuidOf('default product page', app.adamId), name: app.name, state: 'PUBLISHED' },
    ...app.productPages.map(({ id, name }) => ({ id, name, state: 'READY_FOR_DISTRIBUTION' })),
    { id: uuidOf('product page treatment', app.adamId), name: 'Blue icon', state: 'READY_FOR_DISTRIBUTION' },
  ];
  const times = { creationTime: appleTime(createdAt), modificationTime: appleTime(createdAt) };
  return pages.map((page) => ({ ...page, adamId: app.adamId, deepLink: null, ...times }));
}
