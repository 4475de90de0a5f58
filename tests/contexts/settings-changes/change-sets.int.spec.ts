import { randomUUID } from 'node:crypto';
import type { FoldFollower } from '@tapwise/adapters';
import { applicationStream, campaignStream, changeSetStream, type Directory } from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplyChangeActivities } from '../../../workflows/src/campaigns/apply-change/apply-change.activities.ts';
import { applyChangeProcess } from '../../../workflows/src/campaigns/apply-change/apply-change.contract.ts';
import { applyChange as applyChangeStory } from '../../../workflows/src/campaigns/apply-change/apply-change.story.ts';
import { createApplyChangeSetActivities } from '../../../workflows/src/campaigns/apply-change-set/apply-change-set.activities.ts';
import {
  type ApplyChangeSetActivities,
  type ApplyChangeSetInput,
  applyChangeSetProcess,
} from '../../../workflows/src/campaigns/apply-change-set/apply-change-set.contract.ts';
import { changeSetRequests } from '../../../workflows/src/campaigns/apply-change-set/apply-change-set.requests.ts';
import { applyChangeSet } from '../../../workflows/src/campaigns/apply-change-set/apply-change-set.story.ts';
import { heldByStopAll } from '../../../workflows/src/campaigns/apply-change-set/held-by-stop-all.ts';
import { processOf } from '../../../workflows/src/story/process.ts';
import type { Step } from '../../../workflows/src/testing/one-pass.ts';
import { onePassOf } from '../../../workflows/src/testing/one-pass.ts';
import { happened } from '../../support/facts/ads-world.ts';
import { followDirectory } from '../../support/facts/linked-application.ts';
import { joinTeam, type TeamPerson } from '../../support/people/team-member.ts';
import { eventually } from '../../support/product/product.ts';
import { startRequestWorker } from '../../support/workers/request-worker.ts';
import { type SettingsChangeWorld, startSettingsChangeWorld } from '../../support/workers/settings-world.ts';

let world: SettingsChangeWorld;
let directory: FoldFollower<Directory>;
let activities: ApplyChangeSetActivities;
let applyPass: (input: ApplyChangeSetInput) => Promise<Step>;
let colleague: TeamPerson;
let c = 900;
const stopping = new AbortController();
const { signal } = stopping;

beforeAll(async () => {
  world = await startSettingsChangeWorld({ tables: true });
  colleague = await joinTeam(world.api, world.owner, 'member');
  directory = followDirectory(world.api.log, signal);
  const now = () => world.api.deps.now().getTime();
  activities = createApplyChangeSetActivities({
    log: world.api.log,
    directory,
    tables: world.api.deps.tables,
    version: 'v5',
    now,
    creations: { state: new Map(), caughtUp: Promise.resolve() },
  });
  applyPass = onePassOf({ contract: applyChangeSetProcess, story: applyChangeSet, activities, now, signal });
});
afterAll(async () => {
  stopping.abort();
  await world.stop();
});
/** Each test has a campaign of its own with two keywords. */
beforeEach(async () => {
  delete world.api.clock.stoppedAt;
  c += 1;
  await world.campaign(c, [
    { adGroupId: 10 * c, keywordId: 100 * c, bid: 1_000_000 },
    { adGroupId: 10 * c + 1, keywordId: 100 * c + 1, bid: 2_000_000 },
  ]);
});

const keys = () => [`${c}:${10 * c}:${100 * c}`, `${c}:${10 * c + 1}:${100 * c + 1}`] as const;
const bids = (...requested: number[]) =>
  requested.map((wish, index) => ({ key: keys()[index] ?? '', field: 'cpt_bid', new: wish }));
interface ChangeSetBody {
  readonly id: string;
  readonly state: string;
  readonly change_id: string | null;
  readonly rows: readonly Record<string, unknown>[];
}
const setOf = (response: { body: Record<string, unknown> }) => response.body.change_set as ChangeSetBody;
const create = async (fields: object = {}) =>
  setOf(await world.call('POST', 'change_sets', { asa_organization_id: world.orgId, name: 'Autumn', ...fields }));
const put = (id: string, fields: object, token = world.owner.token) =>
  world.api.call('PUT', '/api/asa/change_sets', {
    token,
    body: { application_id: world.applicationId, id, ...fields },
  });
const get = (query: object = {}) =>
  world.api.call('GET', '/api/asa/change_sets', {
    token: world.owner.token,
    query: { application_id: world.applicationId, ...query },
  });
