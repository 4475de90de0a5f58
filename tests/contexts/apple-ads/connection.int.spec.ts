import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createLogger, type Environment, openAdAccounts, openSecrets, readEnvironment } from '@tapwise/adapters';
import { adsConnectionStream, type CampaignEvent, campaignDecider, campaignStream, fold } from '@tapwise/domain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closedOutside } from '../../../infra/operations/addresses/closed-outside.ts';
import { startWork } from '../../../workflows/src/composition/compose.ts';
import { type SimulatorProcess, startSimulator } from '../../contract/apple/simulator-process.ts';
import { type AdsObjects, inTables, linkOrganization, pulledFigures } from '../../support/facts/ads-world.ts';
import { eventually } from '../../support/product/product.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';

const orgId = 40669820;
const adamId = 1500000001;
const pullSeconds = 2;
const basicAccount = 40669840;
const mapsAccount = 40669850;
const otherAccount = 40771010;
const addKey = 'Apple Ads does not show us this account. Please add our key. Campaigns keep running either way.';
const ended =
  'Apple has switched off the old interface. Your campaigns run on in Apple Ads; we cannot see or change them until you connect again.';
const path = '/api/application/apple_ads';

let folder: string;
let simulator: SimulatorProcess;
let environment: Environment;
let api: ApiService;
let adAccounts: ReturnType<typeof openAdAccounts>;
let token: string;
let application_id: number;
let objects: AdsObjects;
let stopping: AbortController;
let working: Promise<unknown>;
/** What the API and the worker write about themselves. */
let logged: string[];

