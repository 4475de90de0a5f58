import { reportResponseSchema } from '@tapwise/contract';
import { addDays, adsExtraPullStream, campaignStream } from '@tapwise/domain';
import { tablesPosition } from '@tapwise/projections/queries';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdsObjects,
  campaignSettings,
  happened,
  installed,
  inTables,
  linkOrganization,
  pulledFigures,
} from '../../../../tests/support/facts/ads-world.ts';
import { joinTeam } from '../../../../tests/support/people/team-member.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const objects: AdsObjects = { orgId: 4101, campaignId: 5101, adGroupId: 6101, keywordId: 7101 };
let api: ApiService;
let token: string;
let owner: { accountId: number };
let applicationId: number;
let lastPosition: bigint;

beforeAll(async () => {
  api = await startApi({ tables: true });
  const person = await api.signUp();
  ({ token } = person);
  owner = person;
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  await linkOrganization(api, { id: applicationId, adamId: 1500000001, accountId: person.accountId }, objects);
  const figures = { day: today(), impressions: 1000, taps: 50, installs: 20, spendMicros: 30_000_000 };
  await pulledFigures(api, applicationId, objects, figures);
  lastPosition = await installed(api, applicationId, 'install-1', objects);
  await inTables(api, lastPosition);
});
afterAll(() => api.stop());

const today = () => api.deps.now().toISOString().slice(0, 10);
const base = () => ({ application_id: applicationId, asa_organization_id: objects.orgId, from: today(), to: today() });
const ask = (call: string, more: object = {}) =>
  api.call('GET', `/api/asa/${call}`, { token, query: { ...base(), ...more } });

/** The ad group has one more keyword, without figures. @returns commit position. */
function another(text: string): Promise<bigint> {
  const { orgId: org_id, campaignId: campaign_id, adGroupId: ad_group_id, keywordId } = objects;
  const keyword = {
    keyword_id: keywordId + 1,
    ad_group_id,
    text,
    match_type: 'EXACT',
    deleted: false,
    status: 'ACTIVE' as const,
    bid_micros: null,
    modified_at: null,
  };
  const observed_at = api.deps.now().toISOString();
  return happened(api, campaignStream(campaign_id), {
    type: 'KeywordsObserved',
    data: { org_id, campaign_id, observed_at, keywords: [keyword] },
  });
}

describe('report calls', () => {
  it('are answered from tables that hold what the caller wrote', async () => {
    const name = `Renamed ${Date.now()}`;
    const { orgId: org_id, campaignId: campaign_id } = objects;
    const position = await happened(api, campaignStream(campaign_id), {
      type: 'CampaignObserved',
      data: {
        org_id,
        campaign_id,
        observed_at: api.deps.now().toISOString(),
        campaign: { ...campaignSettings(campaign_id, 1500000001), name },
      },
    });
    const headers = { 'x-log-position': position.toString() };
    const response = await api.call('GET', '/api/asa/campaigns', { token, headers, query: base() });
    expect(reportResponseSchema.parse(response.body).rows[0]).toMatchObject({ id: campaign_id, name });
    expect(response.position).toBeGreaterThanOrEqual(position);
  });

  it.each([
    ['campaigns', {}, objects.campaignId],
    ['adgroups', { campaign_id: objects.campaignId }, objects.adGroupId],
    ['keywords', { campaign_id: objects.campaignId, ad_group_id: objects.adGroupId }, objects.keywordId],
  ])('%s give rows, totals, ages and the position they hold for', async (call, parents, id) => {
    const response = await ask(call, parents);
    expect(response.status).toBe(200);
    const { rows, totals, currency, as_of } = reportResponseSchema.parse(response.body);
    expect(rows.find((row) => row.id === id)).toMatchObject({
      impressions: 1000,
      taps: 50,
      installs: 20,
      spend: 30,
      first_launches: 1,
      ttr: 0.05,
      cpt: 0.6,
    });
    expect(totals).toMatchObject({ spend: 30, installs: 20 });
    expect(currency).toBe('USD');
    expect(as_of).toMatchObject({ ads: expect.any(String), sdk: expect.any(String), impression_share: null });
    expect(response.position).toBeGreaterThanOrEqual(lastPosition);
    expect(response.position).toBeLessThanOrEqual((await tablesPosition(api.deps.tables))?.position ?? 0n);
  });

  it('take a range that ends tomorrow, because callers may not know the zone, and no later one', async () => {
    expect((await ask('campaigns', { to: addDays(today(), 1) })).status).toBe(200);
    expect(await ask('campaigns', { to: addDays(today(), 2) })).toMatchObject({
      status: 400,
      body: { code: 'invalid_date_range' },
    });
  });

  it.each([
    [{ from: '2026-02-30' }, 'invalid_date_range'],
    [{ country: 'XX' }, 'unknown_country'],
    [{ claim_type: 'taps' }, 'unknown_claim_type'],
    [{ status: 'on' }, 'unknown_status'],
    [{ from: ['2026-01-01', '2026-01-02'] }, 'invalid_request'],
    [{ application_id: ['101', '102'] }, 'invalid_request'],
  ])('refuse %j', async (more, code) => {
    expect(await ask('campaigns', more)).toMatchObject({ status: 400, body: { status: 'error', code } });
  });

  it('give some rows of a comparison in another order, with the totals of all', async () => {
    const campaign_ids = objects.campaignId;
    await inTables(api, await another('rain sounds'));
    const whole = await ask('all_campaigns_keywords', { campaign_ids });
    const { rows, totals } = reportResponseSchema.parse(whole.body);
    expect(rows.length).toBeGreaterThan(1);
    const idOf = ({ id }: { id: number }) => id;
    const bySpend = [...rows].sort((a, b) => Number(b.spend) - Number(a.spend));
    const first = await ask('all_campaigns_keywords', { campaign_ids, sort: '-spend', limit: 1 });
    expect(first.body).toMatchObject({ rows: [bySpend[0]], totals, row_count: rows.length });
    const rest = await ask('all_campaigns_keywords', { campaign_ids, sort: '-spend', offset: 1 });
    const windowRows = [...(first.body.rows as { id: number }[]), ...(rest.body.rows as { id: number }[])];
    expect(windowRows.map(idOf)).toEqual(bySpend.map(idOf));
  });

  it.each([
    [{ sort: 'nothing' }, 'invalid_request'],
    [{ limit: '0' }, 'invalid_request'],
    [{ limit: '1001' }, 'invalid_request'],
    [{ offset: '-1' }, 'invalid_request'],
    [{ limit: '5', group: 'keyword' }, 'unsupported'],
  ])('refuse the window %j', async (window, code) => {
    const response = await ask('all_campaigns_keywords', { campaign_ids: objects.campaignId, ...window });
    expect(response).toMatchObject({ status: 400, body: { code } });
  });

  it('have windows only where there can be many rows', async () => {
    expect(await ask('campaigns', { limit: '5' })).toMatchObject({ status: 400, body: { code: 'unsupported' } });
  });

  it('are the same by each way to give the token', async () => {
    const path = '/api/asa/campaigns';
    const byHeader = await ask('campaigns');
    const byParameter = await api.call('GET', path, { query: { ...base(), token } });
    expect(byParameter.body).toEqual(byHeader.body);
  });

  it('say that an organization is being processed until its first pull is there', async () => {
    const person = await api.signUp();
    const body = { name: 'Ledgerly', url: 'https://apps.apple.com/app/id1500000002' };
    const created = await api.call('POST', '/api/application', { token: person.token, body });
    const id = Number(created.body.application_id);
    const mine: AdsObjects = { orgId: 4102, campaignId: 5102, adGroupId: 6102, keywordId: 7102 };
    const application = { id, adamId: 1500000002, accountId: person.accountId };
    const query = { ...base(), application_id: id, asa_organization_id: mine.orgId };
    const pulled = await linkOrganization(api, application, mine, { pulled: false });
    const before = await api.call('GET', '/api/asa/campaigns', { token: person.token, query });
    expect(before).toMatchObject({ status: 200, body: { processing: true } });
    await inTables(api, pulled);
    await inTables(api, await linkOrganization(api, application, mine));
    const after = await api.call('GET', '/api/asa/campaigns', { token: person.token, query });
    expect(after.body.processing).toBeUndefined();
  });
});

