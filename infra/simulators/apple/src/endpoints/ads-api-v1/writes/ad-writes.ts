import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Ad, Creative } from '../../../market/world/structure.ts';
import type { Effect, EffectOf } from '../../../market/written/write-records.ts';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { campaignsOf } from '../../advertising/ads-api-site.ts';
import { advertisedApp, checkAlone, enabledAds, setting } from '../../advertising/changes/rules.ts';
import { nameOf, statusOf } from '../../advertising/changes/values.ts';
import { creativeStatus } from '../objects/ad-views.ts';
import type { PlatformSite } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import {
  adGroupToChange,
  type CurrentAdGroup,
  objectRoute,
  type PlatformChange,
  type PlatformWrite,
} from './platform-write.ts';

const SWITCH = ['ENABLED', 'PAUSED'] as const;

const adCreate = z.strictObject({
  adGroupId: z.number().int(),
  creativeId: z.number().int(),
  name: z.string(),
  status: z.string(),
});
const adUpdate = z.strictObject({ name: z.string().optional(), status: z.string().optional() });
const creativeSpec = z.record(z.string(), z.unknown()).optional();
const creativeCreate = z.strictObject({
  name: z.string(),
  creativeType: z.string(),
  creativeSpec,
  destination: z.strictObject({
    destinationType: z.string(),
    url: z.string().optional(),
    parameters: z.strictObject({ adamId: z.string(), productPageId: z.string().optional() }),
  }),
});
const creativeUpdate = z.strictObject({ name: z.string().optional(), creativeSpec });

/** Ads, which put a custom product page in front of an ad group's users, and the creatives they name. */
export function registerAdWrites(server: FastifyInstance, site: PlatformSite): void {
  objectRoute(server, site, { method: 'POST', path: 'ads' }, createAd);
  objectRoute(server, site, { method: 'PUT', path: 'ads' }, updateAd);
  objectRoute(server, site, { method: 'DELETE', path: 'ads' }, (write) => {
    const { group, ad } = adToChange(write);
    return { effects: [setting(group.campaign.built, ad, { deleted: true })], id: null };
  });
  objectRoute(server, site, { method: 'POST', path: 'creatives' }, createCreative);
  objectRoute(server, site, { method: 'PUT', path: 'creatives' }, (write) => {
    const { name } = bodyOf(creativeUpdate, write.body);
    const creative = creativeToChange(write, write.id);
    const part = name === undefined ? {} : { name: nameOf(name, 200) };
    return { effects: [setting(null, creative, part)], id: creative.id };
  });
  objectRoute(server, site, { method: 'DELETE', path: 'creatives' }, deleteCreative);
}

function createAd(write: PlatformWrite): PlatformChange {
  const { site, api } = write;
  const fields = bodyOf(adCreate, write.body);
  const group = adGroupToChange(write, fields.adGroupId);
  if (site.faults.platform.ad.refused_in_search_results)
    throw badRequest('Ads cannot be created for this placement', 'adGroupId', 'INVALID_ARGUMENT');
  const creative = creativeToChange(write, fields.creativeId);
  if (creative.app !== group.campaign.now.app)
    throw badRequest('The creative is of another app', 'creativeId', 'INVALID_VALUE');
  const checked = creativeStatus(
    creative,
    api.clock.revealed(),
    site.faults.platform,
    api.world.written.isCreated(creative.id),
  );
  if (checked !== 'VALID') throw badRequest(`The creative is ${checked}`, 'creativeId', 'INVALID_VALUE');
  const status = statusOf(fields.status, SWITCH);
  const effect: EffectOf<'ad'> = {
    do: 'ad',
    id: api.world.written.nextId('ad'),
    campaign: group.campaign.built.index,
    adGroup: group.built.id,
    creative: creative.id,
    name: nameOf(fields.name, 255),
    status,
  };
  const displaced = status === 'ENABLED' ? displacedBy(write, group, null) : [];
  return { effects: [...displaced, effect], id: effect.id };
}

