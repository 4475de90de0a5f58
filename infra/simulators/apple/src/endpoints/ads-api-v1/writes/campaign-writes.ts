import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Campaign } from '../../../market/world/structure.ts';
import type { Effect, EffectOf } from '../../../market/written/write-records.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import {
  advertisedApp,
  checkAmounts,
  checkBudgets,
  checkCampaignName,
  checkSameCountries,
  countriesOf,
  setting,
} from '../../advertising/changes/rules.ts';
import { amountOf, statusOf } from '../../advertising/changes/values.ts';
import type { PlatformSite } from '../platform-site.ts';
import { bodyOf } from '../request-body.ts';
import {
  campaignToChange,
  objectRoute,
  type PlatformChange,
  type PlatformWrite,
  platformName,
} from './platform-write.ts';

const SWITCH = ['ENABLED', 'PAUSED'] as const;
const BUDGET = 'dailyBudget.value';
const PLACEMENTS = 'targeting.supplyPlacement.include';
const COUNTRIES = 'targeting.countryOrRegion.include';

const list = z.strictObject({ include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() });
const money = z.strictObject({ amount: z.string(), currency: z.string() });
const wrapped = z.strictObject({ value: money });

/** Both levels write who bids in this form. */
export const bidStrategySchema = z.strictObject({
  bidStrategyType: z.string(),
  bidStrategyGoal: z.string(),
  bid: money.nullable().optional(),
});

const targeting = z.strictObject({
  supplySource: list.optional(),
  supplyPlacement: list.optional(),
  countryOrRegion: list.optional(),
});
const invoiceDetail = z.strictObject({
  orderNumber: z.string().optional(),
  clientName: z.string().optional(),
  primaryBuyerName: z.string().min(1),
  primaryBuyerEmail: z.string().min(1),
  billingEmail: z.string().min(1),
});
const changeable = {
  name: z.string().optional(),
  status: z.string().optional(),
  startTime: z.string().optional(),
  endTime: z.string().nullable().optional(),
  dailyBudget: wrapped.optional(),
  sharedBudgets: z.array(z.strictObject({ budgetId: z.number().int() })).optional(),
  targeting: targeting.optional(),
  bidStrategy: bidStrategySchema.optional(),
  invoiceDetail: invoiceDetail.optional(),
  regulationResponses: z.array(z.strictObject({ regulationType: z.string(), responseValue: z.string() })).optional(),
};
const updateSchema = z.strictObject(changeable);
const createSchema = updateSchema.extend({
  adAccountId: z.number().int(),
  name: z.string(),
  billingEvent: z.string(),
  promotedObjectType: z.string(),
  promotedObjectId: z.string(),
  dailyBudget: wrapped,
  targeting,
  bidStrategy: bidStrategySchema,
});

export function registerCampaignWrites(server: FastifyInstance, site: PlatformSite): void {
  objectRoute(server, site, { method: 'POST', path: 'campaigns' }, createCampaign);
  objectRoute(server, site, { method: 'PUT', path: 'campaigns' }, updateCampaign);
  objectRoute(server, site, { method: 'DELETE', path: 'campaigns' }, (write) => {
    const { built, now } = campaignToChange(write, write.id);
    return { effects: [setting(built, now, { deleted: true })], id: null };
  });
}

function updateCampaign(write: PlatformWrite): PlatformChange {
  const { built, now } = campaignToChange(write, write.id);
  const fields = bodyOf(updateSchema, write.body);
  const { currency } = now.org;
  const part: Record<string, unknown> = {};
  if (fields.name !== undefined) part.name = freeName(write, fields.name, built);
  if (fields.status !== undefined) part.status = statusOf(fields.status, SWITCH);
  if (fields.dailyBudget !== undefined) part.dailyBudget = amountOf(fields.dailyBudget.value, currency, BUDGET);
  if (fields.invoiceDetail !== undefined) part.invoice = invoiceOf(fields.invoiceDetail);
  if (fields.bidStrategy !== undefined) Object.assign(part, strategyOf(fields.bidStrategy, currency));
  const countries = fields.targeting?.countryOrRegion?.include;
  if (countries !== undefined) checkSameCountries(now, countriesOf(countries, COUNTRIES), COUNTRIES);
  if (fields.targeting?.supplyPlacement !== undefined) checkPlacement(fields.targeting);
  checkBudgets(write, { ...now, ...part }, BUDGET);
  return { effects: [setting(built, now, part)], id: built.id };
}

