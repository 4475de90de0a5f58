import { randomBytes } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, inTables, linkOrganization } from '../../support/facts/ads-world.ts';
import { outcome } from '../../support/people/live-page.ts';
import { type Answered, type ApiService, type Call, startApi } from '../../support/services/api-service.ts';
import { type SecondApi, startSecondApi } from '../../support/services/second-api.ts';

type Method = Parameters<ApiService['call']>[0];
/** Calls at one of the processes, with the session and the position that a page has by then. */
type Ask = (method: Method, path: string, fields?: Record<string, unknown>) => Promise<Answered>;

const lagMs = 80;
const objects: AdsObjects = { orgId: 4301, campaignId: 5301, adGroupId: 6301, keywordId: 7301 };
const rules = '/api/asa/automated_campaigns';
let first: ApiService;
let second: SecondApi;
let me: Awaited<ReturnType<ApiService['signUp']>>;
let application_id: number;

beforeAll(async () => {
  first = await startApi({ tables: true });
  second = await startSecondApi(first, lagMs);
  me = await first.signUp();
  const body = { name: 'App', url: 'https://apps.apple.com/app/id1500000001' };
  const made = await first.call('POST', '/api/application', { token: me.token, body });
  application_id = Number(made.body.application_id);
  const application = { id: application_id, adamId: 1500000001, accountId: me.accountId };
  await inTables(first, await linkOrganization(first, application, objects));
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});

/** A page behind a load balancer: each call goes to the process it names. It remembers what it wrote. */
function openPage(token: string) {
  let written = 0n;
  const at =
    (api: Pick<ApiService, 'call'>): Ask =>
    async (method, path, fields = {}) => {
      const headers = { 'x-log-position': String(written) };
      const response = await api.call(method, path, {
        token,
        headers,
        [method === 'GET' ? 'query' : 'body']: fields,
      } as Call);
      if (response.position !== undefined && response.position > written) written = response.position;
      return response;
    };
  return { here: at(first), there: at(second) };
}

/** Of an application that nobody has added yet. */
const storeUrl = (): string => `https://apps.apple.com/app/id${1_600_000_000 + randomBytes(3).readUIntBE(0, 3)}`;

/** What a page writes at one process, and what it then finds at the other. */
const steps: Record<string, (write: Ask, read: Ask) => Promise<unknown>> = {
  team: async (write, read) => {
    const name = `Ada ${randomBytes(4).toString('hex')}`;
    expect((await write('PUT', '/api/account', { name })).status).toBe(200);
    expect(JSON.stringify((await read('GET', '/api/account/collaborators')).body)).toContain(name);
  },
  application: async (write, read) => {
    const name = `App ${randomBytes(4).toString('hex')}`;
    const url = storeUrl();
    expect((await write('POST', '/api/application', { name, url })).status).toBe(200);
    expect(JSON.stringify((await read('GET', '/api/account')).body.applications)).toContain(name);
  },
  rules: async (write, read) => {
    const fields = { automation_type: 'raise_bids', automation_name: 'Raise', apply_to: { [objects.orgId]: [] } };
    const { id } = (await write('POST', rules, { application_id, ...fields })).body;
    const statusOf = async () => {
      const list = (await read('GET', rules, { application_id })).body.automated_campaigns;
      return (list as { id: number; status: string }[]).find((rule) => rule.id === id)?.status;
    };
    expect(await statusOf()).toBe('active');
    await write('PUT', rules, { application_id, id, updates: { status: 'deleted' } });
    expect(await statusOf()).toBeUndefined();
  },
  guardrails: async (write, read) => {
    const limit = 1 + randomBytes(2).readUInt16BE();
    const guardrails = { rows: { limit: 1 + (limit % 900) } };
    expect((await write('PUT', '/api/asa/guardrails', { application_id, guardrails })).status).toBe(200);
    expect((await read('GET', '/api/asa/guardrails', { application_id })).body).toMatchObject({ guardrails });
  },
  stopAll: async (write, read) => {
    for (const stop of [true, false]) {
      await write('POST', '/api/asa/stop_all', { stop });
      const { body } = await read('GET', '/api/asa/guardrails', { application_id });
      expect(body.stop_all).toMatchObject({ active: stop });
    }
  },
};

describe('two processes of the API over one log', () => {
  it('answer a page behind neither of its writes, and never as if it were signed out', async () => {
    const page = openPage(me.token);
    const statuses: number[] = [];
    const counted =
      (ask: Ask): Ask =>
      async (...call) => {
        const response = await ask(...call);
        statuses.push(response.status);
        return response;
      };
    const here = counted(page.here);
    const there = counted(page.there);
    const names = Object.keys(steps);
    for (let step = 0; statuses.length < 200; step += 1) {
      const name = names[randomBytes(1).readUInt8() % names.length] ?? '';
      await (step % 2 === 0 ? steps[name]?.(here, there) : steps[name]?.(there, here));
    }
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  it.each(['first', 'second'])('a session begun at the %s is one at the other at once', async (name) => {
    const [begin, use] = name === 'first' ? [first, second] : [second, first];
    const { email, password } = me;
    for (let count = 0; count < 10; count += 1) {
      const { token } = (await begin.call('POST', '/api/session', { body: { email, password } })).body;
      // All the calls of a page that has just been opened.
      const calls = Array.from({ length: 6 }, () => use.call('GET', '/api/account', { token: String(token) }));
      expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      const ended = openPage(String(token));
      const [end, next] = name === 'first' ? [ended.here, ended.there] : [ended.there, ended.here];
      expect((await end('DELETE', '/api/session')).status).toBe(200);
      expect((await next('GET', '/api/account')).status).toBe(401);
    }
  });

  it('open a socket for a session and an application of just now', async () => {
    const url = await second.listen();
    const { email, password } = me;
    const { token } = (await first.call('POST', '/api/session', { body: { email, password } })).body;
    const socket = io(url, { transports: ['websocket'], auth: { token }, reconnection: false });
    try {
      expect(await outcome(socket)).toBe('connected');
      const body = { name: 'New', url: storeUrl() };
      const made = await first.call('POST', '/api/application', { token: String(token), body });
      const message = { application_id: made.body.application_id };
      expect(await socket.emitWithAck('subscribe', message)).toMatchObject({ status: 'ok' });
      const closed = disconnected(socket);
      const { position } = await first.call('DELETE', '/api/session', { token: String(token) });
      const auth = { token, position: String(position) };
      const late = io(url, { transports: ['websocket'], auth, forceNew: true, reconnection: false });
      expect(await outcome(late)).toBe('Unauthorized');
      late.disconnect();
      await closed;
    } finally {
      socket.disconnect();
    }
  });
});

function disconnected(socket: ReturnType<typeof io>): Promise<void> {
  return new Promise((resolve) => {
    socket.once('disconnect', () => resolve());
  });
}
