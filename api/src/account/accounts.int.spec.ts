import { randomUUID } from 'node:crypto';
import { type RecordedEvent, readLog } from '@tapwise/adapters';
import { dayMs, emailReservationStream, forgetEndedSessions } from '@tapwise/domain';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { type ApiService, type Call, startApi } from '../../../tests/support/services/api-service.ts';
import { reserveAddress } from './commands/open-account.ts';
import { emailHashOf } from './verify-password.ts';

let api: ApiService;
beforeAll(async () => {
  api = await startApi();
});
afterEach(() => {
  api.clock.stoppedAt = undefined;
});
afterAll(() => api.stop());

const signUpBody = { name: 'Grace', email: 'grace@example.com', password: 'correct horse' };

async function wholeLog(): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  await readLog(api.log, {}, (batch) => void events.push(...batch));
  return events;
}

describe('accounts', () => {
  it('are opened, signed in and read back at once', async () => {
    const opened = await api.call('POST', '/api/account', { body: { ...signUpBody, email: ' Grace@Example.com ' } });
    expect(opened).toMatchObject({
      status: 200,
      body: { status: 'ok', account: { name: 'Grace', email: 'Grace@Example.com', access: 'admin', demo: false } },
    });
    expect(opened.position).toBeGreaterThan(0n);
    const { token } = opened.body as { token: string };
    const read = await api.call('GET', '/api/account', { query: { token } });
    expect(read).toMatchObject({ status: 200, body: { ...opened.body, token } });
  });

  it('are neither read nor signed in by a call that has a token and a password', async () => {
    const both = { ...signUpBody, email: 'both@example.com' };
    const { token } = (await api.call('POST', '/api/account', { body: both })).body as { token: string };
    const sessions = async () => (await wholeLog()).filter(({ event }) => event.type === 'SessionOpened').length;
    const before = await sessions();
    const { email, password } = both;
    const calls: Call[] = [
      { query: { token, email, password } },
      { query: { token: 'of nobody', email, password } },
      { query: { token, password } },
      { query: { token, email } },
      { token, query: { email, password } },
    ];
    for (const call of calls) {
      const response = await api.call('GET', '/api/account', call);
      expect(response).toMatchObject({ status: 400, body: { status: 'error', code: 'invalid_request' } });
    }
    expect(await sessions()).toBe(before);
    expect((await api.call('GET', '/api/account', { query: { token: '', email, password } })).status).toBe(200);
  });

  it('have an address no other account can take, whatever its spelling', async () => {
    const again = await api.call('POST', '/api/account', { body: { ...signUpBody, email: 'GRACE@example.COM' } });
    expect(again).toMatchObject({ status: 409, body: { status: 'error', code: 'email_taken' } });
  });

  it('have one owner even when many sign up with the same address at once', async () => {
    const body = { ...signUpBody, email: 'race@example.com' };
    const responses = await Promise.all(Array.from({ length: 5 }, () => api.call('POST', '/api/account', { body })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });

  it('are reserved for one number only, however many numbers are tried at once', async () => {
    const emailHash = emailHashOf(api.deps, 'crowd@example.com');
    const numbers = Array.from({ length: 20 }, (_, index) => 500_000 + index);
    const reserved = await Promise.all(
      numbers.map((number) => reserveAddress(api.deps, asTest, emailHash, () => number)),
    );
    expect(new Set(reserved).size).toBe(1);
  });

  it('can be opened with an address that was reserved for an account that was never opened', async () => {
    const emailHash = emailHashOf(api.deps, 'half@example.com');
    const reserved = await reserveAddress(api.deps, asTest, emailHash);
    const response = await api.call('POST', '/api/account', { body: { ...signUpBody, email: 'half@example.com' } });
    expect(response).toMatchObject({ status: 200, body: { account: { user_id: reserved } } });
    expect(await api.log.readStream(emailReservationStream(emailHash))).toHaveLength(1);
  });

  it.each([
    [{}, 'Please input your Name'],
    [{ name: ' ' }, 'Please input your Name'],
    [{ name: 'A' }, 'Please input your Email'],
    [{ name: 'A', email: 'a@example.com' }, 'Please input your Password'],
    [{ name: 'A', email: 'no address', password: 'long enough' }, 'Please enter a valid email'],
    [{ name: 'A', email: 'a@example.com', password: 'short' }, 'Use at least 8 characters'],
  ])('are not opened with %j', async (body, message) => {
    const response = await api.call('POST', '/api/account', { body });
    expect(response).toMatchObject({ status: 400, body: { status: 'error', error_message: message } });
    expect(response.position).toBeUndefined();
  });

  it('keep nothing personal in the log', async () => {
    const person = await api.signUp('Rosalind Unmistakable');
    const log = (await wholeLog()).map(({ event, metadata }) => JSON.stringify([event, metadata])).join('\n');
    for (const secret of ['Rosalind Unmistakable', person.email, person.password, person.token]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe('everything recorded', () => {
  it('says which account did it, under the id of the request', async () => {
    const id = randomUUID();
    const body = { ...signUpBody, email: 'traced@example.com' };
    const { accountId } = await api.signUp();
    const opened = await api.call('POST', '/api/account', { body, headers: { 'x-request-id': id.toUpperCase() } });
    const { user_id } = (opened.body as { account: { user_id: number } }).account;
    const events = await wholeLog();
    expect(events.filter(({ metadata }) => metadata === undefined)).toEqual([]);
    const traced = events.filter(({ metadata }) => metadata?.correlationId === id);
    expect(traced.map(({ event, metadata }) => [event.type, metadata?.actor])).toEqual([
      ['NumberTaken', { kind: 'system', id: 'api' }],
      ['EmailReserved', { kind: 'system', id: 'api' }],
      ['AccountOpened', { kind: 'account', id: String(user_id) }],
      ['EmailVerificationRequested', { kind: 'account', id: String(user_id) }],
      ['TeamFounded', { kind: 'account', id: String(user_id) }],
      ['TeamMemberJoined', { kind: 'account', id: String(user_id) }],
      ['SessionOpened', { kind: 'account', id: String(user_id) }],
    ]);
    const others = events.filter(({ metadata }) => metadata?.actor.id === String(accountId));
    expect(new Set(others.map(({ metadata }) => metadata?.correlationId)).size).toBe(1);
  });

  it('takes nothing into the log that a request gives as its id and is none', async () => {
    const headers = { 'x-request-id': 'rosalind@example.com' };
    const body = { ...signUpBody, email: 'other-id@example.com' };
    const opened = await api.call('POST', '/api/account', { body, headers });
    expect(opened.status).toBe(200);
    expect(JSON.stringify((await wholeLog()).map(({ metadata }) => metadata))).not.toContain('rosalind');
  });
});

describe('signing in', () => {
  it('works on both calls and gives a token that works', async () => {
    const { email, password, accountId } = await api.signUp();
    for (const response of [
      await api.call('POST', '/api/session', { body: { email, password } }),
      await api.call('GET', '/api/account', { query: { email, password } }),
    ]) {
      expect(response).toMatchObject({ status: 200, body: { account: { user_id: accountId }, applications: [] } });
      const { token } = response.body as { token: string };
      expect((await api.call('GET', '/api/account', { token })).status).toBe(200);
    }
  });

  it('says the same for a wrong password and an unknown address', async () => {
    const { email } = await api.signUp();
    const wrong = await api.call('POST', '/api/session', { body: { email, password: 'not the password' } });
    const unknown = await api.call('POST', '/api/session', {
      body: { email: 'unknown@example.com', password: 'not the password' },
    });
    expect(wrong.status).toBe(401);
    expect(unknown).toEqual({ ...wrong, headers: expect.anything() });
  });

  it('answers 429 from the sixth wrong password on, on both calls and for the right password too', async () => {
    const { email, password } = await api.signUp();
    api.clock.stoppedAt = Date.now();
    const attempt = (enteredPassword: string) =>
      api.call('POST', '/api/session', { body: { email, password: enteredPassword } });
    for (let count = 0; count < 5; count += 1) expect((await attempt('wrong password')).status).toBe(401);
    const sixth = await attempt('wrong password');
    expect(sixth).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(sixth.headers['retry-after']).toBe('1');
    expect((await attempt(password)).status).toBe(429);
    expect((await api.call('GET', '/api/account', { query: { email, password } })).status).toBe(429);
    const elsewhere = await api.call('POST', '/api/session', { body: { email, password }, from: '198.51.100.7' });
    expect(elsewhere.status).toBe(200);
    api.clock.stoppedAt += 1000;
    expect((await attempt(password)).status).toBe(200);
  });

  it('is over for a token that was signed out, and for one that is 30 days old', async () => {
    const { token, email, password } = await api.signUp();
    expect((await api.call('DELETE', '/api/session', { body: { token } })).status).toBe(200);
    expect(await api.call('GET', '/api/account', { token })).toMatchObject({
      status: 401,
      body: { error_message: 'Unauthorized' },
    });
    expect((await api.call('DELETE', '/api/session', { token })).status).toBe(401);
    const again = await api.call('POST', '/api/session', { body: { email, password } });
    api.clock.stoppedAt = Date.now() + 30 * dayMs;
    const afterwards = () => api.call('GET', '/api/account', { token: String(again.body.token) });
    expect((await afterwards()).status).toBe(401);
    api.clock.stoppedAt += 2 * dayMs;
    forgetEndedSessions(api.deps.directory.state, api.clock.stoppedAt);
    expect((await afterwards()).status).toBe(401);
  });

  it('has no demo where there is none', async () => {
    expect(await api.call('POST', '/api/session', { body: { demo: true } })).toMatchObject({ status: 404 });
  });
});