beforeEach(() => {
  logged = [];
  folder = mkdtempSync(join(tmpdir(), 'tapwise-connection-'));
});
afterEach(async () => {
  stopping.abort();
  await working;
  await Promise.all([adAccounts?.close(), api.stop(), simulator.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

/** A team with an organization of the simulated market that was pulled before, and the worker. */
async function start(version: 'v1' | 'v5', switches: object): Promise<void> {
  simulator = await startSimulator();
  const { clientId, teamId, keyId, privateKeyFile } = simulator.credentials;
  environment = readEnvironment({
    ...closedOutside,
    DATA_DIR: folder,
    APPLE_ADS_API: version,
    APPLE_ADS_API_URL: `${simulator.url}/api/v5`,
    APPLE_ADS_V1_URL: `${simulator.url}/v1`,
    APPLE_ADS_TOKEN_URL: `${simulator.url}/auth/oauth2/token`,
    APPLE_ADS_CLIENT_ID: clientId,
    APPLE_ADS_TEAM_ID: teamId,
    APPLE_ADS_KEY_ID: keyId,
    APPLE_ADS_PRIVATE_KEY_FILE: privateKeyFile,
    PULL_INTERVAL_SECONDS: String(pullSeconds),
  });
  adAccounts = openAdAccounts(environment);
  const { vault } = await openSecrets(environment);
  const logger = createLogger('test', 'trace', { write: (line) => void logged.push(line) });
  api = await startApi({ tables: true, vault, logger, appleAds: { version, adAccounts: adAccounts?.adAccounts } });
  const owner = await api.signUp();
  token = owner.token;
  const body = { name: 'Moonvale', url: `https://apps.apple.com/app/id${adamId}` };
  application_id = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  const scope = { orgId, currency: 'USD' };
  const { items } = await simulator.searchAds().findCampaigns(scope, adamId);
  const campaignId = items[0]?.campaign_id ?? 0;
  const { items: keywords } = await simulator.searchAds().findKeywords(scope, campaignId);
  const { ad_group_id: adGroupId = 0, keyword_id: keywordId = 0 } = keywords.find(({ deleted }) => !deleted) ?? {};
  objects = { orgId, campaignId, adGroupId, keywordId };
  await linkOrganization(api, { id: application_id, adamId, accountId: owner.accountId }, objects);
  const figures = { day, impressions: 100, taps: 10, installs: 5, spendMicros: 20_000_000 };
  await inTables(api, await pulledFigures(api, application_id, objects, figures));
  await simulator.faults(switches);
  stopping = new AbortController();
  const withLog = { ...environment, EVENTSTORE_URL: api.addresses.EVENTSTORE_URL };
  const { ended: running } = await startWork(withLog, logger, stopping.signal);
  working = running;
}

const day = '2026-10-01';
const ask = (method: 'GET' | 'POST' | 'PUT', call: string, fields: object = {}) =>
  api.call(method, call, {
    token,
    [method === 'GET' ? 'query' : 'body']: { application_id, asa_organization_id: orgId, ...fields },
  });

interface Connection {
  readonly state: string;
  readonly binding: string;
  readonly message: string | null;
  readonly history: readonly { text: string }[];
}

async function connection(): Promise<Connection> {
  const { body } = await api.call('GET', path, { token, query: { application_id } });
  return (body.organizations as Connection[])[0] as Connection;
}

const untilState = (state: string, timeoutMs: number) =>
  eventually(connection, (present) => present.state === state, { timeoutMs, everyMs: 100 });

const report = () => ask('GET', '/api/asa/campaigns', { from: day, to: day });

/** What a report says while an organization is disconnected: figures, and how old they are. */
async function storedFigures(message: string) {
  const { body, status } = await report();
  expect([status, body.warning]).toEqual([200, expect.stringContaining(message)]);
  const { spend } = body.totals as { spend: number };
  const { ads } = body.as_of as { ads: string };
  return { count: (body.rows as object[]).length, spend: Number(spend), ads, recorded: await recorded() };
}

/** Objects of the campaign that the log has as deleted and the service, asked over the other version, has not. */
async function wronglyDeleted(): Promise<number[]> {
  const events = (await api.log.readStream(campaignStream(objects.campaignId))).map(({ event }) => event);
  const { campaign, keywords } = fold(campaignDecider, events as CampaignEvent[]);
  const other = simulator.searchAds({ api: environment.APPLE_ADS_API === 'v1' ? 'v5' : 'v1' });
  const { items } = await other.findKeywords({ orgId, currency: 'USD' }, objects.campaignId);
  const present = new Set(items.flatMap(({ deleted, keyword_id }) => (deleted ? [] : [keyword_id])));
  const deleted = [...keywords.values()].filter((keyword) => keyword.deleted);
  const ids = deleted.map(({ keyword_id }) => keyword_id).filter((id) => present.has(id));
  return campaign?.deleted === true ? [objects.campaignId, ...ids] : ids;
}

/** What is refused while an organization is disconnected, in these words. */
async function expectDisconnected(message: string): Promise<void> {
  const key = `${objects.campaignId}:${objects.adGroupId}:${objects.keywordId}`;
  const refused = { status: 409, body: { code: 'apple_ads_not_connected', error_message: message } };
  expect(await ask('PUT', '/api/asa/keywords_bids', { new_bids: { [key]: 1.11 } })).toMatchObject(refused);
  expect(await ask('POST', '/api/asa/creatives')).toMatchObject(refused);
  // What was under way when it began may still end.
  const figures = await eventually(
    async () => {
      const first = await storedFigures(message);
      await pause(2 * pullSeconds * 1000);
      return [first, await storedFigures(message)] as const;
    },
    ([first, later]) => isDeepStrictEqual(first, later),
    { timeoutMs: 30_000 },
  );
  expect(figures[0]).toMatchObject({ count: expect.any(Number), ads: expect.any(String) });
  expect(figures[0].spend).toBeGreaterThan(0);
  expect(await wronglyDeleted()).toEqual([]);
  const account = await api.call('GET', '/api/account', { token });
  const applications = account.body.applications as { asaOrganizations: object[] }[];
  expect(applications[0]?.asaOrganizations).toMatchObject([{ state: 'standing', message }]);
  const ready = await api.call('GET', '/readyz');
  expect(ready.body.parts).toMatchObject({ 'apple-ads': { status: 'degraded', standing: 1 } });
}

async function recorded(): Promise<string[]> {
  return (await api.log.readStream(campaignStream(objects.campaignId))).map(({ event }) => event.type);
}

/** The key made for the organization, uploaded in an account. @returns what its page for API access says. */
async function uploaded(account: number): Promise<Record<string, string>> {
  const { body } = await ask('POST', `${path}/key`);
  expect(body.public_key).toMatch(/^-----BEGIN PUBLIC KEY-----/);
  expect((await ask('POST', `${path}/key`)).body).toEqual(body);
  const response = await fetch(`${simulator.url}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_user: { ad_account: account, public_key: body.public_key } }),
  });
  return ((await response.json()) as Record<string, string>) ?? {};
}

describe('an organization over version 1', () => {
  it('is disconnected until a key of its own gives the proof, within ten seconds; is so again when that is refused, and recovers by itself', async () => {
    await start('v1', { acls: 'empty' });
    await eventually(connection, ({ binding }) => binding === 'credentials', { timeoutMs: 30_000 });
    await expectDisconnected(addKey);
    const seen = await recorded();
    const names = { client_id: 'SEARCHADS.x', team_id: 'SEARCHADS.x', key_id: 'x' };
    expect(await ask('POST', `${path}/credentials`, names)).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    });
    const { client_id, team_id, key_id } = await uploaded(orgId);
    expect(await ask('POST', `${path}/credentials`, names)).toMatchObject({ status: 422, body: { code: 'refused' } });
    expect((await connection()).state).toBe('standing');
    expect(await recorded()).toEqual(seen);

    const set = await ask('POST', `${path}/credentials`, { client_id, team_id, key_id });
    expect(set).toMatchObject({ status: 200, body: { connection: { credentials: 'own' } } });
    const connected = await untilState('working', 10_000);
    expect(connected).toMatchObject({ binding: 'proven', message: null });
    expect((await report()).body.warning ?? '').not.toContain(addKey);

    await simulator.faults({ revoked_clients: [client_id] });
    await untilState('standing', 30_000);
    await expectDisconnected(addKey);
    await simulator.faults({ revoked_clients: [] });
    await untilState('working', 30_000);

    const events = await api.log.readStream(adsConnectionStream(orgId));
    const answers = [set.body, (await api.call('GET', path, { token, query: { application_id } })).body];
    expect(logged.length).toBeGreaterThan(0);
    for (const text of [JSON.stringify(events.map(({ event }) => event)), JSON.stringify(answers), logged.join('')]) {
      expect(text).not.toMatch(/PRIVATE KEY/);
    }
    expect(JSON.stringify(answers)).not.toMatch(/v1\.team-/);
  });

  it('is bound by a person to an account that holds its campaigns alone, and to none of another kind', async () => {
    await start('v1', { acls: 'empty' });
    await eventually(connection, ({ binding }) => binding === 'credentials', { timeoutMs: 30_000 });
    const choose = (ad_account_id: number) => ask('POST', `${path}/account`, { ad_account_id });
    expect((await choose(orgId)).status).toBe(404);
    const stranger = await api.signUp('Eve');
    const foreign = { application_id, asa_organization_id: orgId, ad_account_id: orgId };
    expect((await api.call('POST', `${path}/account`, { token: stranger.token, body: foreign })).status).toBe(404);
    await simulator.faults({ acls: 'all' });
    for (const other of [basicAccount, mapsAccount]) expect((await choose(other)).status).toBe(404);
    expect(await choose(otherAccount)).toMatchObject({ status: 422, body: { code: 'refused' } });
    expect((await choose(orgId)).status).toBe(200);
    expect(await untilState('working', 10_000)).toMatchObject({ binding: 'proven' });
  });
});

describe('an organization over version 5', () => {
  // Every answer that says so is tried by specs of the domain and of pulls.
  it('is disconnected once that answers 301: figures stay, nothing is deleted, edits are refused in words', async () => {
    await start('v5', {});
    await eventually(recorded, (types) => types.length > 3, { timeoutMs: 60_000 });
    await simulator.faults({ v5_end: { as: 301 } });
    await untilState('standing', 30_000);
    await expectDisconnected(ended);
    const { body } = await api.call('GET', path, { token, query: { application_id } });
    expect(body).toMatchObject({ api: 'v5', state: 'ended' });
  });
});
