import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outcome, type Page } from '../../support/people/live-page.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type Mailing, startMailing, tokenOf } from '../../support/workers/mailing.ts';

let api: ApiService;
let mailing: Mailing;
let url: string;
beforeAll(async () => {
  api = await startApi();
  url = await api.listen();
  mailing = await startMailing(api);
});
afterAll(async () => {
  await mailing.stop();
  await api.stop();
});

let callers = 0;
const post = (path: string, body: object, token?: string) => {
  callers += 1;
  return api.call('POST', path, { body, from: `10.9.${callers >> 8}.${callers & 255}`, ...(token ? { token } : {}) });
};
const account = async (token: string) => (await api.call('GET', '/api/account', { token })).body;
const collaborators = async (token: string) =>
  (await api.call('GET', '/api/account/collaborators', { token })).body.collaborators as Record<string, unknown>[];
const invite = async (token: string, email: string, access?: string) =>
  post('/api/account/collaborator', { email, ...(access ? { access } : {}) }, token);
const linkOf = async (email: string) => new URL((await mailing.wait('invite', email)).at(-1)?.links[0] ?? '');
const joinBody = (link: URL, more: object = {}) => ({
  collaborator_token: link.searchParams.get('token'),
  proof: link.searchParams.get('proof'),
  name: 'Ben Example',
  password: 'quiet harbour seven',
  ...more,
});

describe('a stranger', () => {
  it('signs up, proves the address, invites a colleague who joins restricted, promotes and removes them', async () => {
    const owner = await api.signUp('Ada');
    const [welcome] = await mailing.wait('welcome', owner.email);
    expect(welcome).toMatchObject({ kind: 'welcome', subject: 'Welcome to Tapwise' });
    expect(welcome?.links[0]).toMatch(/^https:\/\/tapwise\.test\/verify#token=twl_[\w-]{43}$/);
    expect((await account(owner.token)).account).toMatchObject({ email_verified: false });
    const verify = () => post('/api/account/verify', { verification_token: tokenOf(welcome) });
    const first = await verify();
    expect(first).toMatchObject({ status: 200, body: { status: 'ok', email: owner.email } });
    expect(first.body).not.toHaveProperty('token');
    expect((await account(owner.token)).account).toMatchObject({ email_verified: true });
    const again = await verify();
    expect([again.status, again.body.email, again.position]).toEqual([200, owner.email, first.position]);

    const email = 'ben@colleagues.example';
    const invited = await invite(owner.token, email, 'restricted');
    expect(invited.body.collaborator).toMatchObject({ email, name: null, accountId: null, access: 'restricted' });
    const link = await linkOf(email);
    expect(link.pathname).toBe('/accept_invitation');
    expect((invited.body.collaborator as { token: string }).token).toBe(link.searchParams.get('token'));
    const looked = await api.call('GET', '/api/account/collaborator', {
      query: { token: link.searchParams.get('token') ?? '' },
    });
    expect(looked.body).toEqual({ status: 'ok', organization_name: 'Ada', email });
    const joined = await post('/api/account', joinBody(link));
    expect(joined.body.account).toMatchObject({
      email,
      access: 'restricted',
      email_verified: true,
      organizationName: 'Ada',
    });
    const theirs = String(joined.body.token);
    const accountId = (joined.body.account as { user_id: number }).user_id;
    expect(await collaborators(owner.token)).toMatchObject([
      {
        email: owner.email,
        name: 'Ada',
        accountId: owner.accountId,
        token: null,
        access: 'admin',
        joined_at: expect.any(String),
      },
      { email, name: 'Ben Example', accountId, token: null, access: 'restricted' },
    ]);

    const newApp = () => post('/api/application', { name: 'App', url: 'https://apps.apple.com/app/id7' }, theirs);
    expect((await newApp()).body.code).toBe('read_only');
    const changed = await api.call('PUT', '/api/account/collaborator', {
      token: owner.token,
      body: { account_id: accountId, access: 'member' },
    });
    expect(changed.body.collaborator).toMatchObject({ accountId, access: 'member' });
    expect((await newApp()).status).toBe(200);

    const socket: Page = io(url, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { token: theirs },
    });
    expect(await outcome(socket)).toBe('connected');
    const cut = new Promise<number>((resolve) => void socket.once('disconnect', () => resolve(performance.now())));
    const removing = performance.now();
    const remove = () =>
      api.call('DELETE', '/api/account/collaborator', { token: owner.token, body: { account_id: accountId } });
    expect((await remove()).status).toBe(200);
    expect((await cut) - removing).toBeLessThan(1000);
    expect((await api.call('GET', '/api/account', { token: theirs })).status).toBe(401);
    expect((await remove()).status).toBe(200);
    expect((await mailing.wait('removed', email))[0]?.subject).toBe('You were removed from Ada');
    const returned = await post('/api/account', { name: 'Ben', email, password: 'quiet harbour seven' });
    expect(returned.body.account).toMatchObject({ email, access: 'admin', email_verified: false });
  });
});

