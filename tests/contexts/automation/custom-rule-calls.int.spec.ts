import { randomUUID } from 'node:crypto';
import { addDays, adsPullStream, customRuleStream, type DomainEventOf, dayInZone } from '@tapwise/domain';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customRuleField } from '../../../domain/src/campaigns/custom-rule/definition/custom-rule.ts';
import { happened, inTables, pulledFigures } from '../../support/facts/ads-world.ts';
import { outcome, type Page } from '../../support/people/live-page.ts';
import { eventually } from '../../support/product/product.ts';
import { type CustomRuleProcess, openCustomRuleProcess } from '../../support/workers/custom-rule-worker.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

const hour = 3_600_000;
const times = { hourMs: hour, everySeconds: undefined };
/** Days from today on; the worker that carries changes out has a clock of its own. */
const day = (later: number): string => addDays(dayInZone(Date.now(), 'UTC'), later);
const yesterday = day(-1);
const path = '/api/asa/automated_campaigns';

let world: SettingsChangeWorld;
let rules: CustomRuleProcess;
let stranger: string;

beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true });
  stranger = (await world.api.signUp()).token;
});
afterAll(() => world.stop());
beforeEach(() => {
  rules = openCustomRuleProcess(world.api, times, Date.parse(`${day(0)}T00:00Z`));
});
afterEach(() => rules.stop());

const lower = { do: 'bid', how: 'lower', percent: 10, min: 0.3, max: 2.5 };
const dear = { metric: 'cpa', window: '7d', op: '>', value: 3 };
const lowering = { level: 'keyword', cases: [{ when: dear, then: [lower] }] };
const raising = {
  level: 'keyword',
  cases: [
    {
      when: { metric: 'cpa', window: '7d', op: '<', value: 6 },
      then: [{ do: 'bid', how: 'raise', percent: 10, min: 0.3, max: 2.5 }],
    },
  ],
};

let made = 300;

/** A rule of one campaign, in the log. @returns its id. */
async function ruleFor(
  campaignId: number,
  rule: object,
  others: Partial<DomainEventOf<'CustomRuleCreated'>['data']> = {},
): Promise<number> {
  made += 1;
  const position = await happened(world.api, customRuleStream(made), {
    type: 'CustomRuleCreated',
    data: {
      automation_id: made,
      change_id: randomUUID(),
      application_id: world.applicationId,
      name: `Rule ${made}`,
      rule: customRuleField.parse(rule),
      apply_to: { [world.orgId]: [campaignId] },
      mode: 'live',
      status: 'active',
      created_by: world.owner.accountId,
      created_at: `${day(-1)}T12:00:00.000Z`,
      ...others,
    },
  });
  await rules.reached(position);
  await caughtUp(made);
  return made;
}

/** Waits until the API lists the rule. */
const caughtUp = (id: number) =>
  eventually(
    () => listed(id),
    (rule) => rule !== undefined,
  );

/** A campaign with keywords in one ad group, of which each had ten installs at this cost in the last days; `null`: it has no figures. */
async function campaign(id: number, costs: readonly (number | null)[]): Promise<void> {
  const keywords = costs.map((_, index) => ({ adGroupId: id + 1, keywordId: id + 2 + index, bid: 1_000_000 }));
  await world.campaign(id, keywords);
  for (const [index, cost] of costs.entries()) {
    if (cost === null) continue;
    const objects = { orgId: world.orgId, campaignId: id, adGroupId: id + 1, keywordId: id + 2 + index };
    const figures = { day: yesterday, impressions: 900, taps: 60, installs: 10, spendMicros: cost * 10_000_000 };
    await pulledFigures(world.api, world.applicationId, objects, figures);
  }
}

/** Moves the clocks to an instant of UTC, a minute after a pull. */
async function at(instant: string): Promise<void> {
  const { api, applicationId: application_id, orgId: org_id } = world;
  rules.clock = Date.parse(`${instant}:00Z`);
  api.clock.stoppedAt = rules.clock;
  const today = instant.slice(0, 10);
  const pulled_at = new Date(rules.clock - 60_000).toISOString();
  const pull = { application_id, org_id, pulled_at, from_day: addDays(today, -89), to_day: today };
  const data = { type: 'AdsPullCompleted' as const, data: pull };
  await inTables(api, await happened(api, adsPullStream(application_id, org_id), data));
}

