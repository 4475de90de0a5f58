import { mkdtempSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ExportFiles, openExportFiles, openFileFolder, startFoldFollower } from '@tapwise/adapters';
import {
  createDirectory,
  createReportSchedules,
  directoryStreamPrefixes,
  evolveDirectory,
  evolveReportSchedules,
  findApplicationByApiKey,
  reportScheduleStreamPrefixes,
} from '@tapwise/domain';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEraseAccountActivities } from '../../../workflows/src/accounts/erase-account/erase-account.activities.ts';
import { erasureRequests } from '../../../workflows/src/accounts/erase-account/erase-account.requests.ts';
import { createExportAccountActivities } from '../../../workflows/src/accounts/export-account/export-account.activities.ts';
import { exportRequests } from '../../../workflows/src/accounts/export-account/export-account.requests.ts';
import { checkpointsIn } from '../../../workflows/src/start/checkpoint.ts';
import { runRequested } from '../../../workflows/src/testing/run-requested.ts';
import { inTables, linkOrganization } from '../../support/facts/ads-world.ts';
import { joinTeam } from '../../support/people/team-member.ts';
import { eventually } from '../../support/product/product.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type Mailing, startMailing, tokenOf } from '../../support/workers/mailing.ts';

type Person = Awaited<ReturnType<ApiService['signUp']>>;
const dayMs = 86_400_000;

