import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { joinTeam } from '../../../../tests/support/people/team-member.ts';
import { type ApiService, type Call, startApi } from '../../../../tests/support/services/api-service.ts';

const objects: AdsObjects = { orgId: 4201, campaignId: 5201, adGroupId: 6201, keywordId: 7201 };
const inYen: AdsObjects = { orgId: 4203, campaignId: 5203, adGroupId: 6203, keywordId: 7203 };
const foreign: AdsObjects = { orgId: 4202, campaignId: 5202, adGroupId: 6202, keywordId: 7202 };
const path = '/api/asa/automated_campaigns';

let api: ApiService;
let token: string;
let colleague: string;
let stranger: string;
let application_id: number;
const scope = { [objects.orgId]: [objects.campaignId] };

beforeAll(async () => {
  api = await startApi();
  const me = await api.signUp();
  const they = await api.signUp();
  ({ token } = me);
  stranger = they.token;
  const add = async (owner: string) => {
    const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000001' };
    return Number((await api.call('POST', '/api/application', { token: owner, body })).body.application_id);
  };
  application_id = await add(token);
  const adamId = 1500000001;
  await linkOrganization(api, { id: await add(they.token), adamId, accountId: they.accountId }, foreign);
  await linkOrganization(api, { id: application_id, adamId, accountId: me.accountId }, objects);
  const options = { pulled: true, currency: 'JPY' };
  await linkOrganization(api, { id: application_id, adamId, accountId: me.accountId }, inYen, options);
  colleague = (await joinTeam(api, me, 'member')).token;
});
afterAll(() => api.stop());

const call = (method: 'GET' | 'POST' | 'PUT', name: string, fields: Record<string, unknown>, as = token) =>
  api.call(method, `${path}${name}`, {
    token: as,
    [method === 'GET' ? 'query' : 'body']: { application_id, ...fields },
  } as Call);
const dear = (value = 3) => ({
  level: 'keyword',
  cases: [
    {
      when: { all: [{ metric: 'cpa', window: '7d', op: '>', value }] },
      then: [{ do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 }],
    },
  ],
});
const draft = { automation_type: 'custom', automation_name: 'Dear', apply_to: scope, automation_params: dear() };
const post = (overrides: Record<string, unknown> = {}) => call('POST', '', { ...draft, ...overrides });
const put = (id: unknown, updates: Record<string, unknown>, based_on?: number) =>
  call('PUT', '', { id, updates, based_on });
const list = async (as = token) =>
  (await call('GET', '', {}, as)).body.automated_campaigns as Record<string, unknown>[];
const listed = async (id: unknown, as = token) => (await list(as)).find((automation) => automation.id === id);
const remove = (id: unknown) => put(id, { status: 'deleted' });

