import { eventIdFrom } from '@tapwise/adapters';
import { adsPullStream, campaignStream, changeStream } from '@tapwise/domain';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, inTables, pulledFigures } from '../../support/facts/ads-world.ts';
import { outcome, type Page } from '../../support/people/live-page.ts';
import { eventually } from '../../support/product/product.ts';
import { startRules } from '../../support/workers/rule-worker.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

let world: SettingsChangeWorld;
let rules: { stop(): Promise<void> };
const times = { hourMs: 1, everySeconds: undefined };

beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true });
  rules = startRules(world.api, times);
});
afterAll(async () => {
  await rules.stop();
  await world.stop();
});

const path = '/api/asa/automated_campaigns';

/** A page that follows the application. */
async function follow(): Promise<Page> {
  const auth = { token: world.owner.token };
  const socket: Page = io(await world.api.listen(), { transports: ['websocket'], reconnection: false, auth });
  expect(await outcome(socket)).toBe('connected');
  const response = await socket.emitWithAck('subscribe', { application_id: world.applicationId });
  expect(response).toMatchObject({ status: 'ok' });
  return socket;
}
const get = async (name: string, query: Record<string, string | number>) =>
  (
    await world.api.call('GET', name, {
      token: world.owner.token,
      query: { application_id: world.applicationId, ...query },
    })
  ).body;
const post = (name: string, body: object) => world.call('POST', `automated_campaigns${name}`, body);

/** A campaign with one keyword of its own ad group, pulled a moment ago, and a rule for it. @returns the rule's id. */
async function ruleFor(campaignId: number, params: object, pulled = true): Promise<number> {
  const adGroupId = campaignId + 10;
  const keywordId = campaignId + 20;
  await world.campaign(campaignId, [{ adGroupId, keywordId, bid: 800_000 }]);
  const { api, applicationId, orgId } = world;
  const day = api.deps.now().toISOString().slice(0, 10);
  const figures = { day, impressions: 120, taps: 4, installs: 0, spendMicros: 2_900_000 };
  await inTables(api, await pulledFigures(api, applicationId, { orgId, campaignId, adGroupId, keywordId }, figures));
  const pull = {
    application_id: applicationId,
    org_id: orgId,
    pulled_at: api.deps.now().toISOString(),
    from_day: day,
    to_day: day,
  };
  if (pulled) await happened(api, adsPullStream(applicationId, orgId), { type: 'AdsPullCompleted', data: pull });
  return addRule(campaignId, params);
}

async function addRule(campaignId: number, params: object, name = `Raise ${campaignId}`): Promise<number> {
  const body = { automation_type: 'raise_bids', automation_name: name, automation_params: params };
  return Number((await post('', { ...body, apply_to: { [world.orgId]: [campaignId] } })).body.id);
}

const runOf = (id: number) => get(`${path}/verdicts`, { id });
const ended = (id: number) =>
  eventually(
    () => runOf(id),
    ({ run }) => (run as { state: string } | null)?.state !== 'running',
  );
const bids = (campaignId: number) => [
  (world.service.world.keywords.get(campaignId)?.[0]?.bidAmount as { amount: string } | null)?.amount,
  (world.service.world.adGroups.get(campaignId)?.[0]?.defaultBidAmount as { amount: string } | null)?.amount,
];
const key = (campaignId: number) => `${campaignId}:${campaignId + 10}:${campaignId + 20}`;

