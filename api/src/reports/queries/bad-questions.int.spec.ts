import { addDays } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, inTables, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const mine: AdsObjects = { orgId: 4201, campaignId: 5201, adGroupId: 6201, keywordId: 7201 };
const theirs: AdsObjects = { orgId: 4202, campaignId: 5202, adGroupId: 6202, keywordId: 7202 };
let api: ApiService;
let token: string;
let url: string;
const applications = { mine: 0, theirs: 0 };

beforeAll(async () => {
  api = await startApi({ tables: true });
  for (const [owner, objects] of [['mine', mine] as const, ['theirs', theirs] as const]) {
    const person = await api.signUp();
    const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
    const response = await api.call('POST', '/api/application', { token: person.token, body });
    applications[owner] = Number(response.body.application_id);
    const application = { id: applications[owner], adamId: 1500000001, accountId: person.accountId };
    await inTables(api, await linkOrganization(api, application, objects));
    if (owner === 'mine') ({ token } = person);
  }
  url = await api.listen();
});
afterAll(() => api.stop());

const today = () => api.deps.now().toISOString().slice(0, 10);
const base = (): Query => ({
  application_id: applications.mine,
  asa_organization_id: mine.orgId,
  from: addDays(today(), -6),
  to: today(),
  claim_type: 'total',
});
type Query = Readonly<Record<string, string | number | undefined>>;

/** Every call that answers with a range of days, with what it needs beside the range. */
const ranged: Record<string, Query> = {
  campaigns: {},
  adgroups: { campaign_id: mine.campaignId },
  keywords: { campaign_id: mine.campaignId, ad_group_id: mine.adGroupId },
  basic_by_countries: {},
  all_campaigns_keywords: { campaign_ids: mine.campaignId },
  explanation: { call: 'campaigns', row: 'totals', column: 'spend' },
};
const monthly = 'monthly_reports';

/** Asked over a real connection, as programs ask. */
async function ask(call: string, more: Query): Promise<{ status: number; body: Record<string, unknown> }> {
  const baseQuery = call === monthly ? { application_id: applications.mine, year: today().slice(0, 4) } : base();
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...baseQuery, ...ranged[call], ...more }))
    query.set(name, String(value));
  const response = await fetch(`${url}/api/asa/${call}?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const refused = (status: number, code: string) => ({
  status,
  body: { status: 'error', code, error_message: expect.stringMatching(/\S+ \S+/) },
});

const ranges: readonly (readonly [string, () => Query])[] = [
  ['a reversed range', () => ({ from: today(), to: addDays(today(), -1) })],
  ['a range that ends in the future', () => ({ to: addDays(today(), 2) })],
  ['a range in the future', () => ({ from: addDays(today(), 30), to: addDays(today(), 60) })],
  ['a range before 2017', () => ({ from: '2016-12-31', to: '2017-01-31' })],
  ['a range of twenty years', () => ({ from: addDays(today(), -7305) })],
  ['twenty years of the future', () => ({ to: addDays(today(), 7305) })],
  ['a day that does not exist', () => ({ from: '2026-02-30' })],
  ['a day in another spelling', () => ({ from: '01/02/2026' })],
];

const words: readonly (readonly [string, Query, string])[] = [
  ['an unknown country', { country: 'XX' }, 'unknown_country'],
  ['a country among others', { country: 'US,ZZ' }, 'unknown_country'],
  ['an unknown claim type', { claim_type: 'taps' }, 'unknown_claim_type'],
];

const calls = Object.keys(ranged);

describe('every report call', () => {
  it.each([...calls, monthly])('%s answers a good question', async (call) => {
    expect(await ask(call, {})).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  it.each(calls.flatMap((call) => ranges.map(([what, range]) => [call, what, range] as const)))(
    '%s refuses %s',
    async (call, _what, range) => {
      expect(await ask(call, range())).toMatchObject(refused(400, 'invalid_date_range'));
    },
  );

  it.each(
    [...calls, monthly].flatMap((call) => words.map(([what, query, code]) => [call, what, query, code] as const)),
  )('%s refuses %s', async (call, _what, query, code) => {
    expect(await ask(call, query)).toMatchObject(refused(400, code));
  });

  it.each(calls)('%s refuses an unknown status', async (call) => {
    expect(await ask(call, { status: 'ENABLED' })).toMatchObject(refused(400, 'unknown_status'));
  });

  it.each([
    ['campaigns', 'unknown_granularity'],
    ['adgroups', 'unknown_granularity'],
    ['keywords', 'unknown_granularity'],
    ['basic_by_countries', 'unsupported'],
    ['all_campaigns_keywords', 'unsupported'],
  ])('%s refuses an unknown granularity', async (call, code) => {
    expect(await ask(call, { granularity: 'hour' })).toMatchObject(refused(400, code));
  });

  it.each([...calls, monthly])('%s knows no application and no organization of others', async (call) => {
    for (const foreign of [{ application_id: applications.theirs }, { asa_organization_id: theirs.orgId }]) {
      expect(await ask(call, foreign)).toMatchObject(refused(404, 'not_found'));
    }
  });

  it.each([
    ['adgroups', { campaign_id: theirs.campaignId }],
    ['keywords', { campaign_id: theirs.campaignId }],
    ['keywords', { ad_group_id: theirs.adGroupId }],
    ['all_campaigns_keywords', { campaign_ids: `${mine.campaignId},${theirs.campaignId}` }],
    ['explanation', { row: theirs.campaignId }],
  ])('%s knows nothing of %j', async (call, foreign) => {
    expect(await ask(call, foreign as Query)).toMatchObject(refused(404, 'not_found'));
  });

  it.each(['1999', '0', '-1', 'now', '20260', String(new Date().getFullYear() + 1)])(
    'monthly_reports refuses the year %s',
    async (year) => {
      expect(await ask(monthly, { year })).toMatchObject(refused(400, 'invalid_date_range'));
    },
  );
});

describe('a comparison', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => 1_000_000_001 + index).join(',');

  it('refuses five thousand campaigns in words', async () => {
    const response = await ask('all_campaigns_keywords', { campaign_ids: ids(5000) });
    expect(response).toMatchObject(refused(400, 'invalid_request'));
    expect(response.body.error_message).toMatch(/at most 1000 campaigns/);
  });

  it('finds the first of a thousand campaigns that is none', async () => {
    expect(await ask('all_campaigns_keywords', { campaign_ids: ids(1000) })).toMatchObject(refused(404, 'not_found'));
  });

  it.each(['1,', ',', '1;2', '1 2', 'null', '0', '-1', '1.5', '99999999999999999999'])(
    'refuses the campaigns %j',
    async (campaign_ids) => {
      expect(await ask('all_campaigns_keywords', { campaign_ids })).toMatchObject(refused(400, 'invalid_request'));
    },
  );
});