describe('rules that people write', () => {
  it('are made in shadow, with every default, and listed beside the others', async () => {
    api.clock.stoppedAt = Date.parse('2026-03-28T21:30:00.000Z');
    const made = await post({ apply_to: { [objects.orgId]: [String(objects.campaignId)] } });
    expect(made).toMatchObject({ status: 200, body: { status: 'ok', version: 1, warnings: [] } });
    const { id } = made.body;
    expect(await listed(id)).toEqual({
      id,
      campaign_name: 'Dear',
      type: 'custom',
      status: 'active',
      mode: 'shadow',
      version: 1,
      apply_to: scope,
      receive_notifications: true,
      last_updated: '2026-03-28T21:30:00.000Z',
      automation_params: expect.objectContaining({
        level: 'keyword',
        claim_type: 'click',
        scope: { status: ['running'] },
        schedule: { hours: [9], weekdays: [1, 2, 3, 4, 5, 6, 7] },
        priority: 500,
      }),
      next_run_at: expect.stringMatching(/^2026-03-29T09:0\d:/),
      next_slot: '2026-03-29T09',
      units: null,
      last_run: null,
    });
    await remove(id);
  });

  it('get a version for each other content alone, and are restored', async () => {
    const { id } = (await post()).body;
    const edited = await put(id, { automation_params: dear(4), automation_name: 'Dearer' }, 1);
    expect(edited.body).toMatchObject({ version: 2, automated_campaign: { campaign_name: 'Dearer', version: 2 } });
    const position = await api.log.lastPosition();
    expect((await put(id, { automation_params: dear(4) })).body).toMatchObject({ version: 2 });
    expect(await api.log.lastPosition()).toBe(position);
    expect((await put(id, { mode: 'live' })).body).toMatchObject({
      version: 2,
      automated_campaign: { mode: 'live' },
    });
    const stale = await put(id, { automation_params: dear(5) }, 1);
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        error_message: 'This rule was changed meanwhile',
        current: { version: 2, apply_to: scope, automation_params: { cases: dear(4).cases } },
      },
    });
    const restored = await call('POST', '/restore', { id, version: 1 });
    expect(restored.body).toMatchObject({ version: 3, automated_campaign: { automation_params: dear(3) } });
    const { versions } = (await call('GET', '/versions', { id })).body as {
      versions: { version: number; by: string; what: string[] }[];
    };
    expect(versions.map(({ version, what }) => [version, what])).toEqual([
      [3, ['Case 1, condition 1: value 4.00 → 3.00']],
      [2, ['Case 1, condition 1: value 3.00 → 4.00']],
      [1, []],
    ]);
    expect((await call('POST', '/restore', { id, version: 9 })).status).toBe(404);
    expect(await put(id, { automation_params: { ...dear(), level: 'campaign' } })).toMatchObject({
      status: 400,
      body: {
        code: 'bad_rule',
        errors: expect.arrayContaining([{ path: 'level', message: 'Copy the rule to change its level' }]),
      },
    });
    await remove(id);
  });

  it('are paused, started, followed by each person and deleted', async () => {
    const { id } = (await post({ status: 'paused' })).body;
    expect(await listed(id)).toMatchObject({ status: 'paused', next_slot: null });
    await put(id, { status: 'active' });
    await call('PUT', '', { id, updates: { receive_notifications: true } }, colleague);
    await put(id, { receive_notifications: false });
    expect(await listed(id, colleague)).toMatchObject({ status: 'active', receive_notifications: true });
    expect(await listed(id)).toMatchObject({ receive_notifications: false });
    await remove(id);
    expect(await listed(id)).toBeUndefined();
    expect(await put(id, { status: 'active' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('are made once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'own-rule-once' };
    const again = () => api.call('POST', path, { token, headers, body: { application_id, ...draft } });
    const first = await again();
    expect((await again()).body).toEqual(first.body);
    expect((await list()).filter(({ type }) => type === 'custom')).toHaveLength(1);
    await remove(first.body.id);
  });

  it('say all that is wrong with them at once, with its place', async () => {
    const { metric: _, ...rest } = { ...dear().cases[0]?.when.all[0], metric: 'roas' };
    const bad = await post({
      automation_name: ' ',
      apply_to: { [objects.orgId]: 'every' },
      automation_params: { ...dear(), cases: [{ ...dear().cases[0], when: { ...rest, metric: 'roas' } }], wish: 1 },
    });
    expect(bad).toMatchObject({ status: 400, body: { code: 'bad_rule', error_message: 'Enter a name' } });
    expect(bad.body.errors).toEqual([
      { path: 'automation_name', message: 'Enter a name' },
      { path: `apply_to.${objects.orgId}`, message: 'Choose campaigns, or all' },
      { path: 'cases[0].when.metric', message: 'Say current or predicted: roas' },
      { path: 'wish', message: 'The field "wish" is not known.' },
    ]);
  });

  const withTest = (test: Record<string, unknown>) => ({
    ...dear(),
    cases: [{ ...dear().cases[0], when: { metric: 'cpa', window: '7d', op: '>', value: 3, ...test } }],
  });
  const withAction = (action: Record<string, unknown>) => ({
    ...dear(),
    cases: [{ ...dear().cases[0], then: [action] }],
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ['no name', { automation_name: undefined }, 400, 'Enter a name'],
    ['no campaigns', { apply_to: undefined }, 400, 'Choose at least one campaign'],
    ['no rule', { automation_params: undefined }, 400, 'Choose one of campaign, ad_group, keyword, search_term'],
    ['an unknown field', { window: 'lifetime' }, 400, 'The field "window" is not known.'],
    ['an alert', { automation_type: 'alert' }, 400, 'The request is not valid. Check "automation_type".'],
    [
      'an unknown metric',
      { automation_params: withTest({ metric: 'luck' }) },
      400,
      'luck is not available for keyword',
    ],
    ['no day', { automation_params: withTest({ window: '0d' }) }, 400, 'At least one and at most 90 days'],
    ['seven decimals', { automation_params: withTest({ value: 0.1234567 }) }, 400, 'At most six decimals are allowed'],
    ['a text for a number', { automation_params: withTest({ value: '3,00' }) }, 400, 'Enter a number'],
    [
      'values reversed',
      { automation_params: withTest({ op: 'between', value: undefined, values: [3, 1] }) },
      400,
      'The lower value must come first',
    ],
    [
      'a lowest bid above the highest',
      { automation_params: withAction({ do: 'bid', how: 'set', value: 1, min: 3, max: 2 }) },
      400,
      'The lowest bid must be below the highest',
    ],
    [
      'notices alone',
      { automation_params: withAction({ do: 'notify' }) },
      400,
      'A rule needs at least one change; for notices alone make an alert',
    ],
    [
      'hours too close',
      { automation_params: { ...dear(), schedule: { hours: [9, 10] } } },
      400,
      'Runs must be at least 3 hours apart',
    ],
    [
      'two currencies',
      { apply_to: { ...scope, [inYen.orgId]: 'all' } },
      400,
      'All campaign groups of one automation must use the same currency',
    ],
    ['a campaign of another team', { apply_to: { [objects.orgId]: [foreign.campaignId] } }, 404, 'Not found.'],
    ['all of another team', { apply_to: { [foreign.orgId]: 'all' } }, 404, 'Not found.'],
    [
      'a unit of another team that is left out',
      { automation_params: { ...dear(), scope: { except: [`${foreign.campaignId}:${foreign.adGroupId}`] } } },
      404,
      'Unit not found',
    ],
    ['an unknown label', { automation_params: withAction({ do: 'label', add: 9 }) }, 404, 'Label not found'],
  ])('refuse %s before anything is stored', async (_, overrides, status, message) => {
    const before = await api.log.lastPosition();
    expect(await post(overrides)).toMatchObject({ status, body: { error_message: message } });
    expect(await api.log.lastPosition()).toBe(before);
  });

  it('add keywords to live campaigns of the application alone', async () => {
    const harvest = (campaign_id: number) => ({
      level: 'search_term',
      cases: [
        {
          when: { metric: 'installs', window: 'life', op: '>=', value: 3 },
          then: [{ do: 'add_keyword', campaign_id, bid: { value: 1 } }],
        },
      ],
    });
    expect(await post({ automation_params: harvest(foreign.campaignId) })).toMatchObject({
      status: 404,
      body: { code: 'not_found', error_message: 'The target campaign was not found' },
    });
    const made = await post({ automation_params: harvest(objects.campaignId), apply_to: { [objects.orgId]: 'all' } });
    expect(made).toMatchObject({ status: 200 });
    expect(await listed(made.body.id)).toMatchObject({ apply_to: { [objects.orgId]: 'all' } });
    await remove(made.body.id);
  });

  it('are the own team’s alone', async () => {
    const { id } = (await post()).body;
    for (const response of [
      await call('PUT', '', { id, updates: { status: 'paused' } }, stranger),
      await call('GET', '/versions', { id }, stranger),
      await call('POST', '/restore', { id, version: 1 }, stranger),
      await call('POST', '/resume', { id, keys: ['5201'] }, stranger),
      await call('GET', '/metrics', {}, stranger),
      await call('GET', '/templates', {}, stranger),
    ]) {
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    await remove(id);
  });

  it('warn of rules that change the same the other way, and leave fixed types as they were', async () => {
    const raising = await post({
      automation_name: 'Scale',
      automation_params: {
        ...dear(),
        cases: [
          {
            when: { metric: 'cpa', window: '7d', op: '<', value: 5 },
            then: [{ do: 'bid', how: 'raise', percent: 5, min: 0.3, max: 2.5 }],
          },
        ],
      },
    });
    const beside = await post();
    expect(beside.body.warnings).toEqual(['Scale changes the same bids the other way']);
    const shorter = await put(beside.body.id, { automation_params: { ...dear(), guards: { cooldown_days: 1 } } });
    expect(shorter.body.warnings).toContain(
      'Cool-down is shorter than the time range: the same figures are used again',
    );
    expect((await put(beside.body.id, { window: 'lifetime' })).body).toMatchObject({
      error_message: 'The field "window" is not known.',
    });
    const filter = await call('POST', '', {
      automation_type: 'filter_skag',
      automation_name: 'Filter',
      apply_to: scope,
    });
    expect(await put(filter.body.id, { apply_to: { [objects.orgId]: 'all' } })).toMatchObject({ status: 400 });
    for (const { body } of [raising, beside]) await remove(body.id);
  });

  it('take units again of their campaigns alone', async () => {
    const { id } = (await post({ apply_to: { [objects.orgId]: 'all' } })).body;
    const keys = [`${objects.campaignId}:${objects.adGroupId}:${objects.keywordId}`, `${objects.campaignId}`];
    expect(await call('POST', '/resume', { id, keys })).toMatchObject({ status: 200, body: { resumed: 2 } });
    expect(await call('POST', '/resume', { id, keys: [`${foreign.campaignId}:1:t:sleep sounds`] })).toMatchObject({
      status: 404,
      body: { rows: [{ message: 'Unit not found' }] },
    });
    await remove(id);
  });

  it('are at most a hundred in an application', async () => {
    const made = await Promise.all(Array.from({ length: 101 }, () => post()));
    expect(made.filter(({ status }) => status === 200)).toHaveLength(100);
    const before = await api.log.lastPosition();
    expect(await post()).toMatchObject({
      status: 413,
      body: { code: 'too_many', error_message: 'Too many rules: at most 100' },
    });
    expect(await api.log.lastPosition()).toBe(before);
    await remove(made.find(({ status }) => status === 200)?.body.id);
    expect((await post()).status).toBe(200);
  });
});

describe('what rules are made from', () => {
  it('are figures with their floors in the currency of the application', async () => {
    const { metrics } = (await call('GET', '/metrics', {})).body as { metrics: { name: string }[] };
    expect(metrics.find(({ name }) => name === 'cpa')).toEqual({
      name: 'cpa',
      label: 'CPA',
      unit: 'money',
      levels: ['campaign', 'ad_group', 'keyword', 'search_term'],
      window: true,
      today: false,
      floor: { of: 'installs', value: 5 },
      grows: false,
      predicted: false,
      source: 'ads',
    });
  });

  it('are templates with params to fill in', async () => {
    const { templates } = (await api.call('GET', `${path}/templates`, { token })).body as {
      templates: { id: string }[];
    };
    expect(templates).toHaveLength(12);
    expect(templates.find(({ id }) => id === 'to_cpa')).toMatchObject({
      params: [
        { name: '$cpa', label: 'Target CPA', unit: 'money' },
        { name: '$min', unit: 'bid' },
        { name: '$max', unit: 'bid' },
      ],
    });
  });
});
