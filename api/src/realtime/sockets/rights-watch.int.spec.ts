import { randomUUID } from 'node:crypto';
import { applicationStream, changeSetStream } from '@tapwise/domain';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdsObjects,
  happened,
  inTables,
  linkOrganization,
  pulledFigures,
} from '../../../../tests/support/facts/ads-world.ts';
import { heard, outcome, type Page } from '../../../../tests/support/people/live-page.ts';
import { changeAccess, joinTeam, removePerson } from '../../../../tests/support/people/team-member.ts';
import { eventually } from '../../../../tests/support/product/product.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';

const objects: AdsObjects = { orgId: 4901, campaignId: 5901, adGroupId: 6901, keywordId: 7901 };
const pages: Page[] = [];
let api: ApiService;
let url: string;
let owner: Awaited<ReturnType<ApiService['signUp']>>;
let applicationId: number;

beforeAll(async () => {
  api = await startApi({ tables: true });
  url = await api.listen();
  owner = await api.signUp();
  const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000001' };
  const created = await api.call('POST', '/api/application', { token: owner.token, body });
  applicationId = Number(created.body.application_id);
  await linkOrganization(api, { id: applicationId, adamId: 1500000001, accountId: owner.accountId }, objects);
  const figures = { day: today(), impressions: 1000, taps: 50, installs: 20, spendMicros: 30_000_000 };
  await inTables(api, await pulledFigures(api, applicationId, objects, figures));
});
afterEach(() => {
  for (const page of pages.splice(0)) page.disconnect();
});
afterAll(() => api.stop());

const today = () => api.deps.now().toISOString().slice(0, 10);
const params = () => ({
  application_id: applicationId,
  asa_organization_id: objects.orgId,
  from: today(),
  to: today(),
});

function page(token: string, reconnection = false): Page {
  const socket: Page = io(url, {
    transports: ['websocket'],
    reconnection,
    reconnectionDelay: 1,
    forceNew: true,
    auth: { token },
  });
  pages.push(socket);
  return socket;
}

const cutOff = (socket: Page) => new Promise<string>((resolve) => void socket.once('disconnect', resolve));