function createCampaign(write: PlatformWrite): PlatformChange {
  const { api, organization } = write;
  const fields = bodyOf(createSchema, write.body);
  if (fields.adAccountId !== organization.orgId)
    throw badRequest('The ad account is not that of the context', 'adAccountId', 'INVALID_VALUE');
  if (fields.promotedObjectType !== 'APPSTORE_APP')
    throw badRequest('APPSTORE_APP is expected', 'promotedObjectType', 'INVALID_VALUE');
  const app = advertisedApp(write, Number(fields.promotedObjectId), 'promotedObjectId');
  if (fields.billingEvent !== 'TAPS') throw badRequest('TAPS is expected', 'billingEvent', 'INVALID_VALUE');
  checkPlacement(fields.targeting);
  if (organization.paymentModel === 'LOC' && fields.invoiceDetail === undefined)
    throw badRequest('Invoice details are required', 'invoiceDetail', 'FIELD_REQUIRED');
  const { currency } = organization;
  const id = api.world.written.nextId('campaign');
  const effect: EffectOf<'campaign'> = {
    do: 'campaign',
    id,
    org: organization.orgId,
    app: app.adamId,
    name: freeName(write, fields.name, null),
    countries: countriesOf(fields.targeting.countryOrRegion?.include, COUNTRIES),
    status: fields.status === undefined ? 'ENABLED' : statusOf(fields.status, SWITCH),
    dailyBudget: amountOf(fields.dailyBudget.value, currency, BUDGET),
    totalBudget: null,
    ...strategyOf(fields.bidStrategy, currency),
    invoice: fields.invoiceDetail === undefined ? null : invoiceOf(fields.invoiceDetail),
  };
  checkAmounts(effect, BUDGET);
  return { effects: [effect, ...requiredGroup(write, effect)], id };
}

/** Where Apple bids it makes the ad group of Search Match that it needs. */
function requiredGroup({ api }: PlatformWrite, { bidStrategy, dailyBudget }: EffectOf<'campaign'>): readonly Effect[] {
  if (bidStrategy !== 'MAX_CONVERSIONS') return [];
  return [
    {
      do: 'adGroup',
      id: api.world.written.nextId('adGroup'),
      campaign: api.world.campaigns.length,
      name: 'Automated keywords',
      status: 'ENABLED',
      defaultBid: Math.min(1, dailyBudget),
      cpaGoal: null,
      searchMatch: true,
      targeting: {},
    },
  ];
}

function freeName(write: PlatformWrite, value: unknown, excluded: Campaign | null): string {
  const name = platformName(value, 200);
  checkCampaignName(write, name, excluded);
  return name;
}

/** Exactly one placement; the market has that of search results alone. */
function checkPlacement({ supplySource, supplyPlacement }: z.infer<typeof targeting>): void {
  const [placement, further] = supplyPlacement?.include ?? [];
  if (placement === undefined || further !== undefined)
    throw badRequest('One placement is expected', PLACEMENTS, 'INVALID_VALUE');
  if (placement !== 'APPSTORE_SEARCH_RESULTS')
    throw badRequest('APPSTORE_SEARCH_RESULTS is expected', PLACEMENTS, 'INVALID_VALUE');
  if (supplySource !== undefined && supplySource.include?.join() !== 'APPSTORE')
    throw badRequest('APPSTORE is expected', 'targeting.supplySource.include', 'INVALID_VALUE');
}

/** Type and goal come in pairs. @throws AdsApiError 400 for others than those of search results */
function strategyOf(
  { bidStrategyType, bidStrategyGoal, bid }: z.infer<typeof bidStrategySchema>,
  currency: string,
): Pick<Campaign, 'bidStrategy' | 'targetCpa'> {
  if (bidStrategyType === 'MANUAL_CPT' && bidStrategyGoal === 'TAP')
    return { bidStrategy: 'MANUAL_CPT', targetCpa: null };
  if (bidStrategyType !== 'MAX_CONVERSIONS' || bidStrategyGoal !== 'INSTALL')
    throw badRequest('Type and goal do not belong together', 'bidStrategy.bidStrategyGoal', 'INVALID_VALUE');
  const targetCpa = bid === undefined || bid === null ? null : amountOf(bid, currency, 'bidStrategy.bid');
  if (targetCpa !== null && targetCpa <= 0)
    throw badRequest('The target must be positive', 'bidStrategy.bid', 'INVALID_AMOUNT');
  return { bidStrategy: 'MAX_CONVERSIONS', targetCpa };
}

/** Invoice details under the names that the world keeps them by, which are the older API's. */
const invoiceOf = ({
  primaryBuyerName: buyerName,
  primaryBuyerEmail: buyerEmail,
  billingEmail: billingContactEmail,
  ...rest
}: z.infer<typeof invoiceDetail>): Record<string, unknown> => ({ ...rest, buyerName, buyerEmail, billingContactEmail });
