import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { demoAccountId } from '@tapwise/api';
import { applicationStream, builtInAlertId, creativesStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, happened, inTables, linkOrganization } from '../../tests/support/facts/ads-world.ts';
import { expectedRights } from '../../tests/support/people/expected-rights.ts';
import { joinTeam } from '../../tests/support/people/team-member.ts';
import { type ApiService, type Call, startApi } from '../../tests/support/services/api-service.ts';
import {
  type AdAccountHoldingAll,
  startAdAccountHoldingAll,
} from '../../tests/support/stand-ins/ad-account-holding-all.ts';
import type { Right } from './access/rights.ts';

const mine: AdsObjects = { orgId: 4001, campaignId: 5001, adGroupId: 6001, keywordId: 7001 };
/** Linked to the same application, so each of its objects is mine, but not under the parents above. */
const mineToo: AdsObjects = { orgId: 4002, campaignId: 5002, adGroupId: 6002, keywordId: 7002 };
const theirs: AdsObjects = { orgId: 4003, campaignId: 5003, adGroupId: 6003, keywordId: 7003 };
const demos: AdsObjects = { orgId: 4004, campaignId: 5004, adGroupId: 6004, keywordId: 7004 };
const demoApplication = 1;
const unownedId = 999_999;
const storeKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString();

let api: ApiService;
let appleAds: AdAccountHoldingAll;
let token: string;
let theirToken: string;
const ids = { mine: 0, theirs: 0, me: 0 };
const tokens: Partial<Record<Role, string>> = {};
/** When all was there. */
let instant = '';
/** A label of each application. */
const labels: Record<number, number> = {};
/** A key of the application that is not its newest. */
let oldKey = 'none';

async function addApplication(owner: string): Promise<number> {
  const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000001' };
  return Number((await api.call('POST', '/api/application', { token: owner, body })).body.application_id);
}

beforeAll(async () => {
  // The worker is away here: changes are accepted and wait.
  appleAds = await startAdAccountHoldingAll();
  api = await startApi({
    appleAds: { version: 'v5', adAccounts: appleAds.adAccounts },
    tables: true,
    ownEngine: true,
    past: true,
    demo: true,
    outboundTargets: ['127.0.0.1:1'],
    settings: { changeWaits: { there: 1, away: 1 } },
  });
  const me = await api.signUp();
  const they = await api.signUp();
  ({ token } = me);
  theirToken = they.token;
  tokens.admin = token;
  for (const role of ['member', 'restricted'] as const) tokens[role] = (await joinTeam(api, me, role)).token;
  tokens.demo = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
  ids.me = me.accountId;
  ids.mine = await addApplication(token);
  ids.theirs = await addApplication(theirToken);
  const { applications } = (await api.call('GET', '/api/account', { token })).body as {
    applications: { api_key: string }[];
  };
  oldKey = applications[0]?.api_key ?? '';
  await api.call('POST', '/api/application/api_key', { token, body: { application_id: ids.mine } });
  const adamId = 1500000001;
  await linkOrganization(api, { id: ids.mine, adamId, accountId: me.accountId }, mine);
  await linkOrganization(api, { id: ids.mine, adamId, accountId: me.accountId }, mineToo);
  await linkOrganization(api, { id: demoApplication, adamId, accountId: 17 }, demos);
  await hasPage(ids.mine, mine);
  await hasPage(ids.theirs, theirs);
  await hasPage(demoApplication, demos);
  await inTables(api, await linkOrganization(api, { id: ids.theirs, adamId, accountId: they.accountId }, theirs));
  // Credentials are tried with a key that was made before.
  const body = { application_id: ids.mine, asa_organization_id: mine.orgId };
  await api.call('POST', '/api/application/apple_ads/key', { token, body });
  for (const [application_id, owner] of [
    [ids.mine, token],
    [ids.theirs, theirToken],
    [demoApplication, tokens.demo],
  ] as const) {
    const call = { token: owner ?? '', body: { application_id, name: 'Stars' } };
    labels[application_id] = Number((await api.call('POST', '/api/asa/labels', call)).body.id);
  }
  instant = api.deps.now().toISOString();
});
afterAll(() => Promise.all([api.stop(), appleAds.stop()]));

const today = () => api.deps.now().toISOString().slice(0, 10);

/** An application and the objects of its ad organization. */
type World = AdsObjects & { applicationId: number };
const ownWorld = (role: Role = 'admin'): World =>
  role === 'demo' ? { applicationId: demoApplication, ...demos } : { applicationId: ids.mine, ...mine };
const report = ({ applicationId, orgId }: World) => ({
  application_id: applicationId,
  asa_organization_id: orgId,
  from: today(),
  to: today(),
});