describe('a connection', () => {
  it('of a removed member is ended and cannot be opened again', async () => {
    const { token, accountId } = await joinTeam(api, owner, 'member');
    const theirs = page(token);
    expect(await outcome(theirs)).toBe('connected');
    expect(await theirs.emitWithAck('watch', { call: 'campaigns', params: params() })).toMatchObject({ status: 'ok' });
    const cut = cutOff(theirs);
    await removePerson(api, owner, accountId);
    expect(await cut).toBe('io server disconnect');
    expect(await outcome(page(token))).toBe('Unauthorized');
  });

  it('of a member whose access changed comes back by itself and follows with the rights of now', async () => {
    const { token, accountId } = await joinTeam(api, owner, 'member');
    const theirs = page(token, true);
    const { live } = heard(theirs);
    expect(await outcome(theirs)).toBe('connected');
    await theirs.emitWithAck('subscribe', { application_id: applicationId });
    await eventually(
      async () => live.at(-1),
      (message) => message?.today.spend === 30,
    );
    const cut = cutOff(theirs);
    await changeAccess(api, owner, accountId, 'restricted');
    expect(await cut).toBe('transport close');
    expect(await outcome(theirs)).toBe('connected');
    live.length = 0;
    await theirs.emitWithAck('subscribe', { application_id: applicationId });
    const message = await eventually(
      async () => live.at(-1),
      (newest) => newest !== undefined,
    );
    expect(message?.today).toMatchObject({ first_launches: 0 });
    expect(message?.today).not.toHaveProperty('spend');
    await changeAccess(api, owner, accountId, 'admin');
  });

  it('hears of a change in its team without following an application, and of no other team', async () => {
    const stranger = await api.signUp('Other');
    const mine = page(owner.token);
    const theirs = page(stranger.token);
    const ownHeard = heard(mine);
    const other = heard(theirs);
    expect([await outcome(mine), await outcome(theirs)]).toEqual(['connected', 'connected']);
    const { accountId } = await joinTeam(api, owner, 'member');
    const position = await changeAccess(api, owner, accountId, 'restricted');
    const last = await eventually(
      async () => ownHeard.moved.at(-1),
      (message) => message?.position === position.toString(),
    );
    expect(last).toEqual({ read_model: 'account', position: position.toString() });
    expect(other.moved).toEqual([]);
  });

  it('that follows an application hears of the first call of its SDK, and then reads that it works', async () => {
    const mine = page(owner.token);
    const { moved } = heard(mine);
    expect(await outcome(mine)).toBe('connected');
    await mine.emitWithAck('subscribe', { application_id: applicationId });
    const proven = {
      application_id: applicationId,
      first_event_day: today(),
      test: true,
      at: new Date().toISOString(),
    };
    const position = await happened(api, applicationStream(applicationId), {
      type: 'SdkIntegrationProven',
      data: proven,
    });
    await eventually(
      async () => moved,
      (messages) => messages.some((message) => message.position === position.toString()),
    );
    const { applications } = (await api.call('GET', '/api/account', { token: owner.token })).body;
    expect(applications).toMatchObject([{ sdk_integration: 'integrated' }]);
  });

  it('that follows an application hears of each step with its change sets, which are in no table', async () => {
    const mine = page(owner.token);
    const { moved } = heard(mine);
    expect(await outcome(mine)).toBe('connected');
    await mine.emitWithAck('subscribe', { application_id: applicationId });
    const change_set_id = randomUUID();
    const at = api.deps.now().toISOString();
    const step = { change_set_id, by: owner.accountId, at };
    const hears = (position: bigint) =>
      eventually(
        async () => moved.map((message) => message.position),
        (positions) => positions.includes(position.toString()),
      );
    const set = {
      application_id: applicationId,
      org_id: objects.orgId,
      currency: 'USD',
      name: 'Autumn',
      schedule: null,
    };
    const stream = changeSetStream(change_set_id);
    await hears(await happened(api, stream, { type: 'ChangeSetCreated', data: { ...step, ...set, rows: [] } }));
    const submitted = { ...step, comment: null, guardrails_confirmed: false };
    await hears(await happened(api, stream, { type: 'ChangeSetSubmitted', data: submitted }));
  });

  it('of another member of the team is not touched', async () => {
    const { accountId } = await joinTeam(api, owner, 'member');
    const mine = page(owner.token);
    expect(await outcome(mine)).toBe('connected');
    let cut = false;
    void cutOff(mine).then(() => {
      cut = true;
    });
    await removePerson(api, owner, accountId);
    expect(await mine.emitWithAck('subscribe', { application_id: applicationId })).toMatchObject({ status: 'ok' });
    expect(cut).toBe(false);
  });
});

describe('figures of a team that has not been served for long', () => {
  it('say since when nothing new was asked for, in the report and in its rows over the socket', async () => {
    const trial_expires_at = new Date(Date.now() - 40 * 86_400_000).toISOString();
    const theirs = page(owner.token);
    const { rows } = heard(theirs);
    expect(await outcome(theirs)).toBe('connected');
    await theirs.emitWithAck('watch', { call: 'campaigns', params: params() });
    const moved = { team_id: owner.accountId, trial_expires_at, moved_at: new Date().toISOString() };
    await api.deps.directory.reached(
      await happened(api, `team-${owner.accountId}`, { type: 'TeamTrialMoved', data: moved }),
    );
    const response = await api.call('GET', '/api/asa/campaigns', { token: owner.token, query: params() });
    expect(response.body.warning).toMatch(/^No new numbers since .*\. Choose a plan to update\./);
    const figures = { day: today(), impressions: 1100, taps: 60, installs: 21, spendMicros: 31_000_000 };
    await inTables(api, await pulledFigures(api, applicationId, objects, figures));
    const { warning } = await eventually(
      async () => rows.at(-1) ?? { warning: undefined },
      (message) => message.warning !== undefined,
    );
    expect(warning).toBe(response.body.warning);
  });
});
