import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, inTables, linkOrganization } from '../../../tests/support/facts/ads-world.ts';
import { joinTeam } from '../../../tests/support/people/team-member.ts';
import { type ApiService, type Call, startApi } from '../../../tests/support/services/api-service.ts';

const objects: AdsObjects = { orgId: 4101, campaignId: 5101, adGroupId: 6101, keywordId: 7101 };
const foreign: AdsObjects = { orgId: 4102, campaignId: 5102, adGroupId: 6102, keywordId: 7102 };
const path = '/api/asa/automated_campaigns';

let api: ApiService;
let token: string;
let application_id: number;
const scope = { [objects.orgId]: [objects.campaignId] };

beforeAll(async () => {
  api = await startApi({ tables: true });
  const me = await api.signUp();
  const they = await api.signUp();
  ({ token } = me);
  const add = async (owner: string) => {
    const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000001' };
    return Number((await api.call('POST', '/api/application', { token: owner, body })).body.application_id);
  };
  application_id = await add(token);
  const adamId = 1500000001;
  await linkOrganization(api, { id: await add(they.token), adamId, accountId: they.accountId }, foreign);
  await inTables(api, await linkOrganization(api, { id: application_id, adamId, accountId: me.accountId }, objects));
  colleague = (await joinTeam(api, me, 'member')).token;
});
afterAll(() => api.stop());
let colleague: string;

const call = (method: 'GET' | 'POST' | 'PUT', fields: Record<string, unknown>, as = token) =>
  api.call(method, path, { token: as, [method === 'GET' ? 'query' : 'body']: { application_id, ...fields } } as Call);
const post = (overrides: Record<string, unknown>) =>
  call('POST', { automation_type: 'raise_bids', automation_name: 'Raise', apply_to: scope, ...overrides });
const list = async (as = token) => (await call('GET', {}, as)).body.automated_campaigns as Record<string, unknown>[];

describe('rules', () => {
  it('are made, edited into versions, paused, started and deleted permanently', async () => {
    api.clock.stoppedAt = Date.parse('2026-03-28T21:30:00.000Z');
    const params = { updates_per_day: 2, impressions_cap: 1000, cpa_cap: '4.00', impression_share_cap: 0.25 };
    const made = await post({ automation_params: params });
    expect(made).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(made.body.warning).toBeUndefined();
    const { id } = made.body;
    expect((await list()).find((automation) => automation.id === id)).toEqual({
      id,
      campaign_name: 'Raise',
      type: 'raise_bids',
      status: 'active',
      apply_to: scope,
      receive_notifications: true,
      automation_params: {
        campaign_type: 'skag',
        updates_per_day: 2,
        step_type: 'default',
        impressions_cap: 1000,
        cpa_cap: 4,
        impression_share_cap: 0.25,
      },
      last_updated: '2026-03-28T21:30:00.000Z',
      mode: 'live',
      window: 'lifetime',
      version: 1,
      next_run_at: expect.stringMatching(/^2026-03-29T09:0\d:/),
      next_slot: '2026-03-29T09',
    });
    const put = async (updates: Record<string, unknown>, as = token) => call('PUT', { id, updates }, as);
    const edited = await put({
      automation_params: { impressions_cap: '2000' },
      mode: 'shadow',
      automation_name: ' Slowly ',
    });
    expect(edited.body.automated_campaign).toMatchObject({ campaign_name: 'Slowly', mode: 'shadow', version: 3 });
    expect(edited.body.automated_campaign).toMatchObject({
      automation_params: { updates_per_day: 1, impressions_cap: 2000 },
    });
    expect((await put({ status: 'paused' })).body.automated_campaign).toMatchObject({
      status: 'paused',
      next_slot: null,
    });
    const position = await api.log.lastPosition();
    expect((await put({ status: 'paused' })).status).toBe(200);
    expect(await api.log.lastPosition()).toBe(position);
    // A wish is one's own.
    await put({ receive_notifications: true }, colleague);
    await put({ receive_notifications: false });
    expect((await list(colleague)).find((automation) => automation.id === id)).toMatchObject({
      receive_notifications: true,
    });
    expect((await list()).find((automation) => automation.id === id)).toMatchObject({ receive_notifications: false });
    await put({ status: 'deleted' });
    expect((await list()).some((automation) => automation.id === id)).toBe(false);
    expect(await put({ status: 'active' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    [{ automation_type: undefined }, 'Automation type is required'],
    [{ automation_name: '  ' }, 'Name is required'],
    [{ automation_name: 'x'.repeat(101) }, 'Name is required'],
    [{ automation_params: { updates_per_day: 3 } }, 'Updates per day must be 1, 2, 4 or 8'],
    [{ automation_params: { cpa_cap: 'NaN' } }, 'CPA cap must be positive number'],
    [{ automation_params: { spend_cap: -1 } }, 'Spend cap must be positive number'],
    [{ automation_params: { cpt_bid_cap: 1.005 } }, 'CPT bid cap must be positive number'],
    [{ automation_params: { installs_cap: 1.5 } }, 'Installs cap must be a whole number of at least 1'],
    [{ automation_params: { impression_share_cap: 25 } }, 'Impression share cap must be above 0 and at most 1'],
    [
      { automation_params: { step_type: 'percentage', step_value: 101 } },
      'Step value must be a percentage above 0 and up to 100',
    ],
    [{ automation_params: { step_type: 'constant' } }, 'Step value must be positive number'],
    [{ automation_params: { step_value: 1 } }, 'The default step takes no value'],
    [{ automation_type: 'filter_skag', automation_params: { spend_cap: 1 } }, 'This automation has no editable params'],
  ])('refuse %j', async (overrides, message) => {
    const before = await api.log.lastPosition();
    expect(await post(overrides)).toMatchObject({ status: 400, body: { error_message: message } });
    expect(await api.log.lastPosition()).toBe(before);
  });

  it('are for campaigns of the application alone', async () => {
    for (const apply_to of [
      { [objects.orgId]: [foreign.campaignId] },
      { [foreign.orgId]: [] },
      { [objects.orgId]: [1] },
    ]) {
      expect(await post({ apply_to })).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    expect((await post({ automation_params: { unknown: 1 } })).status).toBe(400);
    expect(await call('PUT', { id: 999, updates: { status: 'paused' } })).toMatchObject({ status: 404 });
  });

  it('warn of a rule without caps and of one beside it; filters stay', async () => {
    const first = await post({});
    expect(first.body.warning).toBe('Without a cap bids rise up to the daily budget');
    const second = await post({ automation_name: 'Second', automation_params: { cpt_bid_cap: 2 } });
    const rising = 'Bids rise at every run until a cap holds them';
    expect(second.body.warning).toBe(`${rising}. Some campaigns are also raised by "Raise"`);
    const filter = await post({ automation_type: 'filter_skag', automation_params: undefined });
    const refused = await call('PUT', { id: filter.body.id, updates: { status: 'deleted' } });
    expect(refused).toMatchObject({ status: 400, body: { error_message: 'This automation cannot be deleted' } });
  });

  it('choose among live search campaigns', async () => {
    const response = await api.call('GET', '/api/asa/campaign_groups', { token, query: { application_id } });
    const campaigns = [{ id: objects.campaignId, name: expect.any(String) }];
    expect(response.body.campaign_groups).toEqual([{ id: objects.orgId, name: 'Organization 4101', campaigns }]);
  });
});
