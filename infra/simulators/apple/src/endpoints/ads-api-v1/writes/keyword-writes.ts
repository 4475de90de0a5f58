import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Campaign, Keyword } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest, notFound } from '../../advertising/ads-api-error.ts';
import { campaignsOf } from '../../advertising/ads-api-site.ts';
import { setByApple } from '../../advertising/bid-strategy.ts';
import { type ChangeSite, currentKeywords, keywordKey, setting } from '../../advertising/changes/rules.ts';
import { bidOf, MOST_KEYWORDS, statusOf, textOf } from '../../advertising/changes/values.ts';
import type { PlatformSite } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { type Batch, bulkRoute } from './bulk.ts';
import { adGroupToChange, objectRoute, type PlatformWrite } from './platform-write.ts';

const SWITCH = ['ENABLED', 'PAUSED'] as const;
const MATCH_TYPES = ['BROAD', 'EXACT'] as const;

const money = z.strictObject({ amount: z.string(), currency: z.string() });
const createSchema = z.strictObject({
  adGroupId: z.number().int(),
  text: z.string(),
  matchType: z.string().optional(),
  bid: money.nullable().optional(),
  status: z.string().optional(),
});
const changeSchema = z.strictObject({ bid: money.nullable().optional(), status: z.string().optional() });
const bulkChangeSchema = changeSchema.extend({ id: z.number().int() });

/** What a bulk deletion names. */
export const idSchema = z.strictObject({ id: z.number().int() });

export function registerKeywordWrites(server: FastifyInstance, site: PlatformSite): void {
  objectRoute(server, site, { method: 'POST', path: 'keywords' }, (write) => {
    const { effect, id } = createKeyword(write, bodyOf(createSchema, write.body), { created: 0, keys: new Map() });
    return { effects: [effect], id };
  });
  objectRoute(server, site, { method: 'PUT', path: 'keywords' }, (write) => {
    const fields = { ...bodyOf(changeSchema, write.body), id: write.id };
    return { effects: [changeKeyword(write, fields).effect], id: write.id };
  });
  objectRoute(server, site, { method: 'DELETE', path: 'keywords' }, (write) => ({
    effects: [deleteKeyword(write, write).effect],
    id: null,
  }));
  const path = 'keywords' as const;
  bulkRoute(server, site, { path, operation: 'CREATE', data: createSchema, item: createKeyword });
  bulkRoute(server, site, { path, operation: 'UPDATE', data: bulkChangeSchema, item: changeKeyword });
  bulkRoute(server, site, { path, operation: 'DELETE', data: idSchema, item: deleteKeyword });
}

/** The word that the world keeps for a keyword that is enabled. */
export const switchOf = (status: string | undefined): 'ACTIVE' | 'PAUSED' =>
  statusOf(status ?? 'ENABLED', SWITCH) === 'ENABLED' ? 'ACTIVE' : 'PAUSED';

/** Broad unless a keyword says otherwise. */
export const matchTypeOf = (matchType: string | undefined): 'BROAD' | 'EXACT' =>
  statusOf(matchType ?? 'BROAD', MATCH_TYPES, 'matchType');

function createKeyword(write: PlatformWrite, fields: z.infer<typeof createSchema>, batch: Batch) {
  const { campaign, built } = adGroupToChange(write, fields.adGroupId);
  const { bid } = fields;
  const effect: EffectOf<'keyword'> = {
    do: 'keyword',
    id: write.api.world.written.nextId('keyword', batch.created),
    campaign: campaign.built.index,
    adGroup: built.id,
    text: textOf(fields.text, 'text'),
    matchType: matchTypeOf(fields.matchType),
    // Where Apple bids, what is sent has no effect.
    bid: bid == null || setByApple(campaign.now) ? null : bidOf(bid, campaign.now, 'bid'),
    status: switchOf(fields.status),
  };
  checkNew(batch, built.id, effect, () => currentKeywords(built, write.settings));
  return { effect, id: effect.id };
}

/** @throws AdsApiError 400 for one that is stored already, or that an earlier item of the call makes, and beyond the limit */
export function checkNew(
  batch: Batch,
  parentId: number,
  row: { readonly text: string; readonly matchType: string },
  stored: () => readonly { readonly text: string; readonly matchType: string }[],
): void {
  const keys = batch.keys.get(parentId) ?? new Set(stored().map(keywordKey));
  batch.keys.set(parentId, keys);
  const key = keywordKey(row);
  if (keys.has(key)) throw badRequest('duplicate keyword found in the system', 'text', 'DUPLICATE_KEYWORD');
  if (keys.size >= MOST_KEYWORDS) throw badRequest(`More than ${MOST_KEYWORDS} keywords`, '', 'LIMIT_EXCEEDED');
  keys.add(key);
  batch.created += 1;
}

function changeKeyword(write: PlatformWrite, fields: z.infer<typeof bulkChangeSchema>) {
  const { campaign, now } = keywordToChange(write, fields.id);
  if (write.site.faults.lockedKeywords.includes(now.id))
    throw badRequest('The keyword cannot be edited', 'id', 'KEYWORD_NOT_EDITABLE');
  const part: Record<string, unknown> = {};
  if (fields.status !== undefined) part.status = switchOf(fields.status);
  if (fields.bid === null) throw badRequest('A bid is required', 'bid', 'INVALID_VALUE');
  if (fields.bid !== undefined && !setByApple(campaign.now)) part.bid = bidOf(fields.bid, campaign.now, 'bid');
  return { effect: setting(campaign.built, now, part), id: now.id };
}

function deleteKeyword(write: PlatformWrite, { id }: { readonly id: number }) {
  const { campaign, now } = keywordToChange(write, id);
  return { effect: setting(campaign.built, now, { deleted: true }), id };
}

/** @throws AdsApiError 404 for a keyword that does not exist or is deleted, by itself or with what it is in */
function keywordToChange(
  site: ChangeSite,
  id: number,
): { readonly campaign: { readonly built: Campaign; readonly now: Campaign }; readonly now: Keyword } {
  for (const campaign of campaignsOf(site.api, site.organization)) {
    for (const { id: adGroupId, keywords } of campaign.adGroups) {
      const keyword = keywords.find((candidate) => candidate.id === id);
      if (keyword === undefined) continue;
      const now = site.settings.keyword(keyword);
      if (now.deleted) throw notFound();
      return { campaign: adGroupToChange(site, adGroupId).campaign, now };
    }
  }
  throw notFound();
}