describe('an invitation', () => {
  let owner: Awaited<ReturnType<ApiService['signUp']>>;
  beforeAll(async () => {
    owner = await api.signUp('Cleo');
  });

  it('lets one person in, with what it says: no field of the body adds to that', async () => {
    await invite(owner.token, 'dan@example.com', 'restricted');
    const link = await linkOf('dan@example.com');
    for (const extra of [{ access: 'admin' }, { email: 'other@example.com' }, { team_id: 1 }, { user_id: 17 }]) {
      expect(await post('/api/account', joinBody(link, extra))).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    }
    const both = await Promise.all([post('/api/account', joinBody(link)), post('/api/account', joinBody(link))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect(both.find(({ status }) => status === 200)?.body.account).toMatchObject({ access: 'restricted' });
    expect(await post('/api/account', joinBody(link))).toMatchObject({
      status: 404,
      body: { error_message: 'This invitation is no longer valid. Ask for a new one.' },
    });
  });

  it('without its proof proves no address, and with a wrong one is unknown', async () => {
    await invite(owner.token, 'eve@example.com');
    const link = await linkOf('eve@example.com');
    expect((await post('/api/account', joinBody(link, { proof: 'x'.repeat(43) }))).body.code).toBe(
      'invitation_invalid',
    );
    const { proof: _, ...without } = joinBody(link);
    const joined = await post('/api/account', without);
    expect(joined.body.account).toMatchObject({ email: 'eve@example.com', access: 'member', email_verified: false });
  });

  it('is void once it is replaced, revoked or a week old', async () => {
    await invite(owner.token, 'fay@example.com');
    const first = await linkOf('fay@example.com');
    await invite(owner.token, 'fay@example.com');
    const [, second] = (await mailing.wait('invite', 'fay@example.com', 2)).map((mail) => new URL(mail.links[0] ?? ''));
    if (second === undefined) throw new Error('No second mail');
    expect((await post('/api/account', joinBody(first))).status).toBe(404);
    const body = { collaborator_token: second.searchParams.get('token') };
    const revoke = () => api.call('DELETE', '/api/account/collaborator', { token: owner.token, body });
    expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 200]);
    expect((await post('/api/account', joinBody(second))).status).toBe(404);
    const gus = await invite(owner.token, 'gus@example.com');
    api.clock.stoppedAt = Date.now() + 7 * 86_400_000;
    const late = await post('/api/account', {
      ...joinBody(await linkOf('gus@example.com')),
      collaborator_token: (gus.body.collaborator as { token: string }).token,
    });
    delete api.clock.stoppedAt;
    expect(late.status).toBe(404);
  });

  it('of one team means nothing to another, and neither do its people', async () => {
    const mine = await api.signUp('Gil');
    const other = await api.signUp('Hal');
    const gus = await invite(mine.token, 'ivy@example.com');
    const token = (gus.body.collaborator as { token: string }).token;
    const bodies = [{ collaborator_token: token }, { account_id: mine.accountId }, { account_id: 999_999 }];
    for (const body of bodies) {
      const response = await api.call('DELETE', '/api/account/collaborator', { token: other.token, body });
      expect(response).toMatchObject({ status: 404, body: { code: 'not_found' } });
    }
    const promotion = { account_id: mine.accountId, access: 'member' };
    expect((await api.call('PUT', '/api/account/collaborator', { token: other.token, body: promotion })).status).toBe(
      404,
    );
  });

  it('to an address that has an account elsewhere is answered like any other; the mail says what to do', async () => {
    const mine = await api.signUp('Lou');
    const other = await api.signUp('Jo');
    const response = await invite(mine.token, other.email);
    expect(response).toMatchObject({ status: 200, body: { collaborator: { email: other.email, name: null } } });
    const [mail] = await mailing.wait('invite-elsewhere', other.email);
    expect(mail?.links).toEqual(['https://tapwise.test/login']);
    expect(mail?.text).toContain(
      'You already have a Tapwise account. To join Lou, ask for an invitation to another address.',
    );
    const { token } = response.body.collaborator as { token: string };
    const joining = { collaborator_token: token, name: 'Jo', password: 'quiet harbour seven' };
    expect(await post('/api/account', joining)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('is refused for members, for oneself, to the last admin, and beyond the limits', async () => {
    expect((await invite(owner.token, owner.email)).body).toMatchObject({ code: 'already_member' });
    for (const email of ['', 'x', 'a@x.example\r\nBcc: b@y.example', 'a@x.example, b@y.example', '"a b"@x.example']) {
      expect((await invite(owner.token, email)).status).toBe(400);
    }
    const self = { account_id: owner.accountId };
    expect((await api.call('DELETE', '/api/account/collaborator', { token: owner.token, body: self })).body.code).toBe(
      'own_removal',
    );
    const stepDown = { account_id: owner.accountId, access: 'member' };
    expect((await api.call('PUT', '/api/account/collaborator', { token: owner.token, body: stepDown })).body.code).toBe(
      'last_admin',
    );
    await invite(owner.token, 'lee@example.com');
    // Cleo's own address is not proved, and she has invited five already.
    expect(await invite(owner.token, 'kim@example.com')).toMatchObject({ status: 403, body: { code: 'unverified' } });
  });
});