interface Row {
  /** A call on objects of the caller. */
  validFields: (world: World) => Record<string, unknown>;
  /** Ids in it, with those that exist but do not belong there: other teams', and the caller's own under another parent. */
  ids: Record<string, () => number[]>;
  in: 'query' | 'body';
  /** Ids that may be left out, or that may be 0. */
  free?: readonly string[];
  /** Where an id is not the whole field: in a list, or as a key of a map. */
  embed?: Record<string, (id: unknown) => unknown>;
}

const ofApplication = ({ applicationId }: World) => ({ application_id: applicationId });
const ofOrganization = ({ applicationId, orgId }: World) => ({
  application_id: applicationId,
  asa_organization_id: orgId,
});
const application = { application_id: () => [ids.theirs] };
const organization = { ...application, asa_organization_id: () => [theirs.orgId] };
const campaign = { ...organization, campaign_id: () => [theirs.campaignId, mineToo.campaignId] };
const adGroup = { ...campaign, ad_group_id: () => [theirs.adGroupId, mineToo.adGroupId] };
const change = (fields: object): Row => ({
  in: 'body',
  validFields: ({ applicationId }) => ({ application_id: applicationId, ...fields }),
  ids: application,
});

const budgetAlert = (applicationId: number): number => builtInAlertId(applicationId, 'budget');
const spendAlert = {
  level: 'campaign',
  cases: [{ when: { metric: 'spend', window: '1d', op: '>', value: 5 }, then: [{ do: 'notify' }] }],
};
const inList = (id: unknown): unknown => [id];
const inMap =
  (value: unknown, before = '') =>
  (id: unknown): unknown => ({ [`${before}${String(id)}`]: value });
const inCampaign = () => [theirs.campaignId, mineToo.campaignId];
/** Objects of the other organization are the application's own. */
const inCampaignAlone = () => [theirs.campaignId];
const inAdGroup = () => [theirs.adGroupId, mineToo.adGroupId];
const inKeyword = () => [theirs.keywordId, mineToo.keywordId];
/** Calls that switch, or without a status delete, objects of each level. */
const ofCampaigns = (fields: object): Row => ({
  in: 'body',
  validFields: (world) => ({ ...ofOrganization(world), campaign_ids: [world.campaignId], ...fields }),
  ids: { ...organization, campaign_ids: inCampaign },
  embed: { campaign_ids: inList },
});
const ofAdGroups = (fields: object): Row => ({
  in: 'body',
  validFields: (world) => ({
    ...ofOrganization(world),
    campaign_id: world.campaignId,
    ad_group_ids: [world.adGroupId],
    ...fields,
  }),
  ids: { ...campaign, ad_group_ids: inAdGroup },
  embed: { ad_group_ids: inList },
});
const ofKeywords = (fields: object): Row => ({
  in: 'body',
  validFields: (world) => ({
    ...ofOrganization(world),
    campaign_id: world.campaignId,
    ad_group_id: world.adGroupId,
    keyword_ids: [world.keywordId],
    ...fields,
  }),
  ids: { ...adGroup, keyword_ids: inKeyword },
  embed: { keyword_ids: inList },
});

/** The same call in the caller's other campaign, in which no creation is under way: where one is, nothing is deleted. */
const elsewhere = (row: Row): Row => {
  const swapped = new Map(Object.entries(mineToo).map(([name, id]) => [id, mine[name as keyof AdsObjects]]));
  const idsOf = ([name, of]: [string, () => number[]]) => [name, () => of().map((id) => swapped.get(id) ?? id)];
  return {
    ...row,
    validFields: (world) => row.validFields(world.orgId === mine.orgId ? { ...world, ...mineToo } : world),
    ids: Object.fromEntries(Object.entries(row.ids).map(idsOf)),
  };
};

const ofNewCampaign = (fields: object): Row => ({
  in: 'body',
  validFields: (world) => ({
    ...ofOrganization(world),
    name: 'New',
    countries: ['US'],
    daily_budget_amount: 20,
    cpt: 1,
    ...fields,
  }),
  ids: organization,
});

const ofSearchTerms: Row = {
  in: 'query',
  validFields: (world) => ({ ...ofOrganization(world), campaign_id: world.campaignId }),
  ids: campaign,
};

const inSet = (key: string) => [{ key, field: 'cpt_bid', new: 1.5 }];

/** Each organization has one product page. */
const creativeOf = ({ orgId }: AdsObjects): number => orgId + 5000;
async function hasPage(application_id: number, { orgId: org_id }: AdsObjects): Promise<void> {
  const creative = {
    creative_id: creativeOf({ ...mine, orgId: org_id }),
    name: 'Page',
    product_page_id: 'p',
    valid: true,
  };
  const synced_at = api.deps.now().toISOString();
  const data = { application_id, org_id, creatives: [creative], synced_at };
  await happened(api, creativesStream(application_id, org_id), { type: 'CreativesSynced', data });
}