const guard = (guardrails: object) =>
  world.api.call('PUT', '/api/asa/guardrails', {
    token: world.owner.token,
    body: { application_id: world.applicationId, guardrails },
  });
const bidsAtApple = () =>
  world.service.world.keywords.get(c)?.map(({ bidAmount }) => (bidAmount as { amount: string } | null)?.amount);
const setBid = (index: number, amount: string) =>
  Object.assign(world.service.world.keywords.get(c)?.[index] ?? {}, { bidAmount: { amount, currency: 'USD' } });

describe('a change set', () => {
  it('is collected, applied as one change of its own kind, and taken back as a whole', async () => {
    const set = await create({ rows: bids(1.2) });
    expect(set).toMatchObject({
      name: 'Autumn',
      state: 'draft',
      asa_organization_id: world.orgId,
      settings_currency: 'USD',
      rows: [{ key: keys()[0], field: 'cpt_bid', new: 1.2, based_on: 1, outcome: null }],
      schedule: null,
      author: 'Ada',
      approver: null,
      change_id: null,
      actions: ['submit', 'withdraw'],
    });
    const edited = setOf(await put(set.id, { rows: bids(1.3, 2.5) }, colleague.token));
    expect(edited.rows.map((row) => [row.new, row.based_on])).toEqual([
      [1.3, 1],
      [2.5, 2],
    ]);
    expect((await put(set.id, { action: 'apply' })).body).toMatchObject({
      code: 'wrong_state',
      error_message: 'This change set is draft',
    });
    expect(setOf(await put(set.id, { action: 'submit' }))).toMatchObject({ state: 'approved', approver: null });
    // Someone else was faster with the second one.
    setBid(1, '2.2');
    const applied = await put(set.id, { action: 'apply', comment: 'For the season' });
    expect(applied).toMatchObject({
      status: 200,
      body: {
        status: 'partial',
        code: 'partial_failure',
        settings_currency: 'USD',
        results: [{ outcome: 'changed' }, { outcome: 'conflict', based_on: 2, current: 2.2 }],
      },
    });
    expect(setOf(applied)).toMatchObject({
      state: 'partly_applied',
      change_id: applied.body.change_id,
      rows: [{ outcome: 'changed' }, { outcome: 'conflict' }],
    });
    const query = { application_id: world.applicationId, change_id: String(applied.body.change_id) };
    const change = await world.api.call('GET', '/api/asa/changes', { token: world.owner.token, query });
    expect(change.body).toMatchObject({
      actor_kind: 'change_set',
      actor: 'Change set Autumn',
      comment: 'For the season',
      done: true,
    });
    const undone = await world.call('POST', 'undo', { change_id: applied.body.change_id });
    expect(undone.body).toMatchObject({ status: 'ok', counts: { changed: 1 } });
    expect(bidsAtApple()).toEqual(['1', '2.2']);
    expect(await applyPass({ change_set_id: set.id })).toEqual({ done: true });
    const types = (await world.api.log.readStream(changeSetStream(set.id))).map(({ event }) => event.type);
    expect(types.slice(-2)).toEqual(['ChangeSetApplied', 'ChangeSetSettled']);
  });

  it('is applied once by a call that is repeated, also when the first attempt ended half-way', async () => {
    const set = await create({ rows: bids(1.2) });
    await put(set.id, { action: 'submit' });
    const body = { application_id: world.applicationId, id: set.id, action: 'apply' };
    const headers = { 'idempotency-key': `apply ${c}`.replace(' ', '-') };
    const call = () => world.api.call('PUT', '/api/asa/change_sets', { token: world.owner.token, body, headers });
    const first = await call();
    const second = await call();
    expect(first.body).toMatchObject({ status: 'ok', counts: { changed: 1 } });
    expect(second.body).toEqual(first.body);
    expect((await put(set.id, { action: 'apply' })).status).toBe(409);
    expect(world.writes().filter((path) => path.includes(`/campaigns/${c}/`))).toHaveLength(1);
  });

  it('waits for a second person where that is required, who had no hand in it', async () => {
    await guard({ second_person: { on: true } });
    const set = await create({ rows: bids(1.2) });
    await put(set.id, { rows: bids(1.2, 2.2) }, colleague.token);
    expect(setOf(await put(set.id, { action: 'submit' }))).toMatchObject({
      state: 'submitted',
      actions: ['reject', 'withdraw'],
    });
    for (const token of [world.owner.token, colleague.token]) {
      expect(await put(set.id, { action: 'approve' }, token)).toMatchObject({
        status: 403,
        body: { code: 'not_allowed' },
      });
    }
    expect((await put(set.id, { action: 'apply' })).status).toBe(409);
    const third = await joinTeam(world.api, world.owner, 'member');
    expect(setOf(await put(set.id, { action: 'approve' }, third.token))).toMatchObject({
      state: 'approved',
      approver: 'Ben Example',
    });
    // What was approved is not what is there any more.
    expect(setOf(await put(set.id, { rows: bids(9) }))).toMatchObject({ state: 'draft', approver: null });
    await guard({ second_person: { on: false } });
  });

  it('is checked as a direct change is, when rows go in and when it is applied', async () => {
    const refused = await world.call('POST', 'change_sets', {
      asa_organization_id: world.orgId,
      name: 'Autumn',
      rows: bids(60, 2.5),
    });
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        rows: [{ key: keys()[0], message: 'Bid must not exceed the daily budget (50.00)' }],
      },
    });
    const many = Array.from({ length: 5001 }, () => bids(1)[0]);
    expect(
      await world.call('POST', 'change_sets', { asa_organization_id: world.orgId, name: 'A', rows: many }),
    ).toMatchObject({
      status: 413,
      body: { code: 'too_many_rows', error_message: 'Too many rows: at most 5,000' },
    });
    await guard({ bid_step: { people: 'confirm' } });
    const set = await create({ rows: bids(20) });
    const response = await put(set.id, { action: 'submit' });
    expect(response).toMatchObject({
      status: 422,
      body: { code: 'guardrail', rows: [{ key: keys()[0], guardrail: 'bid_step', limit: 3, value: 20 }] },
    });
    expect(setOf(await put(set.id, { action: 'submit', confirm_guardrails: true })).state).toBe('approved');
    await guard({ bid_step: { people: 'block' } });
    expect(await put(set.id, { action: 'apply', confirm_guardrails: true })).toMatchObject({ status: 422 });
    expect(setOf(await put(set.id, { name: 'Winter' })).state).toBe('draft');
    expect((await get({ id: set.id })).body.change_sets).toMatchObject([{ name: 'Winter', change_id: null }]);
    await guard({ bid_step: { people: 'warn' } });
    expect(bidsAtApple()).toEqual(['1', '2']);
  });

  it.each([
    ['neither edits nor a step', {}, 400, 'Nothing to change'],
    ['both', { name: 'B', action: 'submit' }, 400, 'Give either an action or what is to be changed.'],
    [
      'a row to be removed that is not there',
      { remove: [{ key: '1:2:3', field: 'cpt_bid' }] },
      400,
      'not in the change set',
    ],
    ['no name', { name: ' ' }, 400, 'Please name the change set'],
    ['a schedule that has passed', { schedule: '2020-01-01T08:00' }, 400, 'must lie in the future'],
    ['an unknown step', { action: 'run' }, 400, 'action'],
    ['an unknown field', { rows: [{ key: '1', field: 'name', new: 'x' }] }, 400, 'rows'],
    ['a foreign object', { rows: [{ key: '77:78', field: 'cpt_bid', new: 1 }] }, 404, 'Campaign not found'],
  ])('is not changed by a call with %s', async (_what, fields, status, message) => {
    const set = await create({ rows: bids(1.2) });
    const response = await put(set.id, fields);
    expect(response.status).toBe(status);
    expect(response.body.error_message).toContain(message);
    expect((await get({ id: set.id })).body.change_sets).toMatchObject([{ state: 'draft', rows: [{ new: 1.2 }] }]);
  });

  it('of another team is not found, and restricted members see none', async () => {
    const set = await create({ rows: bids(1.2) });
    const stranger = await world.api.signUp();
    expect((await put(set.id, { action: 'submit' }, stranger.token)).body.code).toBe('not_found');
    const body = { name: 'Mine', url: 'https://apps.apple.com/app/id1500000002' };
    const theirs = await world.api.call('POST', '/api/application', { token: stranger.token, body });
    const query = { application_id: Number(theirs.body.application_id), id: set.id };
    const response = await world.api.call('GET', '/api/asa/change_sets', { token: stranger.token, query });
    expect(response).toMatchObject({ status: 404, body: { error_message: 'This change set was not found.' } });
    const restricted = await joinTeam(world.api, world.owner, 'restricted');
    expect(await put(set.id, { action: 'submit' }, restricted.token)).toMatchObject({
      status: 403,
      body: { code: 'read_only' },
    });
    const listed = (await get()).body.change_sets as ChangeSetBody[];
    expect(listed[0]?.id).toBe(set.id);
  });
});