describe('a rule that raises bids', () => {
  it('says what it would do, does it once when asked, and says why', async () => {
    const id = await ruleFor(700, { impressions_cap: 1000, cpt_bid_cap: '0.85' });
    const before = world.writes().length;
    const dry = await post('/dry_run', { id });
    expect(dry.body).toMatchObject({
      status: 'ok',
      counts: { raised: 1 },
      verdicts: [{ key: key(700), verdict: 'raised' }],
    });
    expect([world.writes().length, (await runOf(id)).run]).toEqual([before, null]);

    const socket = await follow();
    const notices: { id: number; run_id: string; rows: number }[] = [];
    socket.on('automation_log', (message) => notices.push(message));
    const response = await post('/run', { id });
    expect(response.body).toMatchObject({ status: 'ok', slot: expect.stringMatching(/^manual-/) });
    const { run, verdicts } = await ended(id);
    expect(run).toMatchObject({
      run_id: response.body.run_id,
      state: 'done',
      version: 1,
      change_id: expect.any(String),
    });
    expect(verdicts).toEqual([
      {
        decision_id: expect.any(String),
        key: key(700),
        keyword: 'word 720',
        verdict: 'raised',
        reason: null,
        cap: null,
        old: 0.8,
        computed: 0.9,
        new: 0.85,
        limited_by: 'cpt_bid_cap',
        outcome: 'changed',
        message: null,
        inputs: { impressions: 120, taps: 4, installs: 0, spend: 2.9, cpt: 0.725, cpa: 2.9, impression_share: null },
        caps: [
          { cap: 'impressions_cap', value: 120, limit: 1000, reached: false },
          { cap: 'cpt_bid_cap', value: 0.8, limit: 0.85, reached: false },
        ],
      },
    ]);
    expect(bids(700)).toEqual(['0.85', '0.85']);
    expect(world.writes().slice(before)).toHaveLength(2);
    const { logs } = await get('/api/asa/automated_campaign_logs', { id });
    expect((logs as { message: string }[]).map(({ message }) => message).sort()).toEqual([
      'Raised the bid of "word 720" from 0.80 to 0.85 USD (limited by CPT bid cap)',
      'Run by hand: 1 keywords checked, 1 raised, 0 at a cap, 0 skipped, 0 failed',
    ]);
    const change = {
      application_id: world.applicationId,
      change_id: String((run as { change_id?: unknown }).change_id),
    };
    const historyResponse = await world.api.call('GET', '/api/asa/changes', {
      token: world.owner.token,
      query: change,
    });
    expect(historyResponse.body).toMatchObject({ actor_kind: 'rule', actor: 'Rule Raise 700' });
    // Pages are notified, and the last notice counts every row.
    const last = await eventually(
      async () => notices.at(-1),
      (notice) => notice?.rows === 2,
    );
    expect(last).toEqual({ id, run_id: response.body.run_id, rows: 2 });
    socket.disconnect();
    expect(await post('/run', { id })).toMatchObject({ status: 429, body: { code: 'too_soon' } });
    const foreign = await world.api.signUp();
    const query = { application_id: world.applicationId, id };
    expect((await world.api.call('GET', `${path}/verdicts`, { token: foreign.token, query })).status).toBe(404);
  });

  it('raises once although the process that decided dies before anything is sent', async () => {
    const id = await ruleFor(800, { step_type: 'constant', step_value: 0.25 });
    const before = world.writes().length;
    world.worker.away = true;
    await post('/run', { id });
    await eventually(
      () => runOf(id),
      ({ verdicts }) => (verdicts as unknown[]).length === 1,
    );
    // It runs: that is too soon as well, whenever it began.
    const running = { code: 'too_soon', error_message: 'This automation is running now' };
    expect(await post('/run', { id })).toMatchObject({ status: 429, body: running });
    await rules.stop();
    rules = startRules(world.api, times);
    world.worker.away = false;
    expect(await ended(id)).toMatchObject({ run: { state: 'done' }, verdicts: [{ verdict: 'raised', new: 1.05 }] });
    expect(bids(800)).toEqual(['1.05', '1.05']);
    expect(world.writes().slice(before)).toHaveLength(2);
  });

  it('leaves a bid that a person set in that minute', async () => {
    const id = await ruleFor(900, {});
    world.worker.away = true;
    await post('/run', { id });
    await eventually(
      () => runOf(id),
      ({ verdicts }) => (verdicts as unknown[]).length === 1,
    );
    Object.assign(world.service.world.keywords.get(900)?.[0] ?? {}, { bidAmount: { amount: '0.5', currency: 'USD' } });
    world.worker.away = false;
    expect((await ended(id)).verdicts).toMatchObject([{ verdict: 'conflict', outcome: 'conflict' }]);
    expect(bids(900)).toEqual(['0.5', '1']);
    const { logs } = await get('/api/asa/automated_campaign_logs', { id });
    expect(logs).toMatchObject([{ message: expect.any(String) }, { message: expect.any(String) }]);
    expect(JSON.stringify(logs)).toContain('was changed by someone else, left as it is');
  });

  it('ends without fresh data while answers of the ad service cannot be trusted, also when it is asked for by hand', async () => {
    const id = await ruleFor(760, { impressions_cap: 1000, cpt_bid_cap: '0.85' });
    const { api, applicationId, orgId } = world;
    const at = api.deps.now().toISOString();
    const common = { application_id: applicationId, org_id: orgId, at, since: at, pulled_at: at, untrusted: true };
    const problem = {
      state: 'failed',
      reason: 'error_in_answer',
      http_status: null,
      operation: '',
      detail: '',
    } as const;
    const data = { ...common, ...problem };
    await happened(api, adsPullStream(applicationId, orgId), { type: 'AdsPullIncomplete', data });
    const before = world.writes().length;
    await post('/run', { id });
    expect((await ended(id)).run).toMatchObject({ state: 'no_fresh_data', change_id: null });
    expect([world.writes().length, bids(760)[0]]).toEqual([before, '0.8']);
  });

  it('knows a raise that was sent and has no outcome yet, in runs and in dry runs', async () => {
    const raising = await ruleFor(1200, { campaign_type: 'regular' });
    const other = await addRule(1200, { campaign_type: 'regular' }, 'Other');
    const { api, orgId: org_id, service } = world;
    await rules.stop();
    rules = startRules(api, { ...times, hourMs: 3_600_000 });
    world.worker.away = true;
    await post('/run', { id: raising });
    const begun = await eventually(
      () => runOf(raising),
      ({ verdicts }) => (verdicts as unknown[]).length === 1,
    );
    const change_id = eventIdFrom(`change of run ${(begun.run as { run_id: string }).run_id} 0`);
    await eventually(
      () => api.log.readStream(changeStream(change_id)),
      (events) => events.length > 0,
    );
    const now = () => new Date().toISOString();
    const settings = [{ key: key(1200), field: 'cpt_bid' as const, new: 900_000 }];
    const sent = { change_id, campaign_id: 1200, rows: [0], settings, started_at: now() };
    await happened(api, changeStream(change_id), { type: 'ChangeWritesStarted', data: sent });
    const bidSeen = async (bid_micros: number) => {
      const object = { keyword_id: 1220, ad_group_id: 1210, text: 'word 1220', match_type: 'EXACT' };
      const keyword = { ...object, status: 'ACTIVE' as const, deleted: false, modified_at: null, bid_micros };
      const data = { org_id, campaign_id: 1200, observed_at: now(), keywords: [keyword] };
      await happened(api, campaignStream(1200), { type: 'KeywordsObserved', data });
    };
    const reasonOf = async (id: number) => {
      const { body } = await post('/dry_run', { id });
      return (body.verdicts as { reason: string | null }[])[0]?.reason;
    };

    // A pull sees the raise before its row ends: no one else has changed anything.
    await bidSeen(900_000);
    expect(await reasonOf(other)).toBe('not_settled');
    await post('/run', { id: other });
    expect(await ended(other)).toMatchObject({ run: { state: 'done' }, verdicts: [{ reason: 'not_settled' }] });
    // Someone lowers the bid: the rule that raised it leaves it alone, now and when its row has ended.
    await bidSeen(500_000);
    expect([await reasonOf(raising), await reasonOf(other)]).toEqual(['released', 'cooling']);
    Object.assign(service.world.keywords.get(1200)?.[0] ?? {}, { bidAmount: { amount: '0.5', currency: 'USD' } });
    world.worker.away = false;
    expect(await ended(raising)).toMatchObject({ run: { state: 'done' }, verdicts: [{ outcome: 'conflict' }] });
    expect(await reasonOf(raising)).toBe('released');
    expect(bids(1200)[0]).toBe('0.5');
    await rules.stop();
    rules = startRules(api, times);
  });

  it('suggests only in shadow mode', async () => {
    const id = await ruleFor(1000, {});
    const body = { application_id: world.applicationId, id, updates: { mode: 'shadow' } };
    expect((await world.api.call('PUT', path, { token: world.owner.token, body })).status).toBe(200);
    const before = world.writes().length;
    await post('/run', { id });
    expect(await ended(id)).toMatchObject({
      run: { state: 'done', change_id: null },
      verdicts: [{ verdict: 'raised', outcome: null }],
    });
    expect(world.writes()).toHaveLength(before);
    const { logs } = await get('/api/asa/automated_campaign_logs', { id });
    expect(JSON.stringify(logs)).toContain('Would have raised the bid of \\"word 1020\\" from 0.80 to 0.90 USD');
  });

  it('without a keyword ends at once, and one that is paused is not run', async () => {
    const id = await ruleFor(1100, {});
    await world.campaign(1150, []);
    const put = (updates: object) =>
      world.api.call('PUT', path, {
        token: world.owner.token,
        body: { application_id: world.applicationId, id, updates },
      });
    await put({ apply_to: { [world.orgId]: [1150] } });
    await post('/run', { id });
    expect(await ended(id)).toMatchObject({ run: { state: 'done', version: 2 }, verdicts: [] });
    await put({ status: 'paused' });
    expect(await post('/run', { id })).toMatchObject({
      status: 409,
      body: { error_message: 'This automation is paused' },
    });
  });
});