/** Calls that name objects with an owner. */
const rows: Record<string, Row> = {
  'POST /api/application/asa_account_name': change({ asa_account_name: 'Mine' }),
  'POST /api/application/api_key': change({}),
  'DELETE /api/application/api_key': {
    ...change({}),
    validFields: ({ applicationId }) => ({ application_id: applicationId, api_key: oldKey }),
  },
  'GET /api/application/apple_ads': { in: 'query', validFields: ofApplication, ids: application },
  'POST /api/application/apple_ads/credentials': {
    in: 'body',
    validFields: (world) => ({ ...ofOrganization(world), client_id: 'client', team_id: 'team', key_id: 'key' }),
    ids: organization,
  },
  'POST /api/application/apple_ads/account': {
    in: 'body',
    validFields: (world) => ({ ...ofOrganization(world), ad_account_id: appleAds.adAccountId }),
    ids: organization,
  },
  'POST /api/application/apple_ads/key': { in: 'body', validFields: ofOrganization, ids: organization },
  'POST /api/application/appstorepassword': change({ password: 'secret' }),
  'POST /api/application/asc_credentials': change({
    vendor_number: '80012345',
    key_id: 'ABC123DEFG',
    issuer_id: randomUUID(),
    private_key: storeKey,
  }),
  'POST /api/application/sdk_integration': change({}),
  'POST /api/application/asc_notifications': change({}),
  'POST /api/application/settings': change({ small_business: true }),
  'GET /api/application/notification_forwarding': { in: 'query', validFields: ofApplication, ids: application },
  // The receiver is opened below; nothing answers there, which is an answer too.
  'POST /api/application/notification_forwarding': change({ webhook_url: 'http://127.0.0.1:1/' }),
  'GET /api/application/webhook_deliveries': { in: 'query', validFields: ofApplication, ids: application },
  'POST /api/application/webhook_deliveries/replay': change({
    from: '2026-01-01T00:00:00Z',
    to: '2026-01-02T00:00:00Z',
  }),
  'POST /api/application/webhook_secret': change({}),
  'POST /api/application/webhook_test': change({}),
  'GET /api/asa/campaigns': { in: 'query', validFields: report, ids: organization },
  'GET /api/asa/adgroups': {
    in: 'query',
    validFields: (world) => ({ ...report(world), campaign_id: world.campaignId }),
    ids: campaign,
  },
  'GET /api/asa/keywords': {
    in: 'query',
    validFields: (world) => ({ ...report(world), campaign_id: world.campaignId, ad_group_id: world.adGroupId }),
    ids: adGroup,
  },
  'GET /api/asa/basic_by_countries': { in: 'query', validFields: report, ids: organization },
  'GET /api/asa/all_campaigns_keywords': {
    in: 'query',
    validFields: (world) => ({ ...report(world), campaign_ids: world.campaignId }),
    ids: { ...organization, campaign_ids: () => [theirs.campaignId, mineToo.campaignId] },
  },
  'GET /api/asa/explanation': {
    in: 'query',
    validFields: (world) => ({ ...report(world), call: 'campaigns', row: world.campaignId, column: 'first_launches' }),
    ids: { ...organization, row: () => [theirs.campaignId, mineToo.campaignId] },
    free: ['row'],
  },
  'GET /api/asa/monthly_reports': {
    in: 'query',
    validFields: (world) => ({ ...ofOrganization(world), year: today().slice(0, 4) }),
    ids: organization,
    free: ['application_id', 'asa_organization_id'],
  },
  'GET /api/asa/past_view': { in: 'query', validFields: ofApplication, ids: application },
  'POST /api/asa/past_view': {
    in: 'body',
    validFields: ({ applicationId }) => ({ application_id: applicationId, as_of: instant }),
    ids: application,
  },
  'GET /api/asa/today_by_hour': {
    in: 'query',
    validFields: ofOrganization,
    ids: organization,
    free: ['asa_organization_id'],
  },
  'GET /api/asa/changes': {
    in: 'query',
    validFields: (world) => ({ ...report(world), campaign_id: world.campaignId, ad_group_id: world.adGroupId }),
    ids: adGroup,
    free: ['campaign_id', 'ad_group_id'],
  },
  'PUT /api/asa/campaigns_status': ofCampaigns({ status: 'PAUSED' }),
  'PUT /api/asa/ad_groups_status': ofAdGroups({ status: 'paused' }),
  'PUT /api/asa/keywords_status': ofKeywords({ status: 'ACTIVE' }),
  'DELETE /api/asa/campaigns': elsewhere(ofCampaigns({})),
  'DELETE /api/asa/ad_groups': elsewhere(ofAdGroups({})),
  'DELETE /api/asa/keywords': elsewhere(ofKeywords({})),
  'PUT /api/asa/campaigns_budgets': {
    in: 'body',
    validFields: (world) => ({ ...ofOrganization(world), budgets: { [world.campaignId]: { daily: '60.5' } } }),
    ids: { ...organization, budgets: inCampaign },
    embed: { budgets: inMap({ daily: 60.5 }) },
  },
  'PUT /api/asa/adgroups_bids': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      campaign_id: world.campaignId,
      bids: { [world.adGroupId]: { cpt: 1.5, cpa: null } },
    }),
    ids: { ...campaign, bids: inAdGroup },
    embed: { bids: inMap({ cpt: 1.5 }) },
  },
  'PUT /api/asa/keywords_bids': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      new_bids: { [`${world.campaignId}:${world.adGroupId}:${world.keywordId}`]: 1.5 },
    }),
    ids: { ...organization, new_bids: inKeyword },
    embed: { new_bids: inMap(1.5, `${mine.campaignId}:${mine.adGroupId}:`) },
  },
  'PUT /api/asa/ad_group_search_match': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      campaign_id: world.campaignId,
      ad_group_id: world.adGroupId,
      search_match: true,
    }),
    ids: adGroup,
  },
  'GET /api/asa/filter_skag': ofSearchTerms,
  'GET /api/asa/filter_discovery': ofSearchTerms,
  'GET /api/asa/keyword_suggestions': {
    in: 'query',
    validFields: (world) => ({ ...ofOrganization(world), campaign_id: world.campaignId, term: 'sleep' }),
    ids: campaign,
    free: ['campaign_id'],
  },
  'GET /api/asa/budget_recommendations': { in: 'query', validFields: ofOrganization, ids: organization },
  'GET /api/asa/target_recommendations': { in: 'query', validFields: ofOrganization, ids: organization },
  'GET /api/asa/bid_suggestions': {
    in: 'query',
    validFields: (world) => ({
      ...ofOrganization(world),
      campaign_id: world.campaignId,
      ad_group_id: world.adGroupId,
    }),
    ids: adGroup,
    free: ['ad_group_id'],
  },
  'GET /api/asa/creatives': { in: 'query', validFields: ofOrganization, ids: organization },
  'POST /api/asa/creatives': { in: 'body', validFields: ofOrganization, ids: organization },
  'GET /api/asa/ad_groups_cpps': {
    in: 'query',
    validFields: (world) => ({ ...ofOrganization(world), selected_campaigns: world.campaignId }),
    ids: { ...organization, selected_campaigns: inCampaign },
  },
  'PUT /api/asa/ad_groups_cpps': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      ad_groups: [{ id: world.adGroupId, campaignId: world.campaignId, creativeId: 0, adId: null }],
    }),
    ids: { ...organization, ad_groups: inAdGroup },
    embed: { ad_groups: (id) => [{ id, campaignId: mine.campaignId, creativeId: 0, adId: null }] },
  },
  'GET /api/asa/cpp_reports': {
    in: 'query',
    validFields: (world) => ({ ...report(world), campaign_id: world.campaignId, creative_id: creativeOf(world) }),
    ids: { ...campaign, creative_id: () => [creativeOf(theirs)] },
  },
  'GET /api/asa/ad_groups_names': ofSearchTerms,
  'POST /api/asa/filter_discovery': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      discovery_campaign_id: world.campaignId,
      skag_campaign_id: world.campaignId,
      negative_keywords: ['free games'],
    }),
    ids: { ...organization, discovery_campaign_id: inCampaign, skag_campaign_id: inCampaign },
  },
  'POST /api/asa/search_terms/hide': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      campaign_id: world.campaignId,
      ad_group_id: world.adGroupId,
      texts: ['calm'],
    }),
    ids: adGroup,
    free: ['ad_group_id'],
  },
  'GET /api/asa/change_sets': { in: 'query', validFields: ofApplication, ids: application },
  'POST /api/asa/change_sets': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      name: 'Autumn',
      rows: inSet(`${world.campaignId}:${world.adGroupId}:${world.keywordId}`),
    }),
    ids: { ...organization, rows: inKeyword },
    embed: { rows: (id) => inSet(`${mine.campaignId}:${mine.adGroupId}:${String(id)}`) },
    free: ['rows'],
  },
  'POST /api/asa/skag_campaign': ofNewCampaign({ keywords: ['sleep sounds'] }),
  'POST /api/asa/discovery_campaign': ofNewCampaign({ search_match: true }),
  'POST /api/asa/skag_campaign_bulk': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      template: 'campaign,countries,daily_budget,keyword,cpt\nSKAG,US,20,sleep sounds,1\n',
    }),
    ids: organization,
  },
  'POST /api/asa/skag_campaign/keyword': {
    in: 'body',
    validFields: (world) => ({
      ...ofOrganization(world),
      campaign_id: world.campaignId,
      negative_keywords_for_ad_groups: { [world.adGroupId]: ['free games'] },
    }),
    ids: { ...campaign, negative_keywords_for_ad_groups: inAdGroup },
    embed: { negative_keywords_for_ad_groups: inMap(['free games']) },
  },
  'PUT /api/asa/discovery_campaign': {
    in: 'body',
    validFields: (world) => ({ ...ofOrganization(world), campaign_id: world.campaignId, keywords: ['rain'], cpt: '1' }),
    ids: campaign,
  },
  'GET /api/asa/creations': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/asa/campaign_groups': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/asa/automated_campaigns': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/asa/automated_campaigns/metrics': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/asa/automated_campaigns/conflicts': { in: 'query', validFields: ofApplication, ids: application },
  'POST /api/asa/automated_campaigns': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      automation_type: 'raise_bids',
      automation_name: 'Raise',
      apply_to: { [world.orgId]: [world.campaignId] },
    }),
    ids: { ...application, apply_to: inCampaign },
    embed: { apply_to: (id) => ({ [mine.orgId]: [id] }) },
  },
  'POST /api/asa/automated_campaigns/dry_run': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      automation_type: 'raise_bids',
      apply_to: { [world.orgId]: [world.campaignId] },
    }),
    ids: { ...application, apply_to: inCampaign },
    embed: { apply_to: (id) => ({ [mine.orgId]: [id] }) },
  },
  'POST /api/asa/automated_campaigns/backtest': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      automation_type: 'raise_bids',
      from: '2026-03-01',
      to: '2026-03-02',
      apply_to: { [world.orgId]: [world.campaignId] },
    }),
    ids: { ...application, apply_to: inCampaign },
    embed: { apply_to: (id) => ({ [mine.orgId]: [id] }) },
  },
  'GET /api/asa/report_schedules': { in: 'query', validFields: ofApplication, ids: application },
  'POST /api/asa/report_schedules': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      name: 'Report',
      view: { call: 'campaigns', tab: 'short_report' },
      scope: { asa_organization_id: world.orgId },
      range: 'last7',
      cadence: { every: 'day', time: '09:00' },
      recipients: [{ account_id: world.orgId === demos.orgId ? demoAccountId : ids.me }],
    }),
    ids: { ...application, scope: () => [theirs.orgId] },
    embed: { scope: (id) => ({ asa_organization_id: id }) },
  },
  'POST /api/asa/report_schedules/preview': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      name: 'Report',
      view: { call: 'campaigns', tab: 'short_report' },
      scope: { asa_organization_id: world.orgId },
      range: 'last7',
      cadence: { every: 'day', time: '09:00' },
    }),
    ids: { ...application, scope: () => [theirs.orgId] },
    embed: { scope: (id) => ({ asa_organization_id: id }) },
  },
  'GET /api/asa/labels': { in: 'query', validFields: ofApplication, ids: application },
  // A name can be taken once.
  'POST /api/asa/labels': {
    in: 'body',
    validFields: (world) => ({ ...ofApplication(world), name: randomUUID() }),
    ids: application,
  },
  'PUT /api/asa/labels': {
    in: 'body',
    validFields: (world) => ({ ...ofApplication(world), id: labels[world.applicationId], name: randomUUID() }),
    ids: { ...application, id: () => [labels[ids.theirs] ?? 0] },
  },
  'PUT /api/asa/labels/objects': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      id: labels[world.applicationId],
      add: [`${world.campaignId}:${world.adGroupId}`],
      remove: [String(world.campaignId)],
    }),
    ids: { ...application, id: () => [labels[ids.theirs] ?? 0], add: inCampaignAlone, remove: inCampaignAlone },
    free: ['add', 'remove'],
    embed: { add: (id) => [String(id)], remove: (id) => [`${String(id)}:1`] },
  },
  'GET /api/asa/alerts': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/asa/alerts/episodes': { in: 'query', validFields: ofApplication, ids: application },
  'POST /api/asa/alerts': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      name: 'Much is spent',
      apply_to: { [world.orgId]: [world.campaignId] },
      automation_params: spendAlert,
    }),
    ids: { ...application, apply_to: inCampaign },
    embed: { apply_to: (id) => ({ [mine.orgId]: [id] }) },
  },
  'POST /api/asa/alerts/dry_run': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      apply_to: { [world.orgId]: [world.campaignId] },
      automation_params: spendAlert,
    }),
    ids: { ...application, apply_to: inCampaign },
    embed: { apply_to: (id) => ({ [mine.orgId]: [id] }) },
  },
  'PUT /api/asa/alerts': {
    in: 'body',
    validFields: (world) => ({
      ...ofApplication(world),
      id: budgetAlert(world.applicationId),
      updates: { mail: true },
    }),
    ids: { ...application, id: () => [budgetAlert(ids.theirs)] },
  },
  'POST /api/asa/alerts/snooze': {
    in: 'body',
    validFields: (world) => ({ ...ofApplication(world), alert_id: budgetAlert(world.applicationId), until: null }),
    ids: { ...application, alert_id: () => [budgetAlert(ids.theirs)] },
  },
  'GET /api/asa/guardrails': { in: 'query', validFields: ofApplication, ids: application },
  'PUT /api/asa/guardrails': change({ guardrails: { rows: { limit: 600 } } }),
  'POST /api/asa/stop_all': { ...change({ stop: true }), free: ['application_id'] },
  'GET /api/application/sdk_versions': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/application/iap_prices': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/application/countries_ltv': { in: 'query', validFields: ofApplication, ids: application },
  'GET /api/asa/campaign_names': {
    in: 'query',
    validFields: ofOrganization,
    ids: organization,
  },
};