describe('an organization in which the ad service lets us read only', () => {
  const see = async (...role_names: string[]) => {
    const data = {
      application_id: world.applicationId,
      org_id: world.orgId,
      role_names,
      seen_at: new Date().toISOString(),
    };
    const at = await happened(world.api, applicationStream(world.applicationId), {
      type: 'AdOrganizationRolesSeen',
      data,
    });
    await world.api.deps.directory.reached(at);
  };

  it('is not written, and nothing is asked there; what its rows are checked for comes before', async () => {
    const set = await create({ rows: bids(1.2) });
    const changed = await world.call('PUT', 'keywords_bids', { new_bids: { [keys()[1]]: 2.1 } });
    await see('API Account Read Only', 'Limited Access: API Read Only');
    const calls = world.service.calls.length;
    const readOnly = {
      status: 403,
      body: { code: 'read_only', error_message: 'The search-ads account gave read-only access' },
    };
    const asa_organization_id = world.orgId;
    for (const [method, path, body] of [
      ['PUT', 'keywords_bids', { new_bids: { [keys()[0]]: 1.2 } }],
      ['PUT', 'campaigns_status', { campaign_ids: [c], status: 'PAUSED' }],
      ['DELETE', 'campaigns', { campaign_ids: [c] }],
      ['POST', 'undo', { change_id: changed.body.change_id }],
      ['POST', 'change_sets', { asa_organization_id, name: 'Winter' }],
      ['PUT', 'change_sets', { id: set.id, action: 'submit', asa_organization_id: undefined }],
    ] as const) {
      expect(await world.call(method, path, body)).toMatchObject(readOnly);
    }
    const unknown = await world.call('PUT', 'keywords_bids', { new_bids: { [`${c}:1:1`]: 1.2 } });
    expect(unknown.status).toBe(404);
    const invalid = await world.call('PUT', 'keywords_bids', { new_bids: { [keys()[0]]: '1,5' } });
    expect(invalid.status).toBe(400);
    expect(world.service.calls.length).toBe(calls);
    await see('API Account Read Only', 'API Account Manager');
    expect((await world.call('PUT', 'keywords_bids', { new_bids: { [keys()[0]]: 1.2 } })).status).toBe(200);
  });
});

