import type { Ad, AdGroup, Campaign, Creative } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { adGroupOf, campaignOf } from '../../advertising/ads-api-site.ts';
import { advertisedApp, checkAlone, setting } from '../../advertising/changes/rules.ts';
import { nameOf, objectBody, statusOf } from '../../advertising/changes/values.ts';
import { adView, creativeView } from '../structure/structure-views.ts';
import { currentAdGroup } from './fields.ts';
import type { Handled, WriteCall, WriteRoutes } from './write-route.ts';

const SWITCH = ['ENABLED', 'PAUSED'] as const;

/** Ads, which put a custom product page in front of an ad group's users, and the creatives they name. */
export function registerAdWrites(routes: WriteRoutes): void {
  const ads = '/campaigns/:campaignId/adgroups/:adGroupId/ads';
  routes.add('POST', ads, createAd);
  routes.add('PUT', `${ads}/:id`, updateAd);
  routes.add('DELETE', `${ads}/:id`, deleteAd);
  routes.add('POST', '/creatives', createCreative);
}

const responseData =
  (campaign: Campaign, adGroup: AdGroup, id: number): Handled['data'] =>
  (settings) => {
    const ad = adGroup.ads.find((candidate) => candidate.id === id);
    return ad === undefined ? null : adView(settings.campaign(campaign), settings.adGroup(adGroup), settings.ad(ad));
  };

function createAd(call: WriteCall): Handled {
  const { campaign, built } = currentAdGroup(call);
  const fields = objectBody(call.body, ['creativeId', 'name', 'status']);
  const creative = call.api.world.creatives.find(
    ({ id, org, app }) => id === fields.creativeId && org === call.organization && app === campaign.app,
  );
  if (creative === undefined || call.settings.creative(creative).deleted)
    throw badRequest('The creative does not exist', 'creativeId', 'INVALID_CREATIVE');
  const status = statusOf(fields.status, SWITCH);
  if (status === 'ENABLED') checkAlone(call, built, null);
  const effect: EffectOf<'ad'> = {
    do: 'ad',
    id: call.api.world.written.nextId('ad'),
    campaign: campaign.index,
    adGroup: built.id,
    creative: creative.id,
    name: nameOf(fields.name, 255),
    status,
  };
  return { effects: [effect], data: responseData(campaign, built, effect.id) };
}

function updateAd(call: WriteCall): Handled {
  const { campaign, built } = currentAdGroup(call);
  const ad = currentAd(call, built);
  const fields = objectBody(call.body, ['name', 'status']);
  const part: Record<string, unknown> = {};
  if ('name' in fields) part.name = nameOf(fields.name, 255);
  if ('status' in fields) part.status = statusOf(fields.status, SWITCH);
  if (part.status === 'ENABLED') checkAlone(call, built, ad.id);
  return { effects: [setting(campaign, ad, part)], data: responseData(campaign, built, ad.id) };
}

function deleteAd(call: WriteCall): Handled {
  const campaign = campaignOf(call.api, call.organization, call.path.campaignId);
  const ad = currentAd(call, adGroupOf(campaign, call.path.adGroupId));
  return { effects: [setting(campaign, ad, { deleted: true })], data: () => null };
}

/** @throws AdsApiError 404 */
function currentAd({ path, settings }: WriteCall, adGroup: AdGroup): Ad {
  const match = adGroup.ads.map(settings.ad).find(({ id, deleted }) => String(id) === path.id && !deleted);
  if (match === undefined) throw notFound();
  return match;
}

function createCreative(call: WriteCall): Handled {
  const { api, organization } = call;
  const fields = objectBody(call.body, ['adamId', 'name', 'productPageId', 'type', 'orgId']);
  const app = advertisedApp(call, fields.adamId, 'adamId');
  if (fields.type !== 'CUSTOM_PRODUCT_PAGE') throw badRequest('CUSTOM_PRODUCT_PAGE is expected', 'type');
  const page = app.productPages.find(({ id }) => id === fields.productPageId);
  if (page === undefined) throw badRequest('The product page does not exist', 'productPageId', 'INVALID_INPUT');
  const effect: EffectOf<'creative'> = {
    do: 'creative',
    id: api.world.written.nextId('creative'),
    org: organization.orgId,
    app: app.adamId,
    name: nameOf(fields.name, 200),
    page: page.id,
  };
  const made = () => api.world.creatives.find(({ id }) => id === effect.id) as Creative;
  return { effects: [effect], data: () => creativeView(made()) };
}
