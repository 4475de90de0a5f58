import { STOREFRONTS } from '../../../market/world/storefronts.ts';
import type { Campaign } from '../../../market/world/structure.ts';
import type { EffectOf } from '../../../market/written/write-records.ts';
import { campaignOf, campaignsOf } from '../ads-api-context.ts';
import { badRequest } from '../envelope.ts';
import { campaignView } from '../structure/structure-views.ts';
import { amountOf, currentCampaign, currentKeywords, nameOf, objectBody, setting, statusOf } from './fields.ts';
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
];
const CREATABLE = [
  ...UPDATABLE,
  'orgId',
  'adamId',
  'adChannelType',
  'supplySources',
  'billingEvent',
  'biddingStrategy',
  'targetCpa',
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
  if (fields.locInvoiceDetails != null) part.invoice = invoiceOf(fields.locInvoiceDetails);
  if ('countriesOrRegions' in fields) checkSameCountries(now, fields.countriesOrRegions);
  checkBudgets(call, { ...now, ...part });
  return { effects: [setting(built, now, part)], data: responseData(() => built) };
}

function createCampaign(call: WriteCall): Handled {
  const { api, organization, body } = call;
  const fields = objectBody(body, CREATABLE);
  for (const name of ['adamId', 'name', 'adChannelType', 'supplySources', 'billingEvent', 'countriesOrRegions'])
    if (fields[name] == null) throw badRequest('A required field is missing', name, 'MISSING_REQUIRED_FIELD');
  if (fields.dailyBudgetAmount == null)
    throw badRequest('A required field is missing', 'dailyBudgetAmount', 'MISSING_REQUIRED_FIELD');
  const app = api.world.apps.find(({ adamId }) => adamId === fields.adamId);
  if (app === undefined) throw badRequest('The app does not belong to the organization', 'adamId', 'APP_NOT_ELIGIBLE');
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
    countries: countriesOf(fields.countriesOrRegions),
    status: 'status' in fields ? statusOf(fields.status, SWITCH) : 'ENABLED',
    dailyBudget: amountOf(fields.dailyBudgetAmount, currency, 'dailyBudgetAmount'),
    totalBudget: fields.budgetAmount == null ? null : amountOf(fields.budgetAmount, currency, 'budgetAmount'),
    invoice: fields.locInvoiceDetails == null ? null : invoiceOf(fields.locInvoiceDetails),
  };
  checkAmounts(effect);
  return { effects: [effect], data: responseData(() => campaignOf(api, organization, String(effect.id))) };
}

/** Only campaigns that are not deleted hold a name. */
function freeName(call: WriteCall, value: unknown, excluded: Campaign | null): string {
  const name = nameOf(value, 200);
  const isTaken = campaignsOf(call.api, call.organization).some((other) => {
    const now = call.settings.campaign(other);
    return other !== excluded && !now.deleted && now.name === name;
  });
  if (isTaken) throw badRequest('A campaign with this name already exists', 'name', 'DUPLICATE_NAME');
  return name;
}

function raisedTotal(now: Campaign, value: unknown): number {
  const total = amountOf(value, now.org.currency, 'budgetAmount');
  if (now.totalBudget === null)
    throw badRequest('A budget can only be set when the campaign is created', 'budgetAmount', 'INVALID_BUDGET');
  if (total < now.totalBudget) throw badRequest('A budget can only be raised', 'budgetAmount', 'INVALID_BUDGET');
  return total;
}

function checkAmounts({ dailyBudget, totalBudget }: { dailyBudget: number; totalBudget: number | null }): void {
  if (dailyBudget <= 0) throw badRequest('The daily budget must be positive', 'dailyBudgetAmount', 'INVALID_BUDGET');
  if (totalBudget !== null && dailyBudget >= totalBudget)
    throw badRequest('The daily budget must be below the budget', 'dailyBudgetAmount', 'INVALID_BUDGET');
}

/** A daily budget is never below a bid of its campaign. */
function checkBudgets({ settings }: WriteCall, campaign: Campaign): void {
  checkAmounts(campaign);
  const bids = campaign.adGroups
    .map((group) => ({ group, now: settings.adGroup(group) }))
    .filter(({ now }) => !now.deleted)
    .flatMap(({ group, now }) => [now.defaultBid, ...currentKeywords(group, settings).map(({ bid }) => bid ?? 0)]);
  if (campaign.dailyBudget < bids.reduce((highest, bid) => Math.max(highest, bid), 0))
    throw badRequest('The daily budget is below a bid of the campaign', 'dailyBudgetAmount', 'INVALID_BUDGET');
}

function invoiceOf(value: unknown): Record<string, unknown> {
  const details = objectBody(value, ['buyerName', 'buyerEmail', 'billingContactEmail', 'clientName', 'orderNumber']);
  for (const name of ['buyerName', 'buyerEmail', 'billingContactEmail'])
    if (typeof details[name] !== 'string' || details[name] === '')
      throw badRequest('A required field is missing', `locInvoiceDetails.${name}`, 'MISSING_REQUIRED_FIELD');
  return { ...details };
}

function countriesOf(value: unknown): string[] {
  const storefrontCodes = new Set(STOREFRONTS.map(({ code }) => code));
  const countries = Array.isArray(value) ? [...new Set(value.map(String))].sort() : [];
  if (countries.length === 0 || !countries.every((code) => storefrontCodes.has(code)))
    throw badRequest('The app is not available in these countries or regions', 'countriesOrRegions');
  return countries;
}

/** What a campaign has shown so far is counted by its countries: another set of them is not simulated. */
function checkSameCountries(now: Campaign, value: unknown): void {
  if (countriesOf(value).join() !== [...now.countries].sort().join())
    throw badRequest('The countries of a campaign are not changed by this simulator', 'countriesOrRegions');
}