function updateAd(write: PlatformWrite): PlatformChange {
  const { group, ad } = adToChange(write);
  const fields = bodyOf(adUpdate, write.body);
  const part: Record<string, unknown> = {};
  if (fields.name !== undefined) part.name = nameOf(fields.name, 255);
  if (fields.status !== undefined) part.status = statusOf(fields.status, SWITCH);
  const displaced = part.status === 'ENABLED' ? displacedBy(write, group, ad.id) : [];
  return { effects: [...displaced, setting(group.campaign.built, ad, part)], id: ad.id };
}

/**
 * What happens to the other ads of an ad group when one is enabled.
 * @throws AdsApiError 400 when the switch says that it is refused, or when ad group or campaign are paused
 */
function displacedBy(
  write: PlatformWrite,
  { campaign, built, now }: CurrentAdGroup,
  excludedId: number | null,
): readonly Effect[] {
  const { parent_paused: underPaused, second_enabled: second } = write.site.faults.platform.ad;
  if (underPaused === 'refused' && (now.status === 'PAUSED' || campaign.now.status === 'PAUSED'))
    throw badRequest('The ad group or campaign is not enabled', 'status', 'INVALID_STATE');
  if (second === 'refused') checkAlone(write, built, excludedId);
  return enabledAds(write, built, excludedId).map((ad) => setting(campaign.built, ad, { status: 'PAUSED' }));
}

/** @throws AdsApiError 404 */
function adToChange(write: PlatformWrite): { readonly group: CurrentAdGroup; readonly ad: Ad } {
  for (const { adGroups } of campaignsOf(write.api, write.organization)) {
    for (const { id, ads } of adGroups) {
      const ad = ads.find((candidate) => candidate.id === write.id);
      const now = ad === undefined ? undefined : write.settings.ad(ad);
      if (now !== undefined && !now.deleted) return { group: adGroupToChange(write, id), ad: now };
    }
  }
  throw notFound();
}

function createCreative(write: PlatformWrite): PlatformChange {
  const { api, organization } = write;
  const { name, creativeType, destination } = bodyOf(creativeCreate, write.body);
  if (creativeType !== 'CUSTOM_PRODUCT_PAGE')
    throw badRequest('CUSTOM_PRODUCT_PAGE is expected', 'creativeType', 'INVALID_VALUE');
  if (destination.destinationType !== 'APP_STORE_PRODUCT_PAGE')
    throw badRequest('APP_STORE_PRODUCT_PAGE is expected', 'destination.destinationType', 'INVALID_VALUE');
  const app = advertisedApp(write, Number(destination.parameters.adamId), 'destination.parameters.adamId');
  const page = app.productPages.find(({ id }) => id === destination.parameters.productPageId);
  if (page === undefined)
    throw badRequest('The product page does not exist', 'destination.parameters.productPageId', 'INVALID_VALUE');
  const effect: EffectOf<'creative'> = {
    do: 'creative',
    id: api.world.written.nextId('creative'),
    org: organization.orgId,
    app: app.adamId,
    name: nameOf(name, 200),
    page: page.id,
  };
  return { effects: [effect], id: effect.id };
}

/** @throws AdsApiError 404 for one that does not exist or is deleted */
function creativeToChange({ api, organization, settings }: PlatformWrite, id: number): Creative {
  const creative = api.world.creatives.find((candidate) => candidate.id === id && candidate.org === organization);
  const now = creative === undefined ? undefined : settings.creative(creative);
  if (now === undefined || now.deleted) throw notFound();
  return now;
}

/** The ads that use a creative stop when it is deleted. */
function deleteCreative(write: PlatformWrite): PlatformChange {
  const creative = creativeToChange(write, write.id);
  const stopped = campaignsOf(write.api, write.organization).flatMap((campaign) =>
    campaign.adGroups
      .flatMap((group) => enabledAds(write, group, null))
      .filter(({ creativeId }) => creativeId === creative.id)
      .map((ad) => setting(campaign, ad, { status: 'PAUSED' })),
  );
  return { effects: [setting(null, creative, { deleted: true }), ...stopped], id: null };
}