describe('a scheduled set', () => {
  const dayMs = 86_400_000;
  /** The stand-in's organization lives in UTC. */
  const local = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  const minute = (ms: number) => Math.floor(ms / 60_000) * 60_000;
  const scheduled = async (requested: number) => {
    const due = minute(Date.now()) + dayMs;
    const set = await create({ rows: bids(requested), schedule: local(due) });
    await put(set.id, { action: 'submit' });
    await directory.reached(world.api.deps.directory.state.position);
    return { set, due };
  };
  const stop = async (on: boolean) => {
    await world.api.call('POST', '/api/asa/stop_all', { token: world.owner.token, body: { stop: on } });
    await directory.reached(world.api.deps.directory.state.position);
  };
  /** What starts the processes of sets in the product, with the clock of the API. */
  const startSetWorker = () =>
    startRequestWorker({
      log: world.api.log,
      kind: changeSetRequests(directory, clockOfApi.now),
      process: processOf(applyChangeSetProcess, applyChangeSet),
      activities,
      clock: clockOfApi,
      stopping: new AbortController(),
    });
  const clockOfApi = { now: () => world.api.deps.now().getTime(), skipped: () => 0, skip: () => undefined };
  const apply = (change_set_id: string) => applyPass({ change_set_id });
  const typesOf = async (id: string) =>
    (await world.api.log.readStream(changeSetStream(id))).map(({ event }) => event.type);

  it('is applied at its time without a person, once', async () => {
    const { set, due } = await scheduled(1.4);
    world.api.clock.stoppedAt = due - 60_000;
    expect(await apply(set.id)).toEqual({ done: false, again_seconds: 60 });
    world.api.clock.stoppedAt = due;
    const worker = startSetWorker();
    await eventually(
      () => typesOf(set.id),
      (types) => types.includes('ChangeSetSettled'),
    );
    expect(bidsAtApple()?.[0]).toBe('1.4');
    expect((await get({ id: set.id })).body.change_sets).toMatchObject([{ state: 'applied', approver: null }]);
    await worker.stop();
    expect((await typesOf(set.id)).filter((type) => type === 'ChangeSetApplied')).toHaveLength(1);
  });

  it('that could not be applied for three hours is not, and says so', async () => {
    const { set, due } = await scheduled(1.4);
    world.api.clock.stoppedAt = due + 3 * 3_600_000 + 1;
    expect(await apply(set.id)).toEqual({ done: true });
    expect((await get({ id: set.id })).body.change_sets).toMatchObject([
      { state: 'approved', schedule: null, not_applied: { schedule: local(due), reason: 'missed' } },
    ]);
    expect(await apply(set.id)).toEqual({ done: true });
    expect(bidsAtApple()).toEqual(['1', '2']);
  });

  it('waits while Stop all is on, and says what refused it', async () => {
    const { set, due } = await scheduled(20);
    world.api.clock.stoppedAt = due;
    await stop(true);
    expect(await apply(set.id)).toMatchObject({ done: false });
    expect(bidsAtApple()).toEqual(['1', '2']);
    await stop(false);
    await guard({ bid_step: { people: 'confirm' } });
    await directory.reached(world.api.deps.directory.state.position);
    expect(await apply(set.id)).toEqual({ done: true });
    expect((await get({ id: set.id })).body.change_sets).toMatchObject([
      { state: 'approved', not_applied: { reason: 'refused', message: 'This goes beyond a guardrail of your team.' } },
    ]);
    await guard({ bid_step: { people: 'warn' } });
    expect(bidsAtApple()).toEqual(['1', '2']);
  });

  it('is followed to completion when its process died before the change itself was recorded', async () => {
    const { set, due } = await scheduled(1.4);
    world.api.clock.stoppedAt = due;
    const change_id = randomUUID();
    const revision = Number((await world.api.log.readLast(campaignStream(c)))?.revision);
    const change = {
      change_id,
      application_id: world.applicationId,
      org_id: world.orgId,
      currency: 'USD',
      undoes: null,
      actor: { kind: 'change_set' as const, account_id: null, source: set.id },
      comment: null,
      requested_at: new Date(due).toISOString(),
      guardrails_confirmed: false,
      campaigns: [{ campaign_id: c, revision }],
      rows: [{ key: keys()[0], field: 'cpt_bid' as const, base: 1e6, new: 1.4e6 }],
    };
    await happened(world.api, changeSetStream(set.id), {
      type: 'ChangeSetApplied',
      data: { change_set_id: set.id, change },
    });
    expect(await apply(set.id)).toMatchObject({ done: false });
    await eventually(
      () => apply(set.id),
      (step) => step.done,
    );
    expect(bidsAtApple()?.[0]).toBe('1.4');
    expect((await typesOf(set.id)).at(-1)).toBe('ChangeSetSettled');
  });

  it('writes nothing more from the moment Stop all is pressed, and goes on after its release', async () => {
    const { set, due } = await scheduled(1.4);
    world.api.clock.stoppedAt = due;
    world.worker.away = true;
    await apply(set.id);
    const [currentSet] = (await get({ id: set.id })).body.change_sets as ChangeSetBody[];
    const input = { change_id: String(currentSet?.change_id) };
    const { log } = world.api;
    const held = heldByStopAll(directory);
    const created = createApplyChangeActivities({ log, searchAds: world.searchAds, stopping: signal, held });
    const applyChange = onePassOf({
      contract: applyChangeProcess,
      story: applyChangeStory,
      activities: created,
      now: Date.now,
      signal,
    });
    await stop(true);
    expect(await applyChange(input)).toMatchObject({ done: false });
    expect(bidsAtApple()?.[0]).toBe('1');
    // What a person asks for meanwhile is made, in the same campaign too.
    world.worker.away = false;
    const direct = await world.call('PUT', 'keywords_bids', { new_bids: { [keys()[1]]: 2.4 } });
    expect(direct.body).toMatchObject({ counts: { changed: 1 } });
    await stop(false);
    await eventually(
      async () => bidsAtApple(),
      (now) => now?.[0] === '1.4',
    );
  });
});