/** Calls that name nothing but the caller, and those every caller may make. */
const withoutIds: readonly string[] = [
  // Without a product there is nothing to answer with; its own spec names an application of another team.
  'GET /api/application/iap_info',
  // Only the demo's visitors; its own spec asks as another team.
  'POST /api/demo/reset',
  'GET /api/demo/today',
  'GET /api/demo/outbox',
  // The same for every application; its own spec names one of another team.
  'GET /api/asa/automated_campaigns/templates',
  // What it deletes is gone for the next caller; its own spec names a label of another team.
  'DELETE /api/asa/labels',
  // Only a change that was made can be undone; its own spec names one of another team.
  'POST /api/asa/undo',
  // The same for a set.
  'PUT /api/asa/change_sets',
  // The same with rules.
  'PUT /api/asa/automated_campaigns',
  'POST /api/asa/automated_campaigns/resume',
  'GET /api/asa/automated_campaigns/versions',
  'POST /api/asa/automated_campaigns/restore',
  'POST /api/asa/automated_campaigns/release',
  'POST /api/asa/automated_campaigns/run',
  'GET /api/asa/automated_campaigns/verdicts',
  'GET /api/asa/automated_campaign_logs',
  // The same with scheduled reports.
  'PUT /api/asa/report_schedules',
  'DELETE /api/asa/report_schedules',
  'POST /api/asa/report_schedules/send',
  'GET /api/asa/report_schedules/sends',
  'GET /api/asa/report_schedules/file',
  'POST /api/asa/report_schedules/again',
  'POST /api/asa/report_schedules/recipients/resend',
  // The link in a mail says it all.
  'GET /api/report_recipient',
  'POST /api/report_recipient',
  // Incidents, written alerts and channels have to be there first; their own spec names those of another team.
  'DELETE /api/asa/alerts',
  'POST /api/asa/alerts/acknowledge',
  'GET /api/asa/alert_channels',
  'POST /api/asa/alert_channels',
  'PUT /api/asa/alert_channels',
  'DELETE /api/asa/alert_channels',
  'POST /api/asa/alert_channels/test',
  'GET /api/asa/notices',
  'POST /api/asa/notices/read',
  // The same with creations.
  'POST /api/asa/creations/cancel',
  'POST /api/asa/creations/continue',
  // Users of SQL are the caller's own or their team's; their own spec names users and applications of another team.
  'GET /api/sql_users',
  'GET /api/sql_queries',
  'POST /api/sql_user',
  'PUT /api/sql_user',
  'DELETE /api/sql_user',
  'POST /api/sql_user/rotate',
  'POST /api/sql_query',
  'GET /api/sql_views',
  'GET /api/sql_saved_queries',
  'POST /api/sql_saved_query',
  'DELETE /api/sql_saved_query',
  'GET /api/account',
  'PUT /api/account',
  'POST /api/account/email',
  'POST /api/account/verification',
  'GET /api/sessions',
  'DELETE /api/sessions',
  'POST /api/account/export',
  'GET /api/account/export',
  'DELETE /api/account',
  'POST /api/account/keep',
  'GET /api/account/collaborators',
  // The people it names are those of the team; its own spec names those of another.
  'POST /api/account/collaborator',
  'PUT /api/account/collaborator',
  'DELETE /api/account/collaborator',
  // They name nothing but the caller's own team; their own spec tries every role.
  'POST /api/billing/checkout',
  'POST /api/billing/pause_subscription',
  'POST /api/billing/restart_subscription',
  'POST /api/billing/change_plan',
  'GET /api/billing/checkout',
  'GET /api/billing/status',
  'GET /api/billing/plans',
  'POST /api/usage',
  'POST /api/client_error',
  'GET /api/history',
  'DELETE /api/session',
  'POST /api/application',
  'POST /api/account',
  'POST /api/session',
  'GET /api/account/collaborator',
  'POST /api/account/verify',
  'POST /api/account/password_reset',
  'POST /api/account/password',
  'GET /api/openapi.json',
];