describe('a restricted collaborator', () => {
  const withheld = [
    'spend',
    'impressions',
    'taps',
    'ttr',
    'cr',
    'ir',
    'cpt',
    'cpa',
    'cpm',
    'daily_spend',
    'budget',
    'daily_cap',
    'cpt_bid',
    'cpa_goal',
    'match_rate',
    'rank',
    'impression_share',
    'current_roas',
    'current_result',
    'predicted_roas',
    'cost_per_trial',
    'cost_per_conversion',
    'roas',
    'result',
  ];
  const withheldOf = (cells: object[]) => cells.flatMap(Object.keys).filter((column) => withheld.includes(column));
  let token: string;
  beforeAll(async () => {
    token = (await joinTeam(api, owner, 'restricted')).token;
  });

  it('gets reports without spend, traffic, budgets, bids and whatever gives them away', async () => {
    const response = await api.call('GET', '/api/asa/campaigns', { token, query: base() });
    const { rows, totals } = reportResponseSchema.parse(response.body);
    const row = rows.find(({ id }) => id === objects.campaignId) ?? {};
    expect(row).toMatchObject({ installs: 20, first_launches: 1, current_income: 0 });
    expect(withheldOf([...rows, totals])).toEqual([]);
  });

  it('gets lines and months without them too', async () => {
    const series = await api.call('GET', '/api/asa/campaigns', { token, query: { ...base(), granularity: 'day' } });
    const { items } = series.body as { items: { id: number; granularity: object[] }[] };
    const line = items.find(({ id }) => id === objects.campaignId)?.granularity ?? [];
    expect(line).toMatchObject([{ installs: 20 }]);
    expect(withheldOf(line)).toEqual([]);
    const { application_id, asa_organization_id } = base();
    const scope = { application_id, asa_organization_id };
    const year = Number(today().slice(0, 4));
    const pulled = {
      application_id: applicationId,
      org_id: objects.orgId,
      subject: 'months' as const,
      pulled_at: api.deps.now().toISOString(),
      from_day: addDays(today(), -365),
      to_day: today(),
    };
    const stream = adsExtraPullStream(applicationId, objects.orgId);
    await inTables(api, await happened(api, stream, { type: 'AdsExtraPullCompleted', data: pulled }));
    const months = await api.call('GET', '/api/asa/monthly_reports', { token, query: { ...scope, year } });
    const { rows, totals } = months.body as { rows: object[]; totals: object };
    expect(totals).toMatchObject({ installs: 20 });
    expect(withheldOf([...rows, totals])).toEqual([]);
  });
});

describe('readiness', () => {
  it('names the log and the tables with their positions', async () => {
    const response = await api.call('GET', '/readyz');
    expect(response.status).toBe(200);
    expect(response.body).toMatchObject({
      status: 'ok',
      parts: {
        eventstore: { status: 'ok', position: expect.stringMatching(/^\d+$/) },
        clickhouse: { status: 'ok' },
        projections: { status: 'ok', lag_events: expect.any(Number), position: expect.stringMatching(/^\d+$/) },
      },
    });
  });
});
