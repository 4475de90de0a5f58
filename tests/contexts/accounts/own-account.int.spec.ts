import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requestMail } from '@tapwise/adapters';
import { customerEndpointsStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened } from '../../support/facts/ads-world.ts';
import { asTest } from '../../support/facts/settings.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type Mailing, startMailing, tokenOf } from '../../support/workers/mailing.ts';

let api: ApiService;
let mailing: Mailing;
beforeAll(async () => {
  api = await startApi({ demo: true });
  mailing = await startMailing(api);
});
afterAll(async () => {
  await mailing.stop();
  await api.stop();
});

let callers = 0;
const post = (path: string, body: object, token?: string) => {
  callers += 1;
  return api.call('POST', path, { body, from: `10.8.0.${callers % 250}`, ...(token ? { token } : {}) });
};
const put = (token: string, body: object) => api.call('PUT', '/api/account', { token, body });
const account = (token: string) => api.call('GET', '/api/account', { token });
const signIn = (email: string, password: string) => post('/api/session', { email, password });

describe('a password', () => {
  const fresh = 'seven quiet harbours';

  it('is reset by a link that works once, and all sessions end', async () => {
    const { email, token, password } = await api.signUp('Ada');
    expect((await post('/api/account/password_reset', { email: email.toUpperCase() })).status).toBe(200);
    const [mail] = await mailing.wait('reset', email);
    expect(mail?.links[0]).toMatch(/^https:\/\/tapwise\.test\/reset#token=twl_/);
    const use = () => post('/api/account/password', { reset_token: tokenOf(mail), password: fresh });
    const easy = await post('/api/account/password', { reset_token: tokenOf(mail), password: 'password1' });
    expect(easy.body.error_message).toBe('This password is too easy to guess. Use a longer one.');
    const both = await Promise.all([use(), use()]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(await use()).toMatchObject({ status: 404, body: { error_message: 'This link is no longer valid.' } });
    expect((await account(token)).status).toBe(401);
    const response = both.find(({ status }) => status === 200);
    expect(response?.body.account).toMatchObject({ email, email_verified: true });
    expect((await account(String(response?.body.token))).status).toBe(200);
    expect([(await signIn(email, password)).status, (await signIn(email, fresh)).status]).toEqual([401, 200]);
    const [notice] = await mailing.wait('password-changed', email);
    expect(notice?.links[0]).toContain('/reset#token=');
  });

  it('is answered alike for an unknown address, which gets no mail; the fourth request mails nothing', async () => {
    const { email } = await api.signUp('Bo');
    const ask = (to: string) => post('/api/account/password_reset', { email: to });
    const existing = await ask(email);
    const unknown = await ask('nobody@example.com');
    expect([unknown.status, unknown.body]).toEqual([existing.status, existing.body]);
    for (let count = 0; count < 3; count += 1) expect((await ask(email)).status).toBe(200);
    await mailing.wait('reset', email, 1);
    const other = await api.signUp('Cy');
    await ask(other.email);
    await mailing.wait('reset', other.email);
    const all = await mailing.all();
    expect(all.filter(({ kind, to }) => kind === 'reset' && to === email).length).toBeLessThanOrEqual(3);
    expect(all.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
    const loud = () =>
      api.call('POST', '/api/account/password_reset', { body: { email: 'x@example.com' }, from: '10.7.0.1' });
    for (let count = 0; count < 10; count += 1) expect((await loud()).status).toBe(200);
    expect((await loud()).status).toBe(429);
    expect((await ask('')).status).toBe(400);
  });

  it('changed in the profile ends the other sessions, makes links void and is reported', async () => {
    const { email, token, password } = await api.signUp('Di');
    const elsewhere = String((await signIn(email, password)).body.token);
    await post('/api/account/password_reset', { email });
    const [reset] = await mailing.wait('reset', email);
    expect((await put(token, { name: null, organizationName: null, password: fresh })).status).toBe(200);
    expect([(await account(token)).status, (await account(elsewhere)).status]).toEqual([200, 401]);
    expect((await post('/api/account/password', { reset_token: tokenOf(reset), password: fresh })).status).toBe(404);
    const [notice] = await mailing.wait('password-changed', email);
    const back = await post('/api/account/password', {
      reset_token: tokenOf(notice),
      password: 'eight quiet harbours',
    });
    expect([back.status, (await account(token)).status]).toEqual([200, 401]);
  });
});

describe('an address', () => {
  it('changes when the new one is proved; the old one is notified and free again', async () => {
    const { email, token, password } = await api.signUp('Eli');
    const change = (to: string, enteredPassword = password) =>
      post('/api/account/email', { email: to, password: enteredPassword }, token);
    expect(await change('new@example.com', 'not the password')).toMatchObject({
      status: 400,
      body: { code: 'wrong_password' },
    });
    const other = await api.signUp('Flo');
    expect((await change(other.email)).body.code).toBe('email_taken');
    expect((await change('new@example.com')).status).toBe(200);
    expect((await account(token)).body.account).toMatchObject({ email });
    const [mail] = await mailing.wait('email-change', 'new@example.com');
    const confirm = () => post('/api/account/verify', { verification_token: tokenOf(mail) });
    expect((await confirm()).body).toEqual({ status: 'ok', email: 'new@example.com' });
    expect((await confirm()).body).toEqual({ status: 'ok', email: 'new@example.com' });
    expect((await account(token)).body.account).toMatchObject({ email: 'new@example.com', email_verified: true });
    expect((await mailing.wait('email-changed', email))[0]?.subject).toBe('Your email was changed');
    expect([(await signIn(email, password)).status, (await signIn('new@example.com', password)).status]).toEqual([
      401, 200,
    ]);
    expect((await post('/api/account', { name: 'Gus', email, password: 'a free address again' })).status).toBe(200);
  });

  it('may be asked to be proved five times a day beside the welcome, by links of which the newest holds', async () => {
    const { email, token } = await api.signUp('Hana');
    const [welcome] = await mailing.wait('welcome', email);
    const again = () => post('/api/account/verification', {}, token);
    expect((await again()).status).toBe(200);
    const [mail] = await mailing.wait('verify', email);
    expect((await post('/api/account/verify', { verification_token: tokenOf(welcome) })).status).toBe(404);
    for (let count = 0; count < 4; count += 1) expect((await again()).status).toBe(200);
    expect((await again()).status).toBe(429);
    expect((await post('/api/account/verify', { verification_token: tokenOf(mail) })).status).toBe(404);
  });
});

describe('an account', () => {
  it('changes its name, its team’s name and its switches, one group at a time', async () => {
    const { token } = await api.signUp('Ike');
    expect((await put(token, { name: 'Isa', organizationName: 'Moon & Co' })).body.account).toMatchObject({
      name: 'Isa',
      organizationName: 'Moon & Co',
      receiveProductUpdates: false,
      share_usage: true,
    });
    const switched = await put(token, { mail_switches: { automation: false } });
    expect(switched.body.account).toMatchObject({ mail_switches: { integrations: true, automation: false } });
    for (const name of ['يوسف بن علي', '👩‍👩‍👧‍👦 Zoë', '李'.repeat(100)]) {
      expect((await put(token, { name })).body.account).toMatchObject({ name: name.normalize('NFC') });
    }
    await put(token, { name: 'Isa' });
    await put(token, { share_usage: false });
    const response = await put(token, { receive_product_updates: true });
    expect(response.body.account).toMatchObject({ receiveProductUpdates: true, share_usage: false });
    const nothing = await put(token, { name: null, organizationName: null, password: null });
    expect([nothing.status, nothing.position]).toEqual([200, undefined]);
    const refused = [
      [{ name: ' ' }, 'Please input non-empty username'],
      [{ organizationName: '' }, 'Please input non-empty organization name'],
      [{ name: 'A\u202Eb' }, 'Use at most 100 characters and no control characters'],
      [{ name: 'x'.repeat(101) }, 'Use at most 100 characters and no control characters'],
      [{ password: 'short' }, 'Use at least 8 characters'],
      [{ password: 'Moon & Co' }, 'This password is too easy to guess. Use a longer one.'],
      [{ name: 'A', share_usage: true }, 'Change one thing at a time.'],
      [{ access: 'admin' }, 'The field "access" is not known.'],
      [{ trialExpirationDate: '2030-01-01' }, 'The field "trialExpirationDate" is not known.'],
    ] as const;
    for (const [body, message] of refused)
      expect(await put(token, body)).toMatchObject({ status: 400, body: { error_message: message } });
    expect((await account(token)).body.account).toMatchObject({
      name: 'Isa',
      organizationName: 'Moon & Co',
      access: 'admin',
    });
  });

  it('lists its sessions and ends them, one or all others', async () => {
    const { email, password, token } = await api.signUp('Jan');
    const tokens = [1, 2].map(async () => String((await signIn(email, password)).body.token));
    const [second = '', third = ''] = await Promise.all(tokens);
    const list = async () =>
      (await api.call('GET', '/api/sessions', { token })).body.sessions as Record<string, unknown>[];
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      address: '10.8.0.0/24',
      agent: 'lightMyRequest',
      created_at: expect.any(String),
    });
    expect(JSON.stringify(sessions)).not.toContain('tws_');
    const stranger = await api.signUp('Kay');
    const end = (body: object, as = token) => api.call('DELETE', '/api/sessions', { token: as, body });
    const session_id = sessions.find(({ current }) => !current)?.id;
    expect((await end({ session_id }, stranger.token)).status).toBe(404);
    expect((await end({ session_id })).status).toBe(200);
    expect(await list()).toHaveLength(2);
    const statuses = [(await account(second)).status, (await account(third)).status];
    expect(statuses.sort()).toEqual([200, 401]);
    expect((await end({ others: true })).status).toBe(200);
    expect([(await account(token)).status, (await list()).length]).toEqual([200, 1]);
    expect([(await account(second)).status, (await account(third)).status]).toEqual([401, 401]);
  });

  it('is unsubscribed by one click of the mail that was sent, and by nothing else', async () => {
    const { email, token, accountId } = await api.signUp('Lea');
    const requestDigest = (day: string) =>
      requestMail(api.log, asTest, {
        kind: 'automation-digest',
        key: `automation-digest|r|${accountId}|${day}`,
        to: { accountId },
        facts: { rule: 'Raise bids', application: 'Moonvale', day, path: '/client/automation' },
        rows: ['one', 'two'],
        requestedAt: api.deps.now().toISOString(),
      });
    await requestDigest('2026-11-22');
    await requestDigest('2026-11-22');
    const [mail] = await mailing.wait('automation-digest', email);
    expect(mail?.links).toEqual(['https://tapwise.test/client/automation']);
    expect(mail?.text).toContain('- one\n- two');
    const name = readdirSync(mailing.outbox).find((file) => /^automation-digest--.*eml$/.test(file)) ?? '';
    const raw = readFileSync(join(mailing.outbox, name), 'utf8');
    const path = /List-Unsubscribe: <https:\/\/tapwise\.test(\/unsubscribe\/[^>]+)>/.exec(raw)?.[1] ?? '';
    expect(path).not.toContain('example.com');
    const click = (to: string) =>
      api.call('POST', to, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const switches = async () => ((await account(token)).body.account as { mail_switches: unknown }).mail_switches;
    await api.call('GET', path);
    expect((await click(path.replace('.automation.', '.integrations.'))).status).toBe(404);
    expect(await switches()).toEqual({ integrations: true, automation: true, reports: true, alerts: true });
    expect([(await click(path)).status, (await click(path)).status]).toEqual([200, 200]);
    expect(await switches()).toEqual({ integrations: true, automation: false, reports: true, alerts: true });
    const before = await requestDigest('2026-11-23');
    await put(token, { password: 'seven quiet harbours' });
    await mailing.wait('password-changed', email);
    expect((await mailing.all()).filter(({ kind, to }) => kind === 'automation-digest' && to === email)).toHaveLength(
      1,
    );
    expect(before).toBeGreaterThan(0n);
  });

  it('of the demo is closed to all of it', async () => {
    const token = String((await post('/api/session', { demo: true })).body.token);
    const refused = [
      await put(token, { name: 'Mine' }),
      await put(token, { share_usage: false }),
      await post('/api/account/email', { email: 'me@example.com', password: 'x' }, token),
      await post('/api/account/collaborator', { email: 'me@example.com' }, token),
      await api.call('GET', '/api/sessions', { token }),
      await api.call('DELETE', '/api/account/collaborator', { token, body: { account_id: 17 } }),
      await post('/api/application/api_key', { application_id: 1 }, token),
    ];
    for (const response of refused) {
      expect(response).toMatchObject({
        status: 403,
        body: { code: 'demo_account', error_message: "You're on a demo account." },
      });
    }
    expect((await api.call('GET', '/api/account/collaborators', { token })).status).toBe(200);
    expect((await mailing.all()).filter(({ to }) => to.endsWith('tapwise.example'))).toEqual([]);
  });
});

describe('an address of a customer that is switched off', () => {
  it('is mailed to the admins once, by its host alone', async () => {
    const { token, email } = await api.signUp();
    const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
    const made = await api.call('POST', '/api/application', { token, body });
    const application_id = Number(made.body.application_id);
    const endpoint_id = randomUUID();
    const of = { application_id, endpoint_id, lane: 'forwarding' as const };
    const url = 'https://hooks.example.com/secret-path?key=1';
    const at = api.deps.now().toISOString();
    await happened(
      api,
      customerEndpointsStream(application_id),
      { type: 'CustomerEndpointOpened', data: { ...of, url, secret: null, opened_at: at } },
      { type: 'CustomerEndpointDisabled', data: { ...of, reason: 'gone', disabled_at: at } },
    );
    const [mail] = await mailing.wait('webhook-disabled', email);
    expect(mail?.text).toContain('The webhook hooks.example.com of Moonvale was switched off: it answered');
    expect(mail?.text).not.toContain('secret-path');
  });
});