async function ask(route: string, fields: Record<string, unknown>, as: string | undefined = token) {
  const [method = '', path = ''] = route.split(' ');
  const location = rows[route]?.in ?? 'body';
  const call = { ...(as ? { token: as } : {}), [location]: fields } as Call;
  return api.call(method as 'GET' | 'PUT', path, call);
}

/** A call with another id in one place. */
const withId = (row: Row | undefined, validFields: Record<string, unknown> | undefined, name: string, id: unknown) => ({
  ...validFields,
  [name]: row?.embed?.[name]?.(id) ?? id,
});
/** Refused rows name what the caller named. */
const withoutKeys = ({ rows: refused, ...body }: Record<string, unknown>) => ({
  ...body,
  refused: (refused as { message: string }[] | undefined)?.map(({ message }) => message),
});

const roles = ['admin', 'member', 'restricted', 'demo', 'anonymous'] as const;
type Role = (typeof roles)[number];

/** What each role is answered to a call on its own objects. */
const outcomes: Record<Right, Record<Role, string>> = {
  public: { admin: 'ok', member: 'ok', restricted: 'ok', demo: 'ok', anonymous: 'ok' },
  own_session: { admin: 'ok', member: 'ok', restricted: 'ok', demo: 'ok', anonymous: 'unauthorized' },
  read_reports: { admin: 'ok', member: 'ok', restricted: 'ok', demo: 'ok', anonymous: 'unauthorized' },
  own_account: { admin: 'ok', member: 'ok', restricted: 'ok', demo: 'demo_account', anonymous: 'unauthorized' },
  manage_billing: {
    admin: 'ok',
    member: 'admin_only',
    restricted: 'admin_only',
    demo: 'demo_account',
    anonymous: 'unauthorized',
  },
  read_billing: { admin: 'ok', member: 'admin_only', restricted: 'admin_only', demo: 'ok', anonymous: 'unauthorized' },
  read_team: { admin: 'ok', member: 'admin_only', restricted: 'admin_only', demo: 'ok', anonymous: 'unauthorized' },
  manage_team: {
    admin: 'ok',
    member: 'admin_only',
    restricted: 'admin_only',
    demo: 'demo_account',
    anonymous: 'unauthorized',
  },
  act: { admin: 'ok', member: 'ok', restricted: 'read_only', demo: 'ok', anonymous: 'unauthorized' },
  manage_guardrails: {
    admin: 'ok',
    member: 'admin_only',
    restricted: 'read_only',
    demo: 'demo_account',
    anonymous: 'unauthorized',
  },
  read_sql: { admin: 'ok', member: 'ok', restricted: 'read_only', demo: 'ok', anonymous: 'unauthorized' },
  manage_sql: {
    admin: 'ok',
    member: 'ok',
    restricted: 'read_only',
    demo: 'demo_account',
    anonymous: 'unauthorized',
  },
  read_sql_queries: {
    admin: 'ok',
    member: 'admin_only',
    restricted: 'read_only',
    demo: 'ok',
    anonymous: 'unauthorized',
  },
  read_connections: { admin: 'ok', member: 'ok', restricted: 'read_only', demo: 'ok', anonymous: 'unauthorized' },
  manage_connections: {
    admin: 'ok',
    member: 'admin_only',
    restricted: 'read_only',
    demo: 'demo_account',
    anonymous: 'unauthorized',
  },
  manage_applications: {
    admin: 'ok',
    member: 'ok',
    restricted: 'read_only',
    demo: 'demo_account',
    anonymous: 'unauthorized',
  },
};
const statusOf: Readonly<Record<string, number>> = {
  ok: 200,
  unauthorized: 401,
  read_only: 403,
  demo_account: 403,
  admin_only: 403,
};

