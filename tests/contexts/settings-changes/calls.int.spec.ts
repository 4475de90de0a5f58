import { randomUUID } from 'node:crypto';
import { changesResponseSchema } from '@tapwise/contract';
import { campaignStream, changeStream } from '@tapwise/domain';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTables } from '../../support/facts/ads-world.ts';
import { joinTeam } from '../../support/people/team-member.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

let world: SettingsChangeWorld;
beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true });
  await world.campaign(700, [
    { adGroupId: 710, keywordId: 720, bid: 1_000_000 },
    { adGroupId: 711, keywordId: 721, bid: null },
  ]);
});
afterAll(() => world.stop());

type Result = { key: string; field: string; outcome: string; old: unknown; new: unknown; note?: string };
const results = (response: { body: Record<string, unknown> }) =>
  (response.body.results as Result[]).map((result) => [
    result.key,
    result.field,
    result.outcome,
    result.old,
    result.new,
  ]);
const today = () => world.api.deps.now().toISOString().slice(0, 10);
const query = (more: object = {}) => ({
  application_id: world.applicationId,
  asa_organization_id: world.orgId,
  from: today(),
  to: today(),
  ...more,
});
const report = async (path: string, more: object, id: number) => {
  const { body } = await world.api.call('GET', `/api/asa/${path}`, { token: world.owner.token, query: query(more) });
  return (body.rows as { id: number }[]).find((row) => row.id === id);
};

describe('settings', () => {
  it('of each level are switched, budgeted and bid on, and reports show them at once', async () => {
    const status = await world.call('PUT', 'campaigns_status', { campaign_ids: ['700'], status: 'paused' });
    expect(results(status)).toEqual([['700', 'status', 'changed', 'ENABLED', 'PAUSED']]);
    const budget = await world.call('PUT', 'campaigns_budgets', { budgets: { 700: { daily: '60.50' } } });
    expect(results(budget)).toEqual([['700', 'daily_cap', 'changed', 50, 60.5]]);
    const bids = await world.call('PUT', 'adgroups_bids', {
      campaign_id: 700,
      bids: { 711: { cpa: '4' }, 710: { cpt: 1.25 } },
      update_keywords: true,
    });
    expect(results(bids)).toEqual([
      ['700:710', 'cpt_bid', 'changed', 1, 1.25],
      ['700:710:720', 'cpt_bid', 'changed', 1, 1.25],
      ['700:711', 'cpa_goal', 'changed', null, 4],
    ]);
    const match = await world.call('PUT', 'ad_group_search_match', {
      campaign_id: 700,
      ad_group_id: '711',
      search_match: true,
    });
    expect(results(match)).toEqual([['700:711', 'search_match', 'changed', false, true]]);
    const keyword = await world.call('PUT', 'keywords_status', {
      campaign_id: 700,
      ad_group_id: 710,
      keyword_ids: [720],
      status: 'PAUSED',
    });
    expect(results(keyword)).toEqual([['700:710:720', 'status', 'changed', 'ENABLED', 'PAUSED']]);
    await inTables(world.api, keyword.position ?? 0n);
    expect(await report('campaigns', {}, 700)).toMatchObject({ status: 'PAUSED', daily_cap: 60.5 });
    expect(await report('adgroups', { campaign_id: 700 }, 710)).toMatchObject({ cpt_bid: 1.25, cpa_goal: null });
    expect(await report('adgroups', { campaign_id: 700 }, 711)).toMatchObject({ cpa_goal: 4, search_match: true });
    expect(await report('keywords', { campaign_id: 700, ad_group_id: 710 }, 720)).toMatchObject({
      status: 'PAUSED',
      cpt_bid: 1.25,
    });
    const sent = world.service.calls.find(({ method, path }) => method === 'PUT' && path.endsWith('/adgroups/711'));
    expect(sent?.body).toEqual({ cpaGoal: { amount: '4', currency: 'USD' } });
    const both = world.service.calls.findLast(({ method, path }) => method === 'PUT' && path.endsWith('/adgroups/711'));
    // The bid read just before goes along, or the service may reset it.
    expect(both?.body).toEqual({ automatedKeywordsOptIn: true, defaultBidAmount: { amount: '1', currency: 'USD' } });
  });

  it('that are so already cost no call, and deleted objects are left alone', async () => {
    const before = world.writes().length;
    const same = await world.call('PUT', 'campaigns_status', { campaign_ids: [700], status: 'PAUSED' });
    expect(results(same)).toEqual([['700', 'status', 'unchanged', 'PAUSED', 'PAUSED']]);
    expect(world.writes().length).toBe(before);
    const path = `/api/asa/keywords?application_id=${world.applicationId}&asa_organization_id=${world.orgId}`;
    const deleted = await world.api.call('DELETE', `${path}&campaign_id=700&ad_group_id=711&keyword_ids=721`, {
      token: world.owner.token,
    });
    expect(results(deleted)).toEqual([['700:711:721', 'status', 'changed', 'ENABLED', 'DELETED']]);
    const again = await world.call('DELETE', 'keywords', { campaign_id: 700, ad_group_id: 711, keyword_ids: [721] });
    expect(results(again)).toEqual([['700:711:721', 'status', 'unchanged', 'DELETED', 'DELETED']]);
    const bid = await world.call('PUT', 'keywords_bids', { new_bids: { '700:711:721': 2 } });
    expect(bid).toMatchObject({ status: 422, body: { code: 'refused', error_message: '1 changes were refused' } });
    expect(bid.body.results).toMatchObject([{ outcome: 'skipped', message: 'deleted' }]);
  });

  it('are based on what their author saw', async () => {
    const stale = await world.call('PUT', 'campaigns_budgets', {
      budgets: { 700: { daily: 70 } },
      based_on: { 700: { daily: 50 } },
    });
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'conflict', error_message: 'The values were changed by someone else' },
    });
    expect(stale.body.results).toMatchObject([{ based_on: 50, current: 60.5, changed_by: 'Ada' }]);
    const mine = await world.call('PUT', 'campaigns_budgets', {
      budgets: { 700: { daily: 70 } },
      based_on: { 700: { daily: 60.5 } },
    });
    expect(results(mine)).toEqual([['700', 'daily_cap', 'changed', 60.5, 70]]);
    const outside = await world.call('PUT', 'campaigns_budgets', {
      budgets: { 700: { daily: 70 } },
      based_on: { 700: { total: 60 } },
    });
    expect(outside).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });
});

