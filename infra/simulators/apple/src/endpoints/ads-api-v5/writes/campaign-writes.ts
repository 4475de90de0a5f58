import type { Campaign } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { badRequest } from '../../advertising/ads-api-error.ts';
import { campaignOf } from '../../advertising/ads-api-site.ts';
import { setByApple } from '../../advertising/bid-strategy.ts';
import {
  advertisedApp,
  checkAmounts,
  checkBudgets,
  checkCampaignName,
  checkSameCountries,
  countriesOf,
  setting,
} from '../../advertising/changes/rules.ts';
import { amountOf, nameOf, objectBody, statusOf } from '../../advertising/changes/values.ts';
import { campaignView } from '../structure/structure-views.ts';
import { currentCampaign } from './fields.ts';
import type { Handled, WriteCall, WriteRoutes } from './write-route.ts';

const SWITCH = ['ENABLED', 'PAUSED'] as const;
const UPDATABLE = [
  'name',
  'status',
  'dailyBudgetAmount',
  'budgetAmount',
  'locInvoiceDetails',
  'countriesOrRegions',
  'budgetOrders',
  'targetCpa',
];
const CREATABLE = [
  ...UPDATABLE,
  'orgId',
  'adamId',
  'adChannelType',
  'supplySources',
  'billingEvent',
  'biddingStrategy',
  'startTime',
  'endTime',
  'paymentModel',
];

export function registerCampaignWrites(routes: WriteRoutes): void {
  routes.add('POST', '/campaigns', createCampaign);
  routes.add('PUT', '/campaigns/:campaignId', updateCampaign);
  routes.add('DELETE', '/campaigns/:campaignId', (call) => {
    const built = campaignOf(call.api, call.organization, call.path.campaignId);
    const now = call.settings.campaign(built);
    return { effects: now.deleted ? [] : [setting(built, now, { deleted: true })], data: () => null };
  });
}

const responseData =
  (find: () => Campaign): Handled['data'] =>
  (settings, now) =>
    campaignView(find(), { activity: null, settings, now });

function updateCampaign(call: WriteCall): Handled {
  const { built, now } = currentCampaign(call);
  const envelope = objectBody(call.body, ['campaign', 'clearGeoTargetingOnCountryOrRegionChange']);
  const fields = objectBody(envelope.campaign, UPDATABLE);
  const part: Record<string, unknown> = {};
  if ('name' in fields) part.name = freeName(call, fields.name, built);
  if ('status' in fields) part.status = statusOf(fields.status, SWITCH);
  if ('dailyBudgetAmount' in fields)
    part.dailyBudget = amountOf(fields.dailyBudgetAmount, now.org.currency, 'dailyBudgetAmount');
  if (fields.budgetAmount != null) part.totalBudget = raisedTotal(now, fields.budgetAmount);
  if (fields.targetCpa != null) part.targetCpa = targetOf(now, fields.targetCpa);
  if (fields.locInvoiceDetails != null) part.invoice = invoiceOf(fields.locInvoiceDetails);
  if ('countriesOrRegions' in fields)
    checkSameCountries(now, countriesOf(fields.countriesOrRegions, 'countriesOrRegions'), 'countriesOrRegions');
  checkBudgets(call, { ...now, ...part }, 'dailyBudgetAmount');
  return { effects: [setting(built, now, part)], data: responseData(() => built) };
}

function createCampaign(call: WriteCall): Handled {
  const { api, organization, body } = call;
  const fields = objectBody(body, CREATABLE);
  for (const name of ['adamId', 'name', 'adChannelType', 'supplySources', 'billingEvent', 'countriesOrRegions'])
    if (fields[name] == null) throw badRequest('A required field is missing', name, 'MISSING_REQUIRED_FIELD');
  if (fields.dailyBudgetAmount == null)
    throw badRequest('A required field is missing', 'dailyBudgetAmount', 'MISSING_REQUIRED_FIELD');
  const app = advertisedApp(call, fields.adamId, 'adamId');
  if (fields.adChannelType !== 'SEARCH') throw badRequest('SEARCH is expected', 'adChannelType');
  if (JSON.stringify(fields.supplySources) !== '["APPSTORE_SEARCH_RESULTS"]')
    throw badRequest('APPSTORE_SEARCH_RESULTS is expected', 'supplySources');
  if (fields.billingEvent !== 'TAPS') throw badRequest('TAPS is expected', 'billingEvent');
  if ((fields.biddingStrategy ?? 'MANUAL_CPT') !== 'MANUAL_CPT')
    throw badRequest('MANUAL_CPT is expected', 'biddingStrategy');
  if (organization.paymentModel === 'LOC' && fields.locInvoiceDetails == null)
    throw badRequest('Invoice details are required', 'locInvoiceDetails', 'MISSING_REQUIRED_FIELD');
  const { currency } = organization;
  const effect: EffectOf<'campaign'> = {
    do: 'campaign',
    id: api.world.written.nextId('campaign'),
    org: organization.orgId,
    app: app.adamId,
    name: freeName(call, fields.name, null),
    countries: countriesOf(fields.countriesOrRegions, 'countriesOrRegions'),
    status: 'status' in fields ? statusOf(fields.status, SWITCH) : 'ENABLED',
    dailyBudget: amountOf(fields.dailyBudgetAmount, currency, 'dailyBudgetAmount'),
    bidStrategy: 'MANUAL_CPT',
    targetCpa: null,
    totalBudget: fields.budgetAmount == null ? null : amountOf(fields.budgetAmount, currency, 'budgetAmount'),
    invoice: fields.locInvoiceDetails == null ? null : invoiceOf(fields.locInvoiceDetails),
  };
  checkAmounts(effect, 'dailyBudgetAmount');
  return { effects: [effect], data: responseData(() => campaignOf(api, organization, String(effect.id))) };
}

function freeName(call: WriteCall, value: unknown, excluded: Campaign | null): string {
  const name = nameOf(value, 200);
  checkCampaignName(call, name, excluded);
  return name;
}

function raisedTotal(now: Campaign, value: unknown): number {
  const total = amountOf(value, now.org.currency, 'budgetAmount');
  if (now.totalBudget === null)
    throw badRequest('A budget can only be set when the campaign is created', 'budgetAmount', 'INVALID_BUDGET');
  if (total < now.totalBudget) throw badRequest('A budget can only be raised', 'budgetAmount', 'INVALID_BUDGET');
  return total;
}

/** The cost of an install that Apple aims at where it sets the bids. */
function targetOf(now: Campaign, value: unknown): number {
  if (!setByApple(now)) throw badRequest('The campaign has no target CPA', 'targetCpa', 'INVALID_INPUT');
  const target = amountOf(value, now.org.currency, 'targetCpa');
  if (target <= 0) throw badRequest('The target must be positive', 'targetCpa', 'INVALID_AMOUNT');
  return target;
}

function invoiceOf(value: unknown): Record<string, unknown> {
  const details = objectBody(value, ['buyerName', 'buyerEmail', 'billingContactEmail', 'clientName', 'orderNumber']);
  for (const name of ['buyerName', 'buyerEmail', 'billingContactEmail'])
    if (typeof details[name] !== 'string' || details[name] === '')
      throw badRequest('A required field is missing', `locInvoiceDetails.${name}`, 'MISSING_REQUIRED_FIELD');
  return { ...details };
}