const perRoute = Object.entries(rows);
const coveredRoutes = new Set([...Object.keys(rows), ...withoutIds]);
/** Calls without ids, with each role that they refuse. */
const withoutOwnIds = Object.entries(expectedRights).flatMap(([right, routes]) =>
  routes.flatMap((route) =>
    withoutIds.includes(route)
      ? roles.flatMap((role) => {
          const outcome = outcomes[right as Right][role];
          return outcome === 'ok' ? [] : [[route, role, outcome] as const];
        })
      : [],
  ),
);
const perRole = perRoute.flatMap(([route]) => roles.map((role) => [route, role] as const));
const perId = perRoute.flatMap(([route, row]) => Object.keys(row.ids).map((id) => [route, id] as const));

describe('every call', () => {
  it('is in this table', () => {
    const calls = [...api.app.routeRights.keys()].filter(
      (route) => route.includes(' /api/') && !route.startsWith('HEAD '),
    );
    expect(calls.length).toBeGreaterThan(10);
    expect(calls.filter((route) => !coveredRoutes.has(route))).toEqual([]);
    expect([...coveredRoutes].filter((route) => !calls.includes(route))).toEqual([]);
  });

  it.each([
    ...perRoute.map(([route]) => route),
    ...withoutIds.filter((route) => !expectedRights.public.includes(route)),
  ])('%s wants a living token', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    for (const dead of [undefined, 'tws_unknown']) {
      const response = await api.call(method as 'GET', path, dead ? { token: dead } : {});
      expect(response).toMatchObject({ status: 401, body: { code: 'unauthorized', error_message: 'Unauthorized' } });
    }
  });

  it.each(perRoute)('%s answers another team as if nothing were there', async (route, row) => {
    const response = await ask(route, row.validFields(ownWorld()), theirToken);
    expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(JSON.stringify(response.body)).not.toMatch(/Campaign|Organization \d|keyword/);
  });

  it.each(perId)('%s answers foreign and unknown ids in %s alike', async (route, id) => {
    const row = rows[route];
    const unknown = await ask(route, withId(row, row?.validFields(ownWorld()), id, unownedId));
    expect(unknown).toMatchObject({ status: 404, body: { status: 'error', code: 'not_found' } });
    for (const foreign of row?.ids[id]?.() ?? []) {
      const response = await ask(route, withId(row, row?.validFields(ownWorld()), id, foreign));
      expect(withoutKeys(response.body)).toEqual(withoutKeys(unknown.body));
      expect(response.status).toBe(404);
    }
  });

  it.each(perId.filter(([route, id]) => !rows[route]?.free?.includes(id)))(
    '%s wants an id in %s',
    async (route, id) => {
      const row = rows[route];
      const { [id]: _left, ...without } = row?.validFields(ownWorld()) ?? {};
      // What an id is within may be refused in words of its own.
      const refusal = { status: 400, body: row?.embed?.[id] === undefined ? { code: 'invalid_request' } : {} };
      expect(await ask(route, without)).toMatchObject(refusal);
      for (const wrong of ['x', '', -1, 0, 1.5, '1e3', 2 ** 53, null]) {
        const sentId = row?.in === 'query' && wrong === null ? 'null' : wrong;
        expect(await ask(route, withId(row, row?.validFields(ownWorld()), id, sentId))).toMatchObject(refusal);
      }
    },
  );

  it.each(perRole)('%s is answered to %s by its right, before anything else is looked at', async (route, role) => {
    const row = rows[route];
    const right = api.app.routeRights.get(route);
    if (row === undefined || right === undefined) throw new Error('no such route');
    const expected = outcomes[right][role];
    const validFields = row.validFields(ownWorld(role));
    const as = tokens[role] ?? '';
    const response = await ask(route, validFields, as);
    expect([response.status, response.body.code ?? response.body.status]).toEqual([statusOf[expected], expected]);
    // Ids of other teams, and what is no id, are sent by an admin above.
    if (role === 'admin') return;
    const [id = ''] = Object.keys(row.ids);
    const others = {
      foreign: { ...validFields, [id]: row.ids[id]?.()[0] },
      malformed: { ...validFields, [id]: 'x' },
    };
    for (const [kind, fields] of Object.entries(others)) {
      const otherResponse = await ask(route, fields, as);
      const allowed = kind === 'foreign' ? 'not_found' : 'invalid_request';
      expect([kind, otherResponse.body.code]).toEqual([kind, expected === 'ok' ? allowed : expected]);
    }
  });

  it('asks for the right that is written down for it', () => {
    const declared = [...api.app.routeRights].filter(([route]) => coveredRoutes.has(route));
    const expected = Object.entries(expectedRights).flatMap(([right, routes]) => routes.map((route) => [route, right]));
    expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(expected));
  });

  it.each(withoutOwnIds)('%s refuses %s, whose role lacks the right', async (route, role, refusal) => {
    const response = await ask(route, {}, tokens[role] ?? '');
    expect([response.status, response.body.code]).toEqual([statusOf[refusal], refusal]);
  });

  it('has a right that was tried with each kind of caller', () => {
    const used = new Set(
      [...api.app.routeRights].filter(([route]) => route.includes(' /api/')).map(([, right]) => right),
    );
    expect([...used].sort()).toEqual(Object.keys(outcomes).sort());
  });

  it('leaves other people’s applications as they were', async () => {
    const types = (await api.log.readStream(applicationStream(ids.theirs))).map(({ event }) => event.type);
    expect(types).toEqual(['ApplicationCreated', 'AdOrganizationLinked']);
  });
});
