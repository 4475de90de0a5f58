import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Campaign, NegativeKeyword } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { campaignsOf } from '../../advertising/ads-api-site.ts';
import { type ChangeSite, setting } from '../../advertising/changes/rules.ts';
import { textOf } from '../../advertising/changes/values.ts';
import type { PlatformSite } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { type Batch, bulkRoute } from './bulk.ts';
import { checkNew, idSchema, matchTypeOf, switchOf } from './keyword-writes.ts';
import { adGroupToChange, campaignToChange, objectRoute, type PlatformWrite } from './platform-write.ts';

const createSchema = z.strictObject({
  campaignId: z.number().int().nullable().optional(),
  adGroupId: z.number().int().nullable().optional(),
  text: z.string(),
  matchType: z.string().optional(),
  status: z.string().optional(),
});
const changeSchema = z.strictObject({ status: z.string().optional() });
const bulkChangeSchema = changeSchema.extend({ id: z.number().int() });

/** Negative keywords of campaigns and of ad groups, which one call may mix. */
export function registerNegativeWrites(server: FastifyInstance, site: PlatformSite): void {
  const path = 'negative-keywords' as const;
  objectRoute(server, site, { method: 'POST', path }, (write) => {
    const { effect, id } = createNegative(write, bodyOf(createSchema, write.body), { created: 0, keys: new Map() });
    return { effects: [effect], id };
  });
  objectRoute(server, site, { method: 'PUT', path }, (write) => {
    const fields = { ...bodyOf(changeSchema, write.body), id: write.id };
    return { effects: [changeNegative(write, fields).effect], id: write.id };
  });
  objectRoute(server, site, { method: 'DELETE', path }, (write) => ({
    effects: [deleteNegative(write, write).effect],
    id: null,
  }));
  bulkRoute(server, site, { path, operation: 'CREATE', data: createSchema, item: createNegative });
  bulkRoute(server, site, { path, operation: 'UPDATE', data: bulkChangeSchema, item: changeNegative });
  bulkRoute(server, site, { path, operation: 'DELETE', data: idSchema, item: deleteNegative });
}

function createNegative(write: PlatformWrite, fields: z.infer<typeof createSchema>, batch: Batch) {
  const { campaign, adGroupId } = parentOf(write, fields);
  const effect: EffectOf<'negative'> = {
    do: 'negative',
    id: write.api.world.written.nextId('negative', batch.created),
    campaign: campaign.index,
    adGroup: adGroupId,
    text: textOf(fields.text, 'text'),
    matchType: matchTypeOf(fields.matchType),
    status: switchOf(fields.status),
  };
  checkNew(batch, adGroupId ?? campaign.id, effect, () =>
    campaign.negatives
      .filter((negative) => negative.adGroupId === adGroupId)
      .map(write.settings.negative)
      .filter(({ deleted }) => !deleted),
  );
  return { effect, id: effect.id };
}

/** @throws AdsApiError 400 unless exactly one of campaign and ad group is named */
function parentOf(
  write: PlatformWrite,
  { campaignId, adGroupId }: z.infer<typeof createSchema>,
): { readonly campaign: Campaign; readonly adGroupId: number | null } {
  if ((campaignId == null) === (adGroupId == null))
    throw badRequest('Either a campaign or an ad group is expected', 'adGroupId', 'INVALID_ARGUMENT');
  if (adGroupId != null) return { campaign: adGroupToChange(write, adGroupId).campaign.built, adGroupId };
  return { campaign: campaignToChange(write, campaignId ?? Number.NaN).built, adGroupId: null };
}

/** Only the status of a negative keyword can change. */
function changeNegative(write: PlatformWrite, { id, status }: z.infer<typeof bulkChangeSchema>) {
  const { campaign, now } = negativeToChange(write, id);
  const part = status === undefined ? {} : { status: switchOf(status) };
  return { effect: setting(campaign, now, part), id };
}

function deleteNegative(write: PlatformWrite, { id }: { readonly id: number }) {
  const { campaign, now } = negativeToChange(write, id);
  return { effect: setting(campaign, now, { deleted: true }), id };
}

/** @throws AdsApiError 404 for one that does not exist or is deleted, by itself or with what it is in */
function negativeToChange(
  site: ChangeSite,
  id: number,
): { readonly campaign: Campaign; readonly now: NegativeKeyword } {
  for (const campaign of campaignsOf(site.api, site.organization)) {
    const negative = campaign.negatives.find((candidate) => candidate.id === id);
    if (negative === undefined) continue;
    const now = site.settings.negative(negative);
    if (now.deleted) throw notFound();
    if (now.adGroupId === null) campaignToChange(site, campaign.id);
    else adGroupToChange(site, now.adGroupId);
    return { campaign, now };
  }
  throw notFound();
}
