import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Campaign } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import { setByApple } from '../../advertising/bid-strategy.ts';
import { checkAdGroupName, checkStart, setting } from '../../advertising/changes/rules.ts';
import { amountOf, bidOf, statusOf } from '../../advertising/changes/values.ts';
import { builtDimensions, dimensionsOf, targetingSchema } from '../objects/targeting-words.ts';
import type { PlatformSite } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import { bidStrategySchema } from './campaign-writes.ts';
import {
  adGroupToChange,
  campaignToChange,
  objectRoute,
  type PlatformChange,
  type PlatformWrite,
  platformName,
} from './platform-write.ts';

const SWITCH = ['ENABLED', 'PAUSED'] as const;
const BID = 'bidStrategy.bid';

const updateSchema = z.strictObject({
  name: z.string().optional(),
  status: z.string().optional(),
  startTime: z.string().optional(),
  endTime: z.string().nullable().optional(),
  automatedKeywordsOptIn: z.boolean().optional(),
  automatedKeywordsRequired: z.boolean().optional(),
  bidStrategy: bidStrategySchema.optional(),
  cpaCap: z
    .strictObject({ value: z.strictObject({ amount: z.string(), currency: z.string() }) })
    .nullable()
    .optional(),
  targeting: targetingSchema.optional(),
});
type Fields = z.infer<typeof updateSchema>;

const createSchema = updateSchema.extend({
  campaignId: z.number().int(),
  name: z.string(),
  pricingModel: z.string(),
  startTime: z.string(),
  bidStrategy: bidStrategySchema,
});

export function registerAdGroupWrites(server: FastifyInstance, site: PlatformSite): void {
  objectRoute(server, site, { method: 'POST', path: 'adgroups' }, createAdGroup);
  objectRoute(server, site, { method: 'PUT', path: 'adgroups' }, updateAdGroup);
  objectRoute(server, site, { method: 'DELETE', path: 'adgroups' }, (write) => {
    const { campaign, now } = adGroupToChange(write, write.id);
    return { effects: [setting(campaign.built, now, { deleted: true })], id: null };
  });
}

function updateAdGroup(write: PlatformWrite): PlatformChange {
  const { campaign, now } = adGroupToChange(write, write.id);
  const fields = bodyOf(updateSchema, write.body);
  const part: Record<string, unknown> = {};
  if (fields.name !== undefined) part.name = freeName(write, campaign.built, fields.name, now.id);
  if (fields.status !== undefined) part.status = statusOf(fields.status, SWITCH);
  if (fields.bidStrategy !== undefined) {
    const bid = defaultBidOf(campaign.now, fields.bidStrategy);
    if (bid !== null) part.defaultBid = bid;
  }
  if (fields.cpaCap !== undefined) part.cpaGoal = goalOf(write, campaign.now, fields.cpaCap);
  if (fields.automatedKeywordsOptIn !== undefined) part.searchMatch = fields.automatedKeywordsOptIn;
  // Key by key: what is not sent stays.
  if (fields.targeting !== undefined)
    part.targeting = { ...(now.targeting ?? builtDimensions(now)), ...dimensionsOf(fields.targeting) };
  return { effects: [setting(campaign.built, now, part)], id: now.id };
}

function createAdGroup(write: PlatformWrite): PlatformChange {
  const fields = bodyOf(createSchema, write.body);
  const { built, now } = campaignToChange(write, fields.campaignId);
  if (fields.pricingModel !== 'CPT') throw badRequest('CPT is expected', 'pricingModel', 'INVALID_VALUE');
  const { timeZone } = write.organization;
  checkStart(write, fields.startTime, write.site.faults.platform.startZone === 'account' ? timeZone : 'UTC');
  const effect: EffectOf<'adGroup'> = {
    do: 'adGroup',
    id: write.api.world.written.nextId('adGroup'),
    campaign: built.index,
    name: freeName(write, built, fields.name, null),
    status: fields.status === undefined ? 'ENABLED' : statusOf(fields.status, SWITCH),
    defaultBid: defaultBidOf(now, fields.bidStrategy) ?? 1,
    cpaGoal: fields.cpaCap == null ? null : goalOf(write, now, fields.cpaCap),
    searchMatch: fields.automatedKeywordsOptIn ?? false,
    startTime: fields.startTime,
    targeting: fields.targeting === undefined ? {} : dimensionsOf(fields.targeting),
  };
  return { effects: [effect], id: effect.id };
}

function freeName(write: PlatformWrite, campaign: Campaign, value: unknown, excludedId: number | null): string {
  const name = platformName(value, 200);
  checkAdGroupName(write, campaign, name, excludedId);
  return name;
}

/** The bid of a strategy that is the campaign's; null where Apple sets it, whatever was sent. @throws AdsApiError 400 */
function defaultBidOf(campaign: Campaign, strategy: NonNullable<Fields['bidStrategy']>): number | null {
  const { bidStrategyType, bidStrategyGoal, bid } = strategy;
  const isApples = setByApple(campaign);
  if (bidStrategyType !== campaign.bidStrategy || bidStrategyGoal !== (isApples ? 'INSTALL' : 'TAP'))
    throw badRequest("The strategy is not the campaign's", 'bidStrategy.bidStrategyType', 'INVALID_VALUE');
  if (isApples) return null;
  if (bid === undefined || bid === null) throw badRequest('A bid is required', BID, 'FIELD_REQUIRED');
  return bidOf(bid, campaign, BID);
}

function goalOf({ site }: PlatformWrite, campaign: Campaign, cap: NonNullable<Fields['cpaCap']> | null): number | null {
  if (cap === null) {
    if (site.faults.platform.cpaCapNull === 'clears') return null;
    throw badRequest('A value is required', 'cpaCap', 'INVALID_VALUE');
  }
  if (setByApple(campaign)) throw badRequest('The campaign has a target of its own', 'cpaCap', 'INVALID_VALUE');
  const goal = amountOf(cap.value, campaign.org.currency, 'cpaCap.value');
  if (goal <= 0) throw badRequest('The goal must be positive', 'cpaCap.value', 'INVALID_AMOUNT');
  return goal;
}
