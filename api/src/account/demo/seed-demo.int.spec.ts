import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readLog } from '@tapwise/adapters';
import { alertChannelsStream, applicationsOfTeam } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened } from '../../../../tests/support/facts/ads-world.ts';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';
import { emptyChannel } from '../../automation/alerts/read-channel.ts';
import { demoAccountId, demoApplications } from './demo-account.ts';
import { seedDemo } from './seed-demo.ts';

/** Plays the control of the simulated ad service. */
const simulator = createServer(async (incoming, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  controlled.push([incoming.url, JSON.parse(Buffer.concat(chunks).toString())]);
  response.end('{}');
});
const controlled: unknown[] = [];
let api: ApiService;
let token: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => simulator.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${(simulator.address() as AddressInfo).port}`;
  api = await startApi({ demo: true, outboundTargets: [target] });
  token = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
});
afterAll(async () => {
  await api.stop();
  simulator.close();
});

async function countEvents(): Promise<number> {
  let count = 0;
  await readLog(api.log, {}, (events) => {
    count += events.length;
  });
  return count;
}

describe('the demo account', () => {
  it('has two applications that wait for their search-ads accounts', async () => {
    const { body } = await api.call('GET', '/api/account', { token });
    expect(body).toMatchObject({
      account: { user_id: 17, access: 'admin', demo: true },
      applications: [
        {
          name: 'Moonvale',
          adam_id: 1500000001,
          asa_account_name: 'Moonvale Apps',
          asa_integration: 'invitation_sent',
        },
        { name: 'Ledgerly', adam_id: 1500000002, asa_account_name: 'Ledgerly', sdk_integration: 'waiting_for_events' },
      ],
    });
  });

  it('is set up once, however often and by however many that is tried', async () => {
    const before = await countEvents();
    await Promise.all([seedDemo(api.deps), seedDemo(api.deps)]);
    expect(await countEvents()).toBe(before);
    expect(applicationsOfTeam(api.deps.directory.state, demoAccountId)).toHaveLength(demoApplications.length);
  });

  it('has a channel to the simulated Slack and one to the customer, where alerts that nobody has changed go', async () => {
    const { body } = await api.call('GET', '/api/asa/alert_channels', { token });
    const host = [...api.deps.outbound.targets][0];
    expect(body).toMatchObject({
      channels: [
        { kind: 'slack', address: `${host}/services/T0…/…`, problem: null },
        { kind: 'webhook', address: `${host}/…` },
      ],
    });
    const query = { application_id: 1 };
    const { alerts } = (await api.call('GET', '/api/asa/alerts', { token, query })).body as {
      alerts: { kind: string; channels: string[] }[];
    };
    const sent = alerts.filter(({ channels }) => channels.length === 2).map(({ kind }) => kind);
    expect(sent).toEqual(['spend_spike', 'tracking_gap', 'integration']);
  });

  it.each([
    ['/api/application', { name: 'Mine', url: 'https://apps.apple.com/app/id7' }],
    ['/api/application/asa_account_name', { application_id: 1, asa_account_name: 'Somebody Else' }],
    ['/api/application/appstorepassword', { application_id: 1, password: 'mine now' }],
    ['/api/application/sdk_integration', { application_id: 1 }],
    ['/api/application/settings', { application_id: 1, small_business: true }],
  ])('is shared, so it cannot be changed by %s', async (path, body) => {
    const response = await api.call('POST', path, { token, body });
    expect(response).toMatchObject({
      status: 403,
      body: { code: 'demo_account', error_message: "You're on a demo account." },
    });
  });

  it('cannot be entered with an address', async () => {
    const response = await api.call('POST', '/api/session', {
      body: { email: 'demo@tapwise.example', password: 'any password' },
    });
    expect(response.status).toBe(401);
  });

  it('is reset by its visitors only', async () => {
    const person = await api.signUp();
    const reset = (by: string) => api.call('POST', '/api/demo/reset', { token: by, body: {} });
    expect(await reset(person.token)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
    expect(controlled).toEqual([]);
    expect(await reset(token)).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(controlled).toEqual([['/control', { reset: true }]]);
  });

  it('is invisible to people who sign up beside it', async () => {
    const person = await api.signUp();
    const { body } = await api.call('GET', '/api/account', { token: person.token });
    expect(body.applications).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/Moonvale|Ledgerly|demo@/);
  });

  it('is set up without a channel for which visitors left no room', async () => {
    const stream = alertChannelsStream(demoAccountId);
    const of = { team_id: demoAccountId };
    const added_at = api.deps.now().toISOString();
    const { body } = await api.call('GET', '/api/asa/alert_channels', { token });
    const [slack] = body.channels as unknown as { id: string }[];
    const by = { removed_by: demoAccountId, removed_at: added_at };
    const content = { ...emptyChannel, account_ids: [demoAccountId] };
    const mails = Array.from({ length: 19 }, () => ({
      ...of,
      channel_id: crypto.randomUUID(),
      kind: 'mail' as const,
    }));
    await happened(
      api,
      stream,
      { type: 'AlertChannelRemoved', data: { ...of, channel_id: slack?.id ?? '', ...by } },
      ...mails.map((mail) => ({
        type: 'AlertChannelAdded' as const,
        data: { ...mail, content, added_by: demoAccountId, added_at },
      })),
    );
    const before = await countEvents();
    await seedDemo(api.deps);
    expect(await countEvents()).toBe(before);
  });
});