let api: ApiService;
let mailing: Mailing;
let folder: string;
let stopWork: () => Promise<void>;
/** Milliseconds that the worker's clock is ahead. */
let ahead = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-leaving-'));
  api = await startApi({ tables: true });
  const files: ExportFiles = openExportFiles(openFileFolder(folder), api.deps.vault);
  Object.assign(api.deps, { exports: files });
  mailing = await startMailing(api);
  stopWork = startWork(files);
});
afterAll(async () => {
  await stopWork();
  await mailing.stop();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the workflows process does about personal data. Started again it goes on from the log. */
function startWork(files: ExportFiles): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const { log, deps } = api;
  const directory = startFoldFollower(log, {
    state: createDirectory(),
    evolve: (state, recorded) => evolveDirectory(state, recorded.event, recorded),
    streamPrefixes: directoryStreamPrefixes,
    signal,
  });
  const schedules = startFoldFollower(log, {
    state: createReportSchedules(),
    evolve: (all, { event, position }) => {
      evolveReportSchedules(all, event, position);
    },
    streamPrefixes: reportScheduleStreamPrefixes,
    signal,
  });
  const { vault, tables, logger } = deps;
  const { state, caughtUp } = directory;
  const personal = { log, vault, directory: state, caughtUp, now: () => new Date(Date.now() + ahead) };
  const working = runRequested({
    log,
    kinds: [exportRequests, erasureRequests],
    activities: {
      ...createExportAccountActivities({ ...personal, files, tables }),
      ...createEraseAccountActivities({ ...personal, directory, schedules }),
    },
    checkpoint: checkpointsIn(log, 1)('leaving'),
    logger,
    signal,
  });
  return async () => {
    stopping.abort();
    await working;
  };
}

const accountOf = async ({ token }: { token: string }) =>
  (await api.call('GET', '/api/account', { token })).body.account as Record<string, unknown>;
const erase = ({ token }: { token: string }, password: string) =>
  api.call('DELETE', '/api/account', { token, body: { password } });
const erased = (accountId: number) =>
  eventually(
    async () => (await api.log.readStream(`account-${accountId}`)).map(({ event }) => event.type as string),
    (types) => types.includes('SubjectErased'),
    { timeoutMs: 20_000 },
  );

describe('an export', () => {
  it('has what is kept about the person, and for an admin the reports; it is theirs alone, for seven days', async () => {
    const ada = await api.signUp('Ada');
    const eve = await api.signUp('Eve');
    const add = { name: 'Calm', url: 'https://apps.apple.com/app/id1500000009' };
    const { application_id } = (await api.call('POST', '/api/application', { token: ada.token, body: add })).body;
    const objects = { orgId: 4401, campaignId: 5401, adGroupId: 6401, keywordId: 7401 };
    const owner = { id: Number(application_id), adamId: 1500000009, accountId: ada.accountId };
    await inTables(api, await linkOrganization(api, owner, objects));
    const ask = () => api.call('POST', '/api/account/export', { token: ada.token, body: {} });
    expect((await ask()).status).toBe(200);
    const [mail] = await mailing.wait('export-ready', ada.email);
    expect(mail?.links).toEqual(['https://tapwise.test/client/settings#your-data']);
    expect(await accountOf(ada)).toMatchObject({ export: { expires_at: expect.any(String) } });
    expect(await ask()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    const fetch = (token?: string) =>
      api.app.inject({ url: '/api/account/export', headers: token ? { authorization: `Bearer ${token}` } : {} });
    const file = await fetch(ada.token);
    expect(file.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const packed = Object.entries(unzipSync(new Uint8Array(file.rawPayload))).map(
      ([name, bytes]) => [name, strFromU8(bytes)] as const,
    );
    const texts = new Map(packed);
    expect(JSON.parse(texts.get('profile.json') ?? '')).toMatchObject({ name: 'Ada', email: ada.email });
    expect(JSON.parse(texts.get('membership.json') ?? '')).toMatchObject({ access: 'admin', team: 'Ada' });
    expect(JSON.parse(texts.get('sessions.json') ?? '')).toHaveLength(1);
    const actions = JSON.parse(texts.get('actions.json') ?? '') as { event: string }[];
    expect(actions.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['AccountOpened', 'ApplicationCreated', 'AccountExportRequested']),
    );
    const campaigns = packed.find(([name]) => name.includes('/campaigns-4401-'))?.[1] ?? '';
    expect(campaigns).toMatch(/^\uFEFF?id,name/);
    expect(campaigns).toContain('5401');
    expect([...texts.values()].join()).not.toMatch(/argon2|token_hash|api_key/);
    expect((await fetch(eve.token)).statusCode).toBe(404);
    expect((await fetch()).statusCode).toBe(401);
    const files = await readdir(join(folder, 'exports'));
    expect(files).toHaveLength(1);
    api.clock.stoppedAt = Date.now() + 8 * dayMs;
    expect((await fetch(ada.token)).statusCode).toBe(404);
    delete api.clock.stoppedAt;
    // The worker that is started in a week removes the file.
    await stopWork();
    ahead = 8 * dayMs;
    stopWork = startWork(openExportFiles(openFileFolder(folder), api.deps.vault));
    await eventually(
      () => readdir(join(folder, 'exports')),
      (left) => left.length === 0,
      { timeoutMs: 20_000 },
    );
    ahead = 0;
  });
});

/** The ciphertext of an address outside the team that a report of hers goes to. */
async function addressOfReport(owner: Person, applicationId: number): Promise<string> {
  const objects = { orgId: 4402, campaignId: 5402, adGroupId: 6402, keywordId: 7402 };
  const application = { id: applicationId, adamId: 1500000011, accountId: owner.accountId };
  await inTables(api, await linkOrganization(api, application, objects));
  const body = {
    application_id: applicationId,
    name: 'Spend',
    view: { call: 'campaigns', columns: ['spend'], sort: '-spend' },
    scope: { asa_organization_id: objects.orgId },
    range: 'yesterday',
    cadence: { every: 'day', time: '09:00' },
    recipients: [{ email: 'reader@outside.example' }],
  };
  const { id } = (await api.call('POST', '/api/asa/report_schedules', { token: owner.token, body })).body;
  for (const { event } of await api.log.readStream(`reportSchedule-${Number(id)}`)) {
    if (event.type !== 'ReportRecipientAdded' || event.data.address === null) continue;
    expect(await api.deps.vault.decrypt(event.data.address)).toBe('reader@outside.example');
    return event.data.address;
  }
  throw new Error('The report has no address outside the team');
}

describe('a deleted account', () => {
  it('of a colleague is gone at once: session, keys, address; the only admin cannot leave others', async () => {
    const ada = await api.signUp('Ada');
    const ben = await joinTeam(api, ada, 'member');
    const cipher = (await api.log.readStream(`account-${ben.accountId}`)).map(({ event }) => event.data)[0] as {
      email: string;
    };
    const email = String((await accountOf(ben)).email);
    expect(await erase(ada, ada.password)).toMatchObject({ status: 409, body: { code: 'last_admin' } });
    expect(await erase(ben, 'wrong password')).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
    expect(await erase(ben, ben.password)).toMatchObject({ status: 200, body: { deletes_at: null } });
    expect((await api.call('GET', '/api/account', { token: ben.token })).status).toBe(401);
    await erased(ben.accountId);
    expect(await api.deps.vault.decrypt(cipher.email)).toBeUndefined();
    for (const { event } of await api.log.readStream(`team-${ada.accountId}`)) {
      if (event.type === 'TeamMemberInvited') expect(await api.deps.vault.decrypt(event.data.email)).toBeUndefined();
    }
    const again = { name: 'Ben', email, password: 'quiet harbour seven' };
    expect((await api.call('POST', '/api/account', { body: again, from: '10.7.0.1' })).status).toBe(200);
    expect((await accountOf(ada)).deletes_at).toBeNull();
  });

  it('of the last person takes 14 days, is taken back by the mailed link, and ends the team with its keys', async () => {
    const ada: Person = await api.signUp('Ada');
    const add = { name: 'Calm', url: 'https://apps.apple.com/app/id1500000011' };
    const added = await api.call('POST', '/api/application', { token: ada.token, body: add });
    const address = await addressOfReport(ada, Number(added.body.application_id));
    const key = String(
      ((await api.call('GET', '/api/account', { token: ada.token })).body.applications as { api_key: string }[])[0]
        ?.api_key,
    );
    const before = Date.now();
    const { deletes_at } = (await erase(ada, ada.password)).body;
    expect(Date.parse(String(deletes_at)) - before).toBeGreaterThan(14 * dayMs - 60_000);
    expect(await accountOf(ada)).toMatchObject({ deletes_at });
    const [mail] = await mailing.wait('deletion-scheduled', ada.email);
    expect(mail?.links[0]).toMatch(/^https:\/\/tapwise\.test\/keep_account#token=twl_/);
    const keep = (keep_token: string) => api.call('POST', '/api/account/keep', { body: { keep_token } });
    expect((await keep('twl_other')).status).toBe(404);
    const kept = await keep(tokenOf(mail));
    expect(kept).toMatchObject({ status: 200, body: { email: ada.email } });
    expect((await keep(tokenOf(mail))).position).toBe(kept.position);
    expect(await accountOf(ada)).toMatchObject({ deletes_at: null });

    await erase(ada, ada.password);
    expect(findApplicationByApiKey(api.deps.directory.state, key)).toBeDefined();
    const [, second] = await mailing.wait('deletion-scheduled', ada.email, 2);
    await stopWork();
    ahead = 15 * dayMs;
    stopWork = startWork(openExportFiles(openFileFolder(folder), api.deps.vault));
    await erased(ada.accountId);
    expect((await keep(tokenOf(second))).status).toBe(404);
    expect((await api.call('GET', '/api/account', { token: ada.token })).status).toBe(401);
    expect(findApplicationByApiKey(api.deps.directory.state, key)).toBeUndefined();
    const [team] = await api.log.readStream(`team-${ada.accountId}`);
    if (team?.event.type !== 'TeamFounded') throw new Error('no team');
    expect(await api.deps.vault.decrypt(team.event.data.name)).toBeUndefined();
    expect(await api.deps.vault.decrypt(address)).toBeUndefined();
    const body = { email: ada.email, password: ada.password };
    expect((await api.call('POST', '/api/session', { body, from: '10.7.0.2' })).status).toBe(401);
    const again = { name: 'Ada', email: ada.email, password: 'quiet harbour seven' };
    expect((await api.call('POST', '/api/account', { body: again, from: '10.7.0.3' })).status).toBe(200);
  });
});
