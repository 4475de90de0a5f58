import { changesResponseSchema } from '@tapwise/contract';
import { addDays, campaignStream, type DomainEventOf, type OutsideActor } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, happened, inTables, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { joinTeam } from '../../../../tests/support/people/team-member.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const objects: AdsObjects = { orgId: 4501, campaignId: 5501, adGroupId: 6501, keywordId: 7501 };
const { orgId, campaignId, adGroupId, keywordId } = objects;
let api: ApiService;
let owner: { token: string; accountId: number };
let restricted: string;
let applicationId: number;
/** When the changes were seen. */
let seen: string;

beforeAll(async () => {
  api = await startApi({ tables: true });
  owner = await api.signUp();
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number(
    (await api.call('POST', '/api/application', { token: owner.token, body })).body.application_id,
  );
  await linkOrganization(api, { id: applicationId, adamId: 1500000001, accountId: owner.accountId }, objects);
  seen = new Date(api.deps.now().getTime() + 1).toISOString();
  const scope = { org_id: orgId, campaign_id: campaignId, observed_at: seen };
  await inTables(api, await happened(api, campaignStream(campaignId), ...touched(scope)));
  restricted = (await joinTeam(api, owner, 'restricted')).token;
});
afterAll(() => api.stop());

/** The daily cap, the ad group's bid, goal and search match, and the keyword's bid and status are others than before. */
const touched = (scope: { org_id: number; campaign_id: number; observed_at: string }) => [
  {
    type: 'CampaignObserved',
    data: {
      ...scope,
      campaign: {
        campaign_id: campaignId,
        adam_id: 1500000001,
        name: 'Brand',
        status: 'ENABLED',
        display_status: 'RUNNING',
        deleted: false,
        countries: ['US'],
        supply_sources: ['APPSTORE_SEARCH_RESULTS'],
        currency: 'USD',
        budget_micros: null,
        daily_budget_micros: 75_500_000,
        modified_at: null,
      },
    },
  } satisfies DomainEventOf<'CampaignObserved'>,
  {
    type: 'AdGroupsObserved',
    data: {
      ...scope,
      ad_groups: [
        {
          ad_group_id: adGroupId,
          name: 'All',
          status: 'ENABLED',
          display_status: 'RUNNING',
          deleted: false,
          default_bid_micros: 1_250_000,
          cpa_goal_micros: 4_000_000,
          search_match: true,
          modified_at: null,
        },
      ],
    },
  } satisfies DomainEventOf<'AdGroupsObserved'>,
  {
    type: 'KeywordsObserved',
    data: {
      ...scope,
      keywords: [
        {
          keyword_id: keywordId,
          ad_group_id: adGroupId,
          text: 'sleep',
          match_type: 'EXACT',
          status: 'PAUSED',
          deleted: false,
          bid_micros: null,
          modified_at: null,
        },
      ],
    },
  } satisfies DomainEventOf<'KeywordsObserved'>,
];

const today = () => api.deps.now().toISOString().slice(0, 10);
const range = () => ({ from: addDays(today(), -6), to: today() });
const ask = (more: Record<string, string | number> = {}, token = owner.token) => {
  const query = { application_id: applicationId, asa_organization_id: orgId, ...range(), ...more };
  return api.call('GET', '/api/asa/changes', { token, query });
};
async function changesOf(more: Record<string, string | number> = {}, token?: string) {
  const { status, body } = await ask(more, token);
  expect(status).toBe(200);
  return changesResponseSchema.parse(body);
}
const summary = ({ changes }: Awaited<ReturnType<typeof changesOf>>) =>
  changes.map((change) => [change.level, change.name, change.field, change.old, change.new]);

