import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeAccess, joinTeam, removePerson, type TeamPerson } from '../../../tests/support/people/team-member.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';
import { errorsPlugin } from './errors.plugin.ts';
import { rightsPlugin } from './rights.plugin.ts';

let api: ApiService;
let owner: Awaited<ReturnType<ApiService['signUp']>>;
beforeAll(async () => {
  api = await startApi();
  owner = await api.signUp('Ada');
});
afterAll(() => api.stop());

const account = (token: string) => api.call('GET', '/api/account', { token });
const newApplication = (token: string) =>
  api.call('POST', '/api/application', { token, body: { name: 'App', url: 'https://apps.apple.com/app/id7' } });

describe('a route', () => {
  it.each([undefined, {}, { right: 'nonsense' }, { right: 'toString' }])(
    'does not register with %j for its right',
    async (config) => {
      const app = Fastify();
      await app.register(rightsPlugin, { deps: api.deps });
      expect(() => app.get('/api/anything', { ...(config && { config: config as never }) }, () => 'open')).toThrow(
        'The route GET /api/anything does not declare its right.',
      );
      await app.close();
    },
  );

  it('registers with a right, and the right is known', async () => {
    const app = Fastify();
    await app.register(rightsPlugin, { deps: api.deps });
    app.get('/api/anything', { config: { right: 'read_reports' } }, () => 'figures');
    expect(app.routeRights.get('GET /api/anything')).toBe('read_reports');
    expect((await app.inject('/api/anything')).statusCode).not.toBe(200);
    await app.close();
  });
});

describe('an answer', () => {
  /** A long question in the middle of which something happens. */
  async function askWhile(token: string, happens: () => Promise<unknown>) {
    const app = Fastify();
    await app.register(errorsPlugin);
    await app.register(rightsPlugin, { deps: api.deps });
    app.get('/api/long', { config: { right: 'read_reports' } }, async (_request, reply) => {
      await happens();
      return reply.header('x-log-position', '7').send({ secret: 'figures' });
    });
    const response = await app.inject({ url: '/api/long', headers: { authorization: `Bearer ${token}` } });
    await app.close();
    return response;
  }

  it('is given when nothing has changed', async () => {
    expect((await askWhile(owner.token, async () => undefined)).json()).toEqual({ secret: 'figures' });
  });

  it.each([
    ['its session ends', 401, 'unauthorized', ({ token }: TeamPerson) => api.call('DELETE', '/api/session', { token })],
    ['its caller is removed', 401, 'unauthorized', ({ accountId }: TeamPerson) => removePerson(api, owner, accountId)],
    [
      'its caller’s access changes',
      409,
      'conflict',
      ({ accountId }: TeamPerson) => changeAccess(api, owner, accountId, 'restricted'),
    ],
  ] as const)('is withheld when %s while it is made', async (_what, status, code, happens) => {
    const person = await joinTeam(api, owner, 'member');
    const response = await askWhile(person.token, () => happens(person));
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(response.body).not.toContain('figures');
    expect(response.headers).not.toHaveProperty('x-log-position');
  });
});

describe('rights', () => {
  it('are those of the team from the moment its events say so', async () => {
    const { token, accountId } = await joinTeam(api, owner, 'member');
    expect((await account(token)).body).toMatchObject({ account: { access: 'member', team_id: owner.accountId } });
    expect((await newApplication(token)).status).toBe(200);
    await changeAccess(api, owner, accountId, 'restricted');
    expect((await account(token)).body).toMatchObject({ account: { access: 'restricted' } });
    expect(await newApplication(token)).toMatchObject({
      status: 403,
      body: { code: 'read_only', error_message: 'Your role can only read reports.' },
    });
    await removePerson(api, owner, accountId);
    for (const response of [await account(token), await newApplication(token)]) {
      expect(response).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    }
  });

  it('do not come back to a removed person by signing in again', async () => {
    const { email, password, accountId } = await joinTeam(api, owner, 'admin');
    await removePerson(api, owner, accountId);
    const response = await api.call('POST', '/api/session', { body: { email, password } });
    expect(response).toMatchObject({ status: 401, body: { code: 'wrong_credentials' } });
  });
});
