import { readLog } from '@tapwise/adapters';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { joinTeam } from '../../../tests/support/people/team-member.ts';
import { type ApiService, type Call, startApi } from '../../../tests/support/services/api-service.ts';

let api: ApiService;
let owner: Awaited<ReturnType<ApiService['signUp']>>;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp('Ada');
});
afterEach(() => {
  api.clock.stoppedAt = undefined;
});
afterAll(() => api.stop());

const body = { name: 'App', url: 'https://apps.apple.com/app/id7' };
/** A team has each app once, so each key adds one of its own. */
const bodies = new Map<string | undefined, typeof body>();
function bodyOf(key: string | undefined): typeof body {
  const storedBody = key === undefined ? undefined : bodies.get(key);
  const requestBody = storedBody ?? { name: 'App', url: `${body.url}${1000 + bodies.size}` };
  bodies.set(key ?? `none ${bodies.size}`, requestBody);
  return requestBody;
}
const add = (key: string | undefined, overrides: Call = {}) =>
  api.call('POST', '/api/application', {
    token: owner.token,
    body: bodyOf(key),
    ...overrides,
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const applicationIds = () => [...api.deps.directory.state.applications.keys()];
/** Everything in the log as text, an event a line. */
async function wholeLog(): Promise<string> {
  const lines: string[] = [];
  await readLog(api.log, {}, (batch) => {
    for (const { event, metadata } of batch) lines.push(JSON.stringify([event, metadata]));
  });
  return lines.join('\n');
}

describe('a write call with an Idempotency-Key', () => {
  it('is carried out once; the same call again is given the same answer and position', async () => {
    const first = await add('once');
    expect(first).toMatchObject({ status: 200, body: { status: 'ok' } });
    const idsBefore = applicationIds();
    const { url, name } = bodyOf('once');
    const again = await add('once', { body: { url, name, token: owner.token }, token: '' });
    expect([again.status, again.body, again.position]).toEqual([first.status, first.body, first.position]);
    expect(again.headers['content-type']).toBe(first.headers['content-type']);
    expect(applicationIds()).toEqual(idsBefore);
    expect((await add(undefined)).body).not.toEqual(first.body);
  });

  it('is carried out once when it comes many times at once', async () => {
    const before = applicationIds().length;
    const responses = await Promise.all(Array.from({ length: 6 }, () => add('at-once')));
    expect(applicationIds()).toHaveLength(before + 1);
    const done = responses.filter(({ status }) => status === 200);
    expect(new Set(done.map((response) => response.body.application_id)).size).toBe(1);
    for (const response of responses.filter(({ status }) => status !== 200)) {
      expect(response).toMatchObject({ status: 409, body: { code: 'still_running' }, headers: { 'retry-after': '1' } });
    }
  });

  it('is refused when its key was used for another payload or another call', async () => {
    await add('taken');
    for (const other of [
      await add('taken', { body: { ...bodyOf('taken'), name: 'Another' } }),
      await api.call('DELETE', '/api/session', { token: owner.token, headers: { 'idempotency-key': 'taken' } }),
    ]) {
      expect(other).toMatchObject({ status: 422, body: { status: 'error', code: 'idempotency_key_reused' } });
    }
    expect((await api.call('GET', '/api/account', { token: owner.token })).status).toBe(200);
  });

  it('leaves its key free when it was refused, because nothing has changed', async () => {
    expect(await add('refused', { body: { name: '', url: body.url } })).toMatchObject({ status: 400 });
    expect((await add('refused')).status).toBe(200);
  });

  it('is refused when its body is nested deeper than any call needs', async () => {
    let nested: unknown = 1;
    for (let depth = 0; depth < 101; depth += 1) nested = [nested];
    const deep = { application_id: 1, automation_type: 'custom', automation_params: { cases: nested } };
    const headers = { 'idempotency-key': 'deep' };
    expect(
      await api.call('POST', '/api/asa/automated_campaigns', { token: owner.token, body: deep, headers }),
    ).toMatchObject({ status: 400, body: { error_message: 'The body is nested too deep.' } });
  });

  it('belongs to the account that made it', async () => {
    const mine = await add('shared');
    const other = await joinTeam(api, owner, 'member');
    const theirs = await add('shared', { token: other.token, body: bodyOf('shared by another') });
    expect(theirs.status).toBe(200);
    expect(theirs.body.application_id).not.toBe(mine.body.application_id);
  });

  it('is remembered for 24 hours', async () => {
    const start = Date.now();
    const first = await add('a-day');
    api.clock.stoppedAt = start + 86_400_000 - 1000;
    expect((await add('a-day')).body).toEqual(first.body);
    api.clock.stoppedAt = Date.now() + 86_400_000;
    // It is carried out again, and the team has the app now.
    expect(await add('a-day')).toMatchObject({ status: 409, body: { code: 'app_added' } });
  });

  it('that was cut short after its append is made up for by its next attempt, and adds nothing twice', async () => {
    const { vault } = api.deps;
    const { encrypt } = vault;
    Object.assign(vault, { encrypt: () => Promise.reject(new Error('the process died')) });
    const start = Date.now();
    const first = await add('cut-short').finally(() => Object.assign(vault, { encrypt }));
    const idsBefore = applicationIds();
    expect((await add('cut-short')).body.code).toBe('still_running');
    api.clock.stoppedAt = start + 120_000;
    const again = await add('cut-short');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(applicationIds()).toEqual(idsBefore);
  });

  it.each(['', ' ', 'with blank', 'x'.repeat(256)])('is refused with the key %j', async (key) => {
    expect(await add(key)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
  });

  it('keeps keys, payloads and answers out of the log in the clear', async () => {
    const name = 'Unmistakable Name';
    const { status } = await api.call('POST', '/api/application/appstorepassword', {
      token: owner.token,
      body: { application_id: applicationIds()[0], password: 'unmistakable secret' },
      headers: { 'idempotency-key': 'unmistakable-key' },
    });
    expect(status).toBe(200);
    await add('named', { body: { ...body, name } });
    const log = await wholeLog();
    for (const text of ['unmistakable secret', 'unmistakable-key']) expect(log).not.toContain(text);
    expect(
      log
        .split('\n')
        .filter((event) => event.includes('WriteCall'))
        .join(),
    ).not.toContain(name);
  });

  it('takes no key where there is no session: signing in gives a token of its own each time', async () => {
    const { email, password } = owner;
    const signIn = () =>
      api.call('POST', '/api/session', { body: { email, password }, headers: { 'idempotency-key': 'sign-in' } });
    const first = await signIn();
    const second = await signIn();
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.token).not.toBe(first.body.token);
  });
});