const run = (id: number) => rules.untilDone(id, world.orgId);

const get = (name: string, query: Record<string, string | number> = {}, token = world.owner.token) =>
  world.api.call('GET', name, { token, query: { application_id: world.applicationId, ...query } });
const post = (name: string, body: object) => world.call('POST', `automated_campaigns${name}`, body);

async function listed(id: number): Promise<Record<string, unknown> | undefined> {
  const rulesOfApplication = (await get(path)).body.automated_campaigns as Record<string, unknown>[];
  return rulesOfApplication.find((rule) => rule.id === id);
}
/** The answer once it shows the run that another process has ended. */
const endedRun = (id: number) =>
  eventually(
    async () => (await get(`${path}/verdicts`, { id })).body,
    ({ run: endedState }) => !['running', undefined].includes((endedState as { state: string } | null)?.state),
  );
const key = (campaignId: number, keyword = 0) => `${campaignId}:${campaignId + 1}:${campaignId + 2 + keyword}`;

describe('runs of rules that people write', () => {
  it('are shown with their verdicts, in the list, in the log and live', async () => {
    await campaign(2000, [5, 2]);
    const id = await ruleFor(2000, lowering);
    await at(`${day(0)}T09:12`);
    const socket: Page = io(await world.api.listen(), {
      transports: ['websocket'],
      reconnection: false,
      auth: { token: world.owner.token },
    });
    expect(await outcome(socket)).toBe('connected');
    await socket.emitWithAck('subscribe', { application_id: world.applicationId });
    const rows = new Promise<number>((resolve) => {
      socket.on('automation_log', (message) => message.id === id && message.rows === 2 && resolve(message.rows));
    });
    await run(id);
    const { run: ended, verdicts } = await endedRun(id);
    expect(ended).toMatchObject({
      slot: `${day(0)}T09`,
      state: 'done',
      version: 1,
      change_id: expect.any(String),
      counts: { checked: 2, acted: 1, no_match: 1, failed: 0 },
      days: { ads: yesterday, people: null },
      joined: 2,
      left: 0,
      held: null,
      without_figures: 0,
    });
    expect(verdicts).toMatchObject([
      {
        key: key(2000),
        verdict: 'acted',
        reason: null,
        case: 0,
        tests: [{ path: 'cases[0].when', metric: 'cpa', value: 5, limit: 3, result: true, gap: null }],
        actions: [{ do: 'bid', field: 'cpt_bid', old: 1, computed: 0.9, new: 0.9, outcome: 'changed' }],
        outcome: 'changed',
      },
      { key: key(2000, 1), verdict: 'no_match', tests: [{ value: 2, limit: 3, result: false, gap: 1 }] },
    ]);
    expect(await listed(id)).toMatchObject({
      units: 2,
      last_run: { slot: `${day(0)}T09`, state: 'done', counts: { checked: 2, acted: 1 } },
    });
    const log = (await get('/api/asa/automated_campaign_logs', { id })).body.logs;
    expect(log).toMatchObject([
      {
        message: 'Run of 09:00: 2 keywords checked, 1 changed, 1 not matched, 0 no data, 0 on hold, 0 failed',
        key: null,
        decision_id: null,
      },
      { message: expect.stringMatching(/^Lowered the bid of ".*" from 1.00 to 0.90 USD: CPA /), key: key(2000) },
    ]);
    expect(await rows).toBe(2);
    socket.disconnect();
  });

  it('are filtered and paged, and the own team’s alone', async () => {
    await campaign(2100, [5, 2, 6, null]);
    const id = await ruleFor(2100, lowering, { mode: 'shadow' });
    await at(`${day(0)}T09:12`);
    await run(id);
    const { run: ended, verdicts } = await endedRun(id);
    const keysOf = (body: Record<string, unknown>) =>
      (body.verdicts as { key: string }[]).map((verdict) => verdict.key);
    const run_id = (ended as { run_id: string }).run_id;
    const of = async (query: Record<string, string>) =>
      keysOf((await get(`${path}/verdicts`, { id, run_id, ...query })).body);
    const [first] = verdicts as { decision_id: string }[];
    expect(await of({ verdict: 'acted' })).toEqual([key(2100), key(2100, 2)]);
    expect(await of({ key: key(2100, 1) })).toEqual([key(2100, 1)]);
    expect(await of({ before: first?.decision_id ?? '' })).toEqual([key(2100, 1), key(2100, 2)]);
    const idle = { key: key(2100, 3) };
    expect((await get(`${path}/verdicts`, { id, run_id, ...idle })).body).toMatchObject({
      run: { without_figures: 1 },
      verdicts: [{ ...idle, verdict: 'no_data' }],
    });
    expect((await get(`${path}/verdicts`, { id, run_id: randomUUID() })).status).toBe(404);
    for (const name of [`${path}/verdicts`, '/api/asa/automated_campaign_logs']) {
      expect(await get(name, { id }, stranger)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const logs = (await get('/api/asa/automated_campaign_logs', { id })).body.logs as { message: string }[];
    expect(logs.map(({ message }) => message.slice(0, 24))).toEqual([
      'Run of 09:00: 4 keywords',
      'Would have lowered the b',
      'Would have lowered the b',
    ]);
  });

  it('are made when a person asks, without a slot hour', async () => {
    await campaign(2200, [5]);
    const id = await ruleFor(2200, lowering, { created_at: `${day(0)}T10:00:00.000Z` });
    await at(`${day(0)}T10:30`);
    const answers = await Promise.all([post('/run', { id }), post('/run', { id })]);
    const [requested, refused] = answers.sort((left, right) => left.status - right.status);
    expect(requested).toMatchObject({ status: 200, body: { slot: expect.stringMatching(/^manual-/) } });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_soon' } });
    await rules.reached(await world.api.log.lastPosition());
    await run(id);
    expect((await endedRun(id)).run).toMatchObject({
      run_id: requested?.body.run_id,
      state: 'done',
      counts: { acted: 1 },
    });
  });

  it('are released once where they were held', async () => {
    await campaign(
      2300,
      Array.from({ length: 20 }, () => 5),
    );
    const id = await ruleFor(2300, lowering);
    await at(`${day(0)}T09:12`);
    await run(id);
    const held = (await endedRun(id)).run as { run_id: string };
    expect(held).toMatchObject({
      state: 'held',
      held: { would: 20, judged: 20, until: `${day(1)}T09:12:00.000Z` },
      message: 'Would change 20 of 20 keywords, more than 50 %. Look at it first.',
    });
    expect(await post('/release', { id, run_id: randomUUID() })).toMatchObject({ status: 404 });
    const release = () =>
      world.call('POST', 'automated_campaigns/release', { id, run_id: held.run_id }, { 'idempotency-key': 'release' });
    const { vault } = world.api.deps;
    const { encrypt } = vault;
    Object.assign(vault, { encrypt: () => Promise.reject(new Error('the process died')) });
    const released = await release().finally(() => Object.assign(vault, { encrypt }));
    expect(released).toMatchObject({ status: 200, body: { slot: expect.stringMatching(/^manual-/) } });
    const requestedBy = await world.api.log.lastPosition();
    world.api.clock.stoppedAt = Date.parse(`${day(0)}T09:15Z`);
    expect(await release()).toMatchObject({ status: 200, body: released.body });
    expect(await post('/release', { id, run_id: held.run_id })).toMatchObject({
      status: 409,
      body: { code: 'wrong_state', error_message: 'No held run' },
    });
    await rules.reached(requestedBy);
    await run(id);
    expect((await endedRun(id)).run).toMatchObject({ run_id: released.body.run_id, counts: { acted: 20 } });
  });

  it('are not released after a day', async () => {
    await campaign(
      2400,
      Array.from({ length: 20 }, () => 5),
    );
    const id = await ruleFor(2400, lowering);
    await at(`${day(0)}T09:12`);
    await run(id);
    const held = (await endedRun(id)).run as { run_id: string };
    world.api.clock.stoppedAt = Date.parse(`${day(1)}T09:12Z`);
    expect(await post('/release', { id, run_id: held.run_id })).toMatchObject({ status: 409 });
  });
});

describe('a trial of a rule that people write', () => {
  it('says what a draft would do and lead to, and with which rules it conflicts', async () => {
    await campaign(2500, [5, 8]);
    const other = await ruleFor(2500, raising, { name: 'Scale winners' });
    await at(`${day(0)}T09:12`);
    const before = [world.writes().length, await world.api.log.lastPosition()];
    const draft = {
      automation_type: 'custom',
      apply_to: { [world.orgId]: [2500] },
      automation_params: { ...lowering, cases: [{ when: { ...dear, value: 4 }, then: [lower] }] },
    };
    const { body } = await post('/dry_run', draft);
    expect(body).toMatchObject({
      status: 'ok',
      days: { ads: yesterday, people: null },
      counts: { checked: 2, acted: 2 },
      // Of seven days with 60 taps each keyword, ten cents less a tap.
      exposure: expect.closeTo((-0.1 * 120) / 7, 4),
      frozen: [
        { key: key(2500), values: [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9] },
        { key: key(2500, 1), values: [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9] },
      ],
      conflicts: [{ rule: other, field: 'cpt_bid', units: 2, both_now: 1, text: '"Scale winners" raises 1 of the 2' }],
      warnings: ['Scale winners changes the same bids the other way'],
    });
    const never = { metric: 'spend', window: '7d', op: '>', value: 100_000 };
    const apart = { ...lowering, cases: [{ when: never, then: [lower] }] };
    expect((await post('/dry_run', { ...draft, automation_params: apart })).body).toMatchObject({
      conflicts: [{ rule: other, units: 2, both_now: 0, text: '"Scale winners" raises none of the 2 now' }],
    });
    expect((await post('/dry_run', { ...draft, limit: 1 })).body).toMatchObject({
      verdicts: [{ verdict: 'acted', key: key(2500) }],
      counts: { checked: 2 },
    });
    expect([world.writes().length, await world.api.log.lastPosition()]).toEqual(before);
  });

  it('says what a stored rule would do now, with its holds, and that no unit is left', async () => {
    await campaign(2600, [5, 2]);
    const id = await ruleFor(2600, lowering, { mode: 'shadow' });
    await at(`${day(0)}T09:12`);
    await run(id);
    await endedRun(id);
    expect((await post('/dry_run', { id })).body).toMatchObject({
      counts: { checked: 2, acted: 0, on_hold: 1, no_match: 1 },
      verdicts: [{ verdict: 'skipped', reason: 'cooldown' }, { verdict: 'no_match' }],
      frozen: [],
      exposure: 0,
    });
    const draft = {
      automation_type: 'custom',
      apply_to: { [world.orgId]: [2600] },
      automation_params: { ...lowering, scope: { name: { is: ['nothing'] } } },
    };
    expect((await post('/dry_run', draft)).body).toMatchObject({
      verdicts: [],
      warnings: ['No keyword matches the filters now'],
    });
    const foreign = { application_id: world.applicationId, ...draft };
    expect(await world.api.call('POST', `${path}/dry_run`, { token: stranger, body: foreign })).toMatchObject({
      status: 404,
    });
    expect(await post('/dry_run', { ...draft, automation_params: { level: 'keyword' } })).toMatchObject({
      status: 400,
      body: { code: 'bad_rule' },
    });
  });
});

describe('rules that pull apart', () => {
  it('are shown with what they changed, and to the own team alone', async () => {
    await campaign(2700, [5, null]);
    const first = await ruleFor(2700, { ...raising, priority: 400 });
    const second = await ruleFor(2700, lowering);
    await at(`${day(0)}T09:20`);
    await Promise.all([run(first), run(second)]);
    await at(`${day(1)}T09:20`);
    await Promise.all([run(first), run(second)]);
    await Promise.all([first, second].map(endedRun));
    const { body } = await get(`${path}/conflicts`);
    const pairs = body.pairs as { rules: number[]; changes: object[] }[];
    const unit = { key: key(2700), name: 'word 2702', campaign_name: 'Campaign 2700' };
    expect(pairs.filter(({ rules: [id] }) => id === first)).toEqual([
      {
        rules: [first, second],
        field: 'cpt_bid',
        units: 2,
        both_now: 1,
        changes: [
          { ...unit, at: expect.any(String), rule: second, old: 1.1, new: 0.99 },
          { ...unit, at: expect.any(String), rule: first, old: 1, new: 1.1 },
        ],
      },
    ]);
    expect(body.covered).toContainEqual({ id: second, by: first });
    expect((await get(`${path}/conflicts`, {}, stranger)).status).toBe(404);
  });
});
