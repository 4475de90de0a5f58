import type { Campaign } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import { adGroupOf, campaignOf } from '../../advertising/ads-api-site.ts';
import { setByApple } from '../../advertising/bid-strategy.ts';
import { checkAdGroupName, checkStart, setting } from '../../advertising/changes/rules.ts';
import { amountOf, bidOf, nameOf, objectBody, statusOf } from '../../advertising/changes/values.ts';
import { adGroupView, campaignNow } from '../structure/structure-views.ts';
import { currentAdGroup, currentCampaign } from './fields.ts';
import type { Handled, WriteCall, WriteRoutes } from './write-route.ts';

const SWITCH = ['ENABLED', 'PAUSED'] as const;
const UPDATABLE = [
  'name',
  'status',
  'defaultBidAmount',
  'cpaGoal',
  'automatedKeywordsOptIn',
  'startTime',
  'endTime',
  'targetingDimensions',
];
const CREATABLE = [...UPDATABLE, 'pricingModel', 'paymentModel', 'biddingStrategy', 'campaignId', 'orgId'];
const DIMENSIONS = [
  'age',
  'gender',
  'country',
  'adminArea',
  'locality',
  'deviceClass',
  'daypart',
  'appDownloaders',
  'appCategories',
];
export function registerAdGroupWrites(routes: WriteRoutes): void {
  const adGroups = '/campaigns/:campaignId/adgroups';
  routes.add('POST', adGroups, createAdGroup);
  routes.add('PUT', `${adGroups}/:adGroupId`, updateAdGroup);
  routes.add('DELETE', `${adGroups}/:adGroupId`, (call) => {
    const campaign = campaignOf(call.api, call.organization, call.path.campaignId);
    const now = call.settings.adGroup(adGroupOf(campaign, call.path.adGroupId));
    return { effects: now.deleted ? [] : [setting(campaign, now, { deleted: true })], data: () => null };
  });
}

const responseData =
  (campaign: Campaign, id: number): Handled['data'] =>
  (settings, now) =>
    adGroupView(
      campaignNow(campaign, { activity: null, settings, now }),
      settings.adGroup(adGroupOf(campaign, String(id))),
    );

function updateAdGroup(call: WriteCall): Handled {
  const { campaign, now } = currentAdGroup(call);
  const built = campaignOf(call.api, call.organization, call.path.campaignId);
  const fields = objectBody(call.body, UPDATABLE);
  if ('automatedKeywordsOptIn' in fields && !('defaultBidAmount' in fields))
    throw badRequest('Search Match is changed together with the bid', 'defaultBidAmount', 'MISSING_REQUIRED_FIELD');
  const part: Record<string, unknown> = {};
  if ('name' in fields) part.name = freeName(call, built, fields.name, now.id);
  if ('status' in fields) part.status = statusOf(fields.status, SWITCH);
  // Where Apple sets the bids, what is sent is not stored.
  if ('defaultBidAmount' in fields && !setByApple(campaign))
    part.defaultBid = bidOf(fields.defaultBidAmount, campaign, 'defaultBidAmount');
  if ('cpaGoal' in fields) part.cpaGoal = goalOf(campaign, fields.cpaGoal);
  if ('automatedKeywordsOptIn' in fields) part.searchMatch = booleanOf(fields.automatedKeywordsOptIn);
  // The object is replaced as a whole: dimensions that are left out are gone.
  if ('targetingDimensions' in fields) part.targeting = targetingOf(fields.targetingDimensions);
  return { effects: [setting(built, now, part)], data: responseData(built, now.id) };
}

function createAdGroup(call: WriteCall): Handled {
  const { built, now } = currentCampaign(call);
  const fields = objectBody(call.body, CREATABLE);
  for (const name of ['name', 'pricingModel', 'defaultBidAmount', 'startTime'])
    if (fields[name] == null) throw badRequest('A required field is missing', name, 'MISSING_REQUIRED_FIELD');
  if (fields.pricingModel !== 'CPC') throw badRequest('CPC is expected', 'pricingModel');
  checkStart(call, fields.startTime);
  const effect: EffectOf<'adGroup'> = {
    do: 'adGroup',
    id: call.api.world.written.nextId('adGroup'),
    campaign: built.index,
    name: freeName(call, built, fields.name, null),
    status: 'status' in fields ? statusOf(fields.status, SWITCH) : 'ENABLED',
    defaultBid: bidOf(fields.defaultBidAmount, now, 'defaultBidAmount'),
    cpaGoal: goalOf(now, fields.cpaGoal ?? null),
    searchMatch: booleanOf(fields.automatedKeywordsOptIn ?? false),
    targeting: targetingOf(fields.targetingDimensions ?? null) ?? {},
  };
  return { effects: [effect], data: responseData(built, effect.id) };
}

function freeName(call: WriteCall, campaign: Campaign, value: unknown, excludedId: number | null): string {
  const name = nameOf(value, 200);
  checkAdGroupName(call, campaign, name, excludedId);
  return name;
}

function goalOf(campaign: Campaign, value: unknown): number | null {
  if (value === null) return null;
  const goal = amountOf(value, campaign.org.currency, 'cpaGoal');
  if (goal <= 0) throw badRequest('The goal must be positive', 'cpaGoal', 'INVALID_AMOUNT');
  return goal;
}

function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean')
    throw badRequest('true or false is expected', 'automatedKeywordsOptIn', 'INVALID_ATTRIBUTE_TYPE');
  return value;
}

const targetingOf = (value: unknown): Record<string, unknown> | null =>
  value === null ? null : { ...objectBody(value, DIMENSIONS) };