describe('changes of settings', () => {
  it('are listed with what they were, when, of which object, in the currency of the settings', async () => {
    const response = await changesOf();
    expect(summary(response)).toEqual([
      ['keyword', 'sleep', 'cpt_bid', 1.2, null],
      ['keyword', 'sleep', 'status', 'ENABLED', 'PAUSED'],
      ['ad_group', 'All', 'cpa_goal', null, 4],
      ['ad_group', 'All', 'cpt_bid', 1, 1.25],
      ['ad_group', 'All', 'search_match', false, true],
      ['campaign', 'Brand', 'daily_cap', 50, 75.5],
    ]);
    expect(response).toMatchObject({ more: false, settings_currency: 'USD' });
    expect(new Set(response.changes.map(({ id }) => id)).size).toBe(6);
    expect(response.changes[0]).toMatchObject({
      at: seen,
      seen_at: seen,
      day: seen.slice(0, 10),
      actor_kind: 'apple',
      campaign_id: campaignId,
      ad_group_id: adGroupId,
      keyword_id: keywordId,
      campaign_name: 'Brand',
      ad_group_name: 'All',
    });
  });

  it('made elsewhere say who made them, where the ad service names them', async () => {
    const of = { org_id: orgId, campaign_id: campaignId, read_at: seen };
    const application = `application-${applicationId}`;
    const change = (key: string, field: 'daily_cap' | 'cpt_bid' | 'status' | 'search_match', actor: OutsideActor) => ({
      key,
      field,
      value: null,
      observed_at: seen,
      actor,
      changed_at: seen,
    });
    const group = `${campaignId}:${adGroupId}`;
    const [id, name] = await Promise.all(
      ['4100021', 'Anna Moreau'].map((user) => api.deps.vault.encrypt(application, user)),
    );
    const event: DomainEventOf<'ChangeActorsRead'> = {
      type: 'ChangeActorsRead',
      data: {
        ...of,
        changes: [
          change(String(campaignId), 'daily_cap', { kind: 'person', user: id ?? null }),
          change(group, 'cpt_bid', { kind: 'api', user: id ?? null }),
          change(group, 'search_match', { kind: 'apple', user: null }),
          change(`${group}:${keywordId}`, 'status', { kind: 'person', user: name ?? null }),
        ],
      },
    };
    await inTables(api, await happened(api, campaignStream(campaignId), event));
    const { changes } = await changesOf();
    const actors = Object.fromEntries(changes.map((row) => [`${row.level} ${row.field}`, [row.outside, row.actor]]));
    expect(actors).toEqual({
      'campaign daily_cap': ['person', 'User 4100021 (Apple Ads)'],
      'ad_group cpt_bid': ['api', 'API user 4100021 (Apple Ads)'],
      'ad_group search_match': ['apple', 'Apple'],
      'ad_group cpa_goal': [null, 'Apple Ads (outside this product)'],
      'keyword status': ['person', 'Anna Moreau (Apple Ads)'],
      'keyword cpt_bid': [null, 'Apple Ads (outside this product)'],
    });
  });

  it('are those of a level, of a campaign, of an ad group, of a range', async () => {
    expect(summary(await changesOf({ level: 'campaign' }))).toHaveLength(1);
    expect(summary(await changesOf({ campaign_id: campaignId, level: 'keyword' }))).toHaveLength(2);
    expect(summary(await changesOf({ campaign_id: campaignId, ad_group_id: adGroupId }))).toHaveLength(5);
    expect(summary(await changesOf({ from: addDays(today(), -6), to: addDays(today(), -2) }))).toEqual([]);
  });

  it('of bids, goals, budgets and search match are withheld from a restricted collaborator', async () => {
    const { body } = await ask({}, restricted);
    expect(summary(changesResponseSchema.parse(body))).toEqual([['keyword', 'sleep', 'status', 'ENABLED', 'PAUSED']]);
    expect(body.fields).toEqual(['status']);
    expect(JSON.stringify(body)).not.toMatch(/[:"](1\.25|75\.5)\b|cpt_bid|cpa_goal|daily_cap|search_match/);
  });

  it('say up to which event the tables were read', async () => {
    const { headers } = await ask();
    expect(BigInt(String(headers['x-log-position']))).toBeGreaterThan(0n);
  });

  it.each([
    [{ from: '' }, 'invalid_date_range'],
    [{ from: '2026-02-30' }, 'invalid_date_range'],
    [{ from: '2016-12-31', to: '2017-01-02' }, 'invalid_date_range'],
    [{ from: '2099-01-01', to: '2099-01-02' }, 'invalid_date_range'],
    [{ from: '2020-01-01' }, 'invalid_date_range'],
    [{ level: 'country' }, 'invalid_request'],
    [{ campaign_id: 'x' }, 'invalid_request'],
    [{ campaign_id: '' }, 'invalid_request'],
    [{ campaign_id: '99999999999999999999' }, 'invalid_request'],
    [{ ad_group_id: adGroupId }, 'invalid_request'],
    [{ limit: 5 }, 'invalid_request'],
    [{ format: 'xls' }, 'invalid_request'],
    [{ field: 'name' }, 'invalid_request'],
    [{ format: 'csv', from: '2026-02-30' }, 'invalid_date_range'],
  ])('with %j are refused: %s', async (wrong, code) => {
    const response = await ask(wrong);
    expect(response).toMatchObject({ status: 400, body: { status: 'error', code } });
  });
});

describe('changes of settings as a file', () => {
  const file = (more: Record<string, string> = {}, token = owner.token) =>
    api.app.inject({
      url: '/api/asa/changes',
      query: {
        application_id: `${applicationId}`,
        asa_organization_id: `${orgId}`,
        format: 'csv',
        ...range(),
        ...more,
      },
      headers: { authorization: `Bearer ${token}` },
    });
  const linesOf = (text: string) =>
    text
      .replace(/^\uFEFF/, '')
      .split('\r\n')
      .map((line) => line.split(','));

  it('are all rows with who, what and outcome, and end with their number', async () => {
    const { changes } = await changesOf();
    const response = await file();
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(response.headers['content-disposition']).toBe(
      `attachment; filename="tapwise-changes-${range().from}-${range().to}.csv"`,
    );
    expect(BigInt(String(response.headers['x-log-position']))).toBeGreaterThan(0n);
    const [header = [], ...lines] = linesOf(response.body);
    const cell = (line: number, name: string) => lines[line]?.[header.indexOf(name)];
    for (const [line, change] of changes.entries()) {
      expect(
        ['At', 'Actor', 'Campaign', 'Ad group', 'Name', 'Setting', 'Old', 'New'].map((name) => cell(line, name)),
      ).toEqual([
        change.at,
        'apple',
        'Brand',
        change.ad_group_name ?? '',
        change.name,
        change.field,
        String(change.old ?? ''),
        String(change.new ?? ''),
      ]);
      expect(cell(line, 'Currency')).toBe(typeof (change.new ?? change.old) === 'number' ? 'USD' : '');
    }
    expect(lines[changes.length]).toEqual(['']);
    expect(lines.slice(changes.length + 1)).toContainEqual(['Application', 'Moonvale']);
    expect(lines.at(-2)).toEqual(['Rows', '6']);
  });

  it('are narrowed as the list is, and say so', async () => {
    const { body } = await file({ field: 'status', actor_kind: 'apple' });
    const lines = linesOf(body);
    expect(lines.at(-2)).toEqual(['Rows', '1']);
    expect(lines).toContainEqual(['Setting', 'status']);
    expect(summary(await changesOf({ field: 'status' }))).toEqual([
      ['keyword', 'sleep', 'status', 'ENABLED', 'PAUSED'],
    ]);
  });

  it('hold for a restricted collaborator what the list holds, and nothing for another team', async () => {
    const { body } = await file({}, restricted);
    expect(linesOf(body).at(-2)).toEqual(['Rows', '1']);
    // A cell, since moments of the column At may hold the same digits.
    expect(body).not.toMatch(/,(1\.25|75\.5),|cpt_bid|cpa_goal|daily_cap|search_match/);
    const other = await file({}, (await api.signUp()).token);
    expect(other.statusCode).toBe(404);
    expect(other.headers['content-disposition']).toBeUndefined();
  });
});