describe('two people', () => {
  it('who set one bid at the same time do not overwrite each other: the second learns what the first set', async () => {
    const member = await joinTeam(world.api, world.owner, 'member');
    const base = { application_id: world.applicationId, asa_organization_id: world.orgId };
    const setTo = (bid: number, token: string) =>
      world.api.call('PUT', '/api/asa/keywords_bids', {
        token,
        body: { ...base, new_bids: { '700:710:720': bid }, based_on: { '700:710:720': 1.25 } },
      });
    const responses = await Promise.all([setTo(1.31, world.owner.token), setTo(1.32, member.token)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [made, refused] = responses.toSorted((left, right) => left.status - right.status);
    const [set] = made === undefined ? [] : results(made);
    expect(refused?.body.results).toMatchObject([{ outcome: 'conflict', based_on: 1.25, current: set?.at(-1) }]);
    await world.call('PUT', 'keywords_bids', { new_bids: { '700:710:720': 1.25 } });
  });
});

describe('a call', () => {
  it('under one key is made once, also when it was not done', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { budgets: { 700: { daily: 80 } }, based_on: { 700: { daily: 1 } } };
    const first = await world.call('PUT', 'campaigns_budgets', body, headers);
    const second = await world.call('PUT', 'campaigns_budgets', body, headers);
    expect([first.status, second.status]).toEqual([409, 409]);
    expect(second.body).toEqual(first.body);
    const other = await world.call('PUT', 'campaigns_budgets', { budgets: { 700: { daily: 81 } } }, headers);
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  it.each([
    ['campaigns_status', { campaign_ids: [700], status: 'DELETED' }, 400, 'Unknown status'],
    ['campaigns_status', { campaign_ids: [], status: 'ENABLED' }, 400, 'Nothing to change'],
    ['campaigns_status', { campaign_ids: [700, '700'], status: 'ENABLED' }, 400, 'Row given twice: 700'],
    ['campaigns_status', { campaign_ids: [700, 9], status: 'ENABLED' }, 404, 'Campaign not found'],
    ['campaigns_budgets', { budgets: { 700: {} } }, 400, 'Nothing to change'],
    ['campaigns_budgets', { budgets: { 700: { weekly: 5 } } }, 400, expect.stringContaining('weekly')],
    [
      'campaigns_status',
      { campaign_ids: Array.from({ length: 5001 }, (_, id) => id + 1), status: 'ENABLED' },
      413,
      'Too many rows: at most 5,000',
    ],
  ])('%s %# that may not be leaves the log and the service alone', async (path, body, status, message) => {
    const writes = world.writes().length;
    const position = await world.api.log.lastPosition();
    const response = await world.call('PUT', path, body);
    expect(response).toMatchObject({ status, body: { status: 'error', error_message: message } });
    expect(world.writes().length).toBe(writes);
    expect(await world.api.log.lastPosition()).toBe(position);
  });

  it('is answered as queued while the worker is away, and made when that is back', async () => {
    const socket = io(await world.api.listen(), { transports: ['websocket'], auth: { token: world.owner.token } });
    const settled: { change_id: string; done: boolean }[] = [];
    socket.on('change', (message: { change_id: string; done: boolean }) => {
      if (message.done) settled.push(message);
    });
    await socket.emitWithAck('subscribe', { application_id: world.applicationId });
    world.worker.away = true;
    const response = await world.call('PUT', 'campaigns_status', { campaign_ids: [700], status: 'ENABLED' });
    expect(response).toMatchObject({ status: 200, body: { status: 'ok', pending: 1, counts: { queued: 1 } } });
    const change_id = String(response.body.change_id);
    const open = await world.call('POST', 'undo', { change_id });
    expect(open).toMatchObject({ status: 409, body: { code: 'still_running' } });
    world.worker.away = false;
    // Those of changes before it may come too.
    const ofChange = () => settled.find((message) => message.change_id === change_id);
    await expect.poll(ofChange).toEqual({
      change_id,
      status: 'ok',
      done: true,
      counts: expect.objectContaining({ changed: 1, queued: 0 }),
    });
    socket.disconnect();
  });
});

describe('guardrails', () => {
  const put = (guardrails: object, token = world.owner.token) =>
    world.api.call('PUT', '/api/asa/guardrails', {
      token,
      body: { application_id: world.applicationId, guardrails },
    });
  const bid = (more: object = {}) => world.call('PUT', 'keywords_bids', { new_bids: { '700:710:720': 40 }, ...more });

  it('warn at first, and ask or refuse where an admin says so', async () => {
    await world.call('PUT', 'keywords_bids', { new_bids: { '700:710:720': 1.25 } });
    const member = await joinTeam(world.api, world.owner, 'member');
    expect(await put({ bid_step: { people: 'block' } }, member.token)).toMatchObject({
      status: 403,
      body: { code: 'admin_only' },
    });
    expect(await put({ bid_step: { people: 'confirm' } })).toMatchObject({
      status: 200,
      body: { guardrails: { bid_step: { people: 'confirm', factor: 3, plus: 1 }, rows: { limit: 500 } } },
    });
    const writes = world.writes().length;
    expect(await bid()).toMatchObject({
      status: 422,
      body: {
        code: 'guardrail',
        rows: [{ key: '700:710:720', field: 'cpt_bid', guardrail: 'bid_step', limit: 3.75, value: 40 }],
      },
    });
    await put({ bid_step: { people: 'block' } });
    expect((await bid({ confirm_guardrails: true })).status).toBe(422);
    expect(world.writes().length).toBe(writes);
    await put({ bid_step: { people: 'confirm' } });
    const confirmed = await bid({ confirm_guardrails: true });
    expect(confirmed.body.results).toMatchObject([
      { outcome: 'changed', new: 40, note: 'Guardrail: a bid should rise to at most 3.75 in one step' },
    ]);
    // Undo asks no guardrail.
    const undone = await world.call('POST', 'undo', { change_id: confirmed.body.change_id });
    expect(undone.body).toMatchObject({ status: 'ok', counts: { changed: 1 } });
    expect((await put({ bid_step: { people: 'ask' } })).status).toBe(400);
  });

  it('add up daily budgets of the day', async () => {
    await put({ budget_day: { people: 'block', share: 0 } });
    const raised = await world.call('PUT', 'campaigns_budgets', { budgets: { 700: { daily: 75 } } });
    expect(raised.body).toMatchObject({
      code: 'guardrail',
      // 50 became 60.5 and 70 before.
      rows: [{ key: '', field: 'daily_cap', guardrail: 'budget_day', limit: 0, value: 25 }],
    });
    await put({ budget_day: { people: 'warn', share: 1 } });
  });

  it('know the switch that anyone presses and an admin releases', async () => {
    const member = await joinTeam(world.api, world.owner, 'member');
    const press = (stop: boolean, token: string, more: object = {}) =>
      world.api.call('POST', '/api/asa/stop_all', { token, body: { stop, ...more } });
    expect(await press(true, member.token)).toMatchObject({
      status: 200,
      body: { stop_all: { active: true, scope: 'team', since: expect.any(String) } },
    });
    expect(await press(false, member.token)).toMatchObject({ status: 403, body: { code: 'admin_only' } });
    // People go on.
    const made = await world.call('PUT', 'campaigns_status', { campaign_ids: [700], status: 'PAUSED' });
    expect(made.body.status).toBe('ok');
    const request = { token: member.token, query: { application_id: world.applicationId } };
    expect((await world.api.call('GET', '/api/asa/guardrails', request)).body.stop_all).toMatchObject({ active: true });
    expect((await press(false, world.owner.token)).body).toMatchObject({ stop_all: { active: false, scope: null } });
    const scope = { application_id: world.applicationId };
    expect((await press(true, member.token, scope)).body).toMatchObject({ stop_all: { scope: 'application' } });
    expect((await press(false, world.owner.token, scope)).body).toMatchObject({ stop_all: { active: false } });
  });
});

describe('the history', () => {
  it('has the rows of everyone, with who, why and their outcomes', async () => {
    const made = await world.call('PUT', 'keywords_bids', {
      new_bids: { '700:710:720': 1.4 },
      comment: 'evening',
    });
    await inTables(world.api, made.position ?? 0n);
    const ask = async (more: object, token = world.owner.token) => {
      const response = await world.api.call('GET', '/api/asa/changes', { token, query: query(more) });
      return changesResponseSchema.parse(response.body).changes;
    };
    const ofKey = await ask({ key: '700:710:720' });
    const rows = ofKey.map(({ field, outcome, old, new: set }) => [field, outcome, old, set]);
    expect(rows[0]).toEqual(['cpt_bid', 'changed', 1.25, 1.4]);
    expect(rows.slice(-2)).toEqual([
      ['status', 'changed', 'ENABLED', 'PAUSED'],
      ['cpt_bid', 'changed', 1, 1.25],
    ]);
    expect(ofKey[0]).toMatchObject({
      actor_kind: 'person',
      actor: 'Ada',
      reason: 'evening',
      change_id: made.body.change_id,
      name: 'word 720',
    });
    expect((await ask({ actor_kind: 'person' })).some(({ outcome }) => outcome === 'conflict')).toBe(true);
    // Our own settings are no changes of someone else.
    expect(await ask({ actor_kind: 'apple' })).toEqual([]);
    const restricted = await joinTeam(world.api, world.owner, 'restricted');
    expect(new Set((await ask({}, restricted.token)).map(({ field }) => field))).toEqual(new Set(['status']));
    const changeQuery = { application_id: world.applicationId, change_id: String(made.body.change_id) };
    const hidden = await world.api.call('GET', '/api/asa/changes', { token: restricted.token, query: changeQuery });
    expect(hidden).toMatchObject({ status: 403, body: { code: 'read_only' } });
  });

  it('of another team is not there', async () => {
    const made = await world.call('PUT', 'keywords_bids', { new_bids: { '700:710:720': 1.5 } });
    const change_id = String(made.body.change_id);
    const stranger = await world.api.signUp('Bob');
    const body = { name: 'Other', url: 'https://apps.apple.com/app/id1500000009' };
    const added = await world.api.call('POST', '/api/application', { token: stranger.token, body });
    const application_id = Number(added.body.application_id);
    for (const id of [application_id, world.applicationId]) {
      const state = await world.api.call('GET', '/api/asa/changes', {
        token: stranger.token,
        query: { application_id: id, change_id },
      });
      const undo = await world.api.call('POST', '/api/asa/undo', {
        token: stranger.token,
        body: { application_id: id, change_id },
      });
      expect([state.status, undo.status]).toEqual([404, 404]);
    }
    const bare = await world.api.call('PUT', '/api/asa/campaigns_status', {
      token: stranger.token,
      body: { application_id, asa_organization_id: world.orgId, campaign_ids: [700], status: 'ENABLED' },
    });
    expect(bare).toMatchObject({ status: 400, body: { code: 'not_integrated' } });
  });

  it('has nothing of what was refused, and the ad service neither', async () => {
    const amounts = ['1,5', '1e3', '-0', -1, 0, 0.001, '$1', 1.005, '', true, [], 1e12, 'NaN'];
    const foreign = ['999', '0', '-1', '700:710', '700:711:720', '1:2:3', 'x', '9'.repeat(30)];
    const refused: (readonly [path: string, body: object])[] = [
      ...amounts.flatMap((wrong) => [
        ['keywords_bids', { new_bids: { '700:710:720': wrong } }] as const,
        ['adgroups_bids', { campaign_id: 700, bids: { 710: { cpt: wrong } } }] as const,
        ['campaigns_budgets', { budgets: { 700: { daily: wrong } } }] as const,
      ]),
      ...foreign.map((key) => ['keywords_bids', { new_bids: { '700:710:720': 1.6, [key]: 1.6 } }] as const),
      ['keywords_status', { campaign_id: 700, ad_group_id: 710, keyword_ids: [720], status: 'GONE' }],
      ['keywords_status', { campaign_id: 700, ad_group_id: 710, keyword_ids: [720, 999], status: 'PAUSED' }],
      ['keywords_status', { campaign_id: 999, ad_group_id: 710, keyword_ids: [720], status: 'PAUSED' }],
    ];
    const position = await world.api.log.lastPosition();
    const writes = world.writes().length;
    for (const [path, body] of refused) {
      const { status } = await world.call('PUT', path, body);
      expect([path, body, [400, 404].includes(status)]).toEqual([path, body, true]);
    }
    expect([await world.api.log.lastPosition(), world.writes().length]).toEqual([position, writes]);
  });

  it('holds the intent of every write before it, and one outcome for each row', async () => {
    const recorded = await world.api.log.readStream(campaignStream(700));
    const outcomes = recorded.flatMap(({ event, position }) =>
      'change_id' in event.data && event.data.change_id !== undefined
        ? [{ id: event.data.change_id, row: 'row' in event.data ? event.data.row : -1, position }]
        : [],
    );
    expect(new Set(outcomes.map(({ id, row }) => `${id} ${row}`)).size).toBe(outcomes.length);
    for (const { id, position } of outcomes) {
      const [intent] = await world.api.log.readStream(changeStream(id));
      expect(intent?.event).toMatchObject({
        type: 'ChangeRequested',
        data: { actor: { account_id: expect.any(Number) } },
      });
      expect(intent !== undefined && intent.position < position).toBe(true);
    }
  });
});
