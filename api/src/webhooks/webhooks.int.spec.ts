import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { handleCommand, webhookHeaders } from '@tapwise/adapters';
import {
  alertMessagesStream,
  customerEndpointsStream,
  type DomainEvent,
  type DomainEventOf,
  signingSecrets,
  statelessDecider,
  webhookAttemptsStream,
  webhookDeliveryStream,
  webhookQueueStream,
  webhookSequenceStream,
} from '@tapwise/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTables } from '../../../tests/support/facts/ads-world.ts';
import { asTest } from '../../../tests/support/facts/settings.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';
import { readEndpoints } from './customer-endpoints.ts';

const received: { headers: IncomingHttpHeaders; body: string }[] = [];
let status = 200;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(status).end();
  });
});
let api: ApiService;
let token: string;
let application_id: number;
let url: string;
let applications = 0;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${target}/hooks`;
  api = await startApi({ outboundTargets: [target], tables: true });
  ({ token } = await api.signUp());
});
beforeEach(async () => {
  received.length = 0;
  status = 200;
  applications += 1;
  const body = { name: 'Moonvale', url: `https://apps.apple.com/app/id${1_500_000_000 + applications}` };
  application_id = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
});
afterAll(async () => {
  await api.stop();
  receiver.close();
});

const post = (call: string, body: object = {}) =>
  api.call('POST', `/api/application/${call}`, { token, body: { application_id, ...body } });
const forwarding = () =>
  api.call('GET', '/api/application/notification_forwarding', { token, query: { application_id } });
const none = { proxy_url: '', webhook_url: '', webhook_state: 'none' };

describe('addresses that receive deliveries', () => {
  it('are set, kept, exchanged and taken away one by one', async () => {
    expect((await forwarding()).body).toEqual({ status: 'ok', ...none });
    const set = await post('notification_forwarding', { webhook_url: url });
    const secret = expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(set.body).toEqual({
      status: 'ok',
      proxy_url: '',
      webhook_url: url,
      webhook_state: 'active',
      webhook_secret: secret,
    });
    const again = await post('notification_forwarding', { webhook_url: url, proxy_url: 'https://proxy.example.com/x' });
    const both = { status: 'ok', proxy_url: 'https://proxy.example.com/x', webhook_url: url, webhook_state: 'active' };
    expect(again.body).toEqual(both);
    expect((await forwarding()).body).toEqual(both);
    const first = (await readEndpoints(api.deps, application_id)).webhook;
    const other = await post('notification_forwarding', { webhook_url: `${url}/2` });
    expect(other.body).toMatchObject({ webhook_url: `${url}/2`, webhook_secret: secret });
    expect((await readEndpoints(api.deps, application_id)).webhook?.endpoint_id).not.toBe(first?.endpoint_id);
    expect((await post('notification_forwarding', { webhook_url: '', proxy_url: '' })).body).toEqual({
      status: 'ok',
      ...none,
    });
    expect((await forwarding()).body).toEqual({ status: 'ok', ...none });
  });

  it.each([
    'http://shop.example.com/',
    'https://127.1/',
    'https://shop.example.com:8443/',
    'shop',
    'https://a:b@shop.example.com/',
    `https://shop.example.com/${'a'.repeat(1976)}`,
    `https://shop.example.com/${'a'.repeat(20_000)}`,
  ])('are refused when they are no public https address: %s', async (bad) => {
    for (const field of ['webhook_url', 'proxy_url']) {
      const refused = await post('notification_forwarding', { webhook_url: url, [field]: bad });
      expect(refused).toMatchObject({
        status: 400,
        body: { code: 'invalid_address', error_message: 'Please enter a valid https address' },
      });
    }
    expect((await forwarding()).body).toEqual({ status: 'ok', ...none });
    expect(await api.log.readStream(customerEndpointsStream(application_id))).toEqual([]);
  });
});

describe('an address of the greatest length', () => {
  it('is taken', async () => {
    const longest = `https://shop.example.com/${'a'.repeat(1975)}`;
    const set = await post('notification_forwarding', { webhook_url: longest });
    expect([longest.length, set.body.webhook_url]).toEqual([2000, longest]);
    await post('notification_forwarding', { webhook_url: '' });
  });
});

describe('the secret', () => {
  it('is ciphertext in the log, and signs for a day beside the one that takes its place', async () => {
    expect(await post('webhook_secret')).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    const { webhook_secret: first } = (await post('notification_forwarding', { webhook_url: url })).body;
    const { webhook_secret: second } = (await post('webhook_secret')).body;
    expect(second).not.toBe(first);
    const written = await api.log.readStream(customerEndpointsStream(application_id));
    expect(JSON.stringify(written.map(({ event }) => event))).not.toMatch(/whsec_/);
    const { webhook } = await readEndpoints(api.deps, application_id);
    const plainAt = async (at: number) =>
      Promise.all(
        (webhook === undefined ? [] : signingSecrets(webhook, at)).map((cipher) => api.deps.vault.decrypt(cipher)),
      );
    expect(await plainAt(Date.now() + 86_000_000)).toEqual([second, first]);
    expect(await plainAt(Date.now() + 86_500_000)).toEqual([second]);
  });
});

describe('a test event', () => {
  it('is posted once, signed, without a sequence, and its end is answered', async () => {
    expect(await post('webhook_test')).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    await post('notification_forwarding', { webhook_url: url });
    expect((await post('webhook_test')).body).toMatchObject({ status: 'ok', delivered: true, http_status: 200 });
    expect(received).toMatchObject([{ body: '{"event":"test"}', headers: { 'x-tapwise-test': 'true' } }]);
    expect(received[0]?.headers).toMatchObject({ 'webhook-signature': expect.stringMatching(/^v1,/) });
    expect(received[0]?.headers).not.toHaveProperty('x-tapwise-sequence');
    status = 302;
    expect((await post('webhook_test')).body).toMatchObject({ delivered: false, http_status: 302 });
    expect(received).toHaveLength(2);
  });
});

describe('deliveries', () => {
  const at = (second: number): string => new Date(Date.UTC(2026, 10, 23, 12, 0, second)).toISOString();
  type Queued = DomainEventOf<'WebhooksQueued'>['data'];
  type Attempted = DomainEventOf<'WebhooksAttempted'>['data']['attempts'][number];
  const say = async (stream: string, event: DomainEvent): Promise<bigint> => {
    const how = { stream, decider: statelessDecider, cause: randomUUID(), context: asTest };
    return (await handleCommand<null, DomainEvent>(api.log, { ...how, decide: () => [event] })).position;
  };
  const recipient = async (): Promise<Pick<Queued, 'application_id' | 'endpoint_id' | 'lane' | 'url'>> => {
    const { webhook } = await readEndpoints(api.deps, application_id);
    return { application_id, endpoint_id: webhook?.endpoint_id ?? '', lane: 'webhook', url };
  };
  const made = (
    second: number,
    held_until: string | null = null,
    fact_key: string | null = null,
  ): Queued['deliveries'][number] => {
    const delivery_id = randomUUID();
    const fact = {
      notification_id: 'n',
      original_transaction_id: 'o',
      transaction_id: 't',
      fact_key: fact_key ?? delivery_id,
    };
    return { delivery_id, event: 'refund', ...fact, event_at: at(second), created_at: at(second), held_until };
  };
  async function attempted(attempts: Attempted[]): Promise<bigint> {
    const to = await recipient();
    return say(webhookAttemptsStream(to.endpoint_id), { type: 'WebhooksAttempted', data: { ...to, attempts } });
  }
  const body = JSON.stringify({ event: 'refund', keyword_name: 'sleep sounds', proceeds: -7.6524, currency: 'USD' });
  /** The first bodies of the sequence of the endpoint. */
  async function frozen(ids: readonly string[]): Promise<void> {
    const { endpoint_id } = await recipient();
    const deliveries = ids.map((delivery_id) => ({ delivery_id, body, proceeds: -76_524 }));
    const data = { endpoint_id, first_sequence: 1, deliveries, frozen_at: at(4) };
    await say(webhookSequenceStream(endpoint_id), { type: 'WebhooksFrozen', data });
  }
  const nothingSent = { keyword: null, proceeds: null };
  const list = (query: object = {}) =>
    api.call('GET', '/api/application/webhook_deliveries', { token, query: { application_id, ...query } });
  const listedIds = async (query: object = {}) =>
    ((await list(query)).body.deliveries as Record<string, unknown>[]).map(({ id }) => id);

  it('are listed with their attempts, newest first, and replayed by id or by time', async () => {
    await post('notification_forwarding', { webhook_url: url });
    const deliveries = [made(1), made(2), made(3), made(4, at(90_000))];
    const [first = '', second = '', third = '', held = ''] = deliveries.map(({ delivery_id }) => delivery_id);
    const to = await recipient();
    await say(webhookQueueStream(to.endpoint_id), {
      type: 'WebhooksQueued',
      data: { ...to, through: 7, deliveries },
    });
    const [{ held_until: _none, ...firstDelivery }, { held_until: _never, ...other }] = deliveries as [
      Queued['deliveries'][number],
      Queued['deliveries'][number],
    ];
    await frozen([firstDelivery.delivery_id]);
    const answered = { at: at(5), status: 503, ms: 12, error: null, answer: 'busy', state: 'pending' as const };
    await attempted([{ ...firstDelivery, sequence: 1, ...answered, next_attempt_at: at(10) }]);
    const silent = { ...answered, at: at(10), status: null, error: 'timeout' as const, answer: '' };
    await attempted([{ ...firstDelivery, sequence: 1, ...silent, state: 'failed', next_attempt_at: null }]);
    const notSent = { ...to, ...other, sequence: null, reason: 'no_subscription' as const, at: at(6) };
    await inTables(api, await say(webhookDeliveryStream(second), { type: 'WebhookNotSent', data: notSent }));
    expect((await list()).body.deliveries).toEqual([
      {
        id: third,
        lane: 'webhook',
        sequence: null,
        event: 'refund',
        url,
        state: 'pending',
        reason: null,
        estimated: false,
        created_at: at(3),
        next_attempt_at: at(3),
        attempts: [],
        ...nothingSent,
      },
      {
        id: second,
        lane: 'webhook',
        sequence: null,
        event: 'refund',
        url,
        state: 'not_sent',
        reason: 'Not sent: no active subscription',
        created_at: at(2),
        next_attempt_at: null,
        attempts: [],
        estimated: false,
        ...nothingSent,
      },
      {
        id: first,
        lane: 'webhook',
        sequence: 1,
        event: 'refund',
        url,
        state: 'failed',
        reason: null,
        estimated: false,
        created_at: at(1),
        next_attempt_at: null,
        keyword: 'sleep sounds',
        proceeds: -7.6524,
        attempts: [
          { at: at(5), status: 503, ms: 12, error: null, answer: 'busy' },
          { at: at(10), status: null, ms: 12, error: 'No answer in time', answer: '' },
        ],
      },
    ]);
    expect(await listedIds({ before: third })).toEqual([second, first]);
    expect(await listedIds({ before: at(2) })).toEqual([first]);
    expect(await listedIds({ state: 'failed' })).toEqual([first]);
    expect(await listedIds({ lane: 'forwarding' })).toEqual([]);
    const replay = (body: object) => post('webhook_deliveries/replay', body);
    expect((await replay({ from: at(0), to: at(2) })).body).toEqual({ status: 'ok', replayed: 2 });
    const again = await replay({ ids: [first] });
    expect(again.body).toEqual({ status: 'ok', replayed: 1 });
    await inTables(api, again.position ?? 0n);
    expect(await listedIds({ state: 'pending' })).toEqual([third, second, first]);
    expect((await list()).body.deliveries).toMatchObject([{}, {}, { id: first, sequence: 1, state: 'pending' }]);
    expect((await replay({ ids: [held] })).body).toEqual({ status: 'ok', replayed: 0 });
    expect(await replay({ ids: [randomUUID()] })).toMatchObject({ status: 404 });
    expect(await replay({ ids: [first], from: at(0), to: at(1) })).toMatchObject({ status: 400 });
    expect(await replay({})).toMatchObject({ status: 400 });
    await post('notification_forwarding', { webhook_url: '' });
    expect(await replay({ ids: [first] })).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
  });

  it('are answered one by one with the body and the headers of their last attempt', async () => {
    const { webhook_secret: secret } = (await post('notification_forwarding', { webhook_url: url })).body;
    const { held_until: _none, ...firstDelivery } = made(1, null, 'refund o t estimated');
    const { held_until: _never, ...other } = made(2);
    const to = await recipient();
    const deliveries = [firstDelivery, other].map((delivery) => ({ ...delivery, held_until: null }));
    await say(webhookQueueStream(to.endpoint_id), { type: 'WebhooksQueued', data: { ...to, through: 7, deliveries } });
    await frozen([firstDelivery.delivery_id]);
    const later = new Date(Date.now() + 2000).toISOString();
    const answered = { status: 503, ms: 12, error: null, answer: 'busy', state: 'pending' as const };
    const attempts = [at(5), later].map((attemptedAt) => ({
      ...firstDelivery,
      sequence: 1,
      ...answered,
      at: attemptedAt,
      next_attempt_at: later,
    }));
    await inTables(api, await attempted(attempts));
    const { body: listed } = await list({ id: firstDelivery.delivery_id });
    const [only] = listed.deliveries as { id: string; sent: { headers: Record<string, string>; body: string } }[];
    expect(listed.deliveries).toMatchObject([
      { id: firstDelivery.delivery_id, sent: { body, bytes: Buffer.byteLength(body) } },
    ]);
    expect(only?.sent.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': firstDelivery.delivery_id,
      'x-tapwise-sequence': '1',
      'x-tapwise-event-time': at(1),
      'x-tapwise-estimated': 'true',
    });
    expect(listed.deliveries).toMatchObject([{ estimated: true }]);
    const timestamp = Math.floor(Date.parse(later) / 1000);
    expect(only?.sent.headers).toMatchObject(
      webhookHeaders({ id: firstDelivery.delivery_id, timestamp, body: Buffer.from(body) }, [String(secret)]),
    );
    expect((await list({ id: other.delivery_id })).body.deliveries).toMatchObject([{ sent: null, ...nothingSent }]);
    expect((await list({ event: 'trial_start' })).body.deliveries).toEqual([]);
    expect((await list({ event: 'refund', id: firstDelivery.delivery_id })).body.deliveries).toHaveLength(1);
    const foreign = await api.signUp();
    const query = { application_id, id: firstDelivery.delivery_id };
    const refused = await api.call('GET', '/api/application/webhook_deliveries', { token: foreign.token, query });
    expect(refused.status).toBe(404);
  });

  it('of alerts are among them, with what was posted to the channel of the team, and replayed there', async () => {
    const channels = { token, body: { kind: 'webhook', name: 'Ours', url } };
    const { channel, webhook_secret: secret } = (await api.call('POST', '/api/asa/alert_channels', channels)).body;
    const channel_id = String((channel as { id: string }).id);
    const message_id = randomUUID();
    const subject = {
      channel_id,
      team_id: api.deps.directory.state.applications.get(application_id)?.team_id ?? 0,
      message_id,
    };
    const posted = '{"event":"alert.fired"}';
    const named = { application_ids: [application_id], url: 'ours', event: 'alert.fired' as const, sequence: 1 };
    const delivery = { ...subject, ...named, event_at: at(1), created_at: at(2) };
    const items = [{ episode_id: randomUUID(), kind: 'fired' as const, number: 1 }];
    const claim = { attempt: 1, claim: randomUUID(), claimed_at: at(2), over_at: at(122) };
    const later = new Date(Date.now() + 2000).toISOString();
    const answered = { at: later, status: 200, ms: 12, error: null, answer: 'thanks' };
    const stream = alertMessagesStream(channel_id);
    await say(stream, { type: 'AlertMessageClaimed', data: { ...subject, form: 'single', items, ...claim } });
    await say(stream, { type: 'AlertWebhookFrozen', data: { ...delivery, body: posted } });
    const attempt = { ...delivery, ...answered, state: 'delivered' as const, next_attempt_at: null };
    await say(stream, { type: 'AlertWebhookAttempted', data: attempt });
    const ended = { ...subject, state: 'sent' as const, error: null, ended_at: later };
    await inTables(api, await say(stream, { type: 'AlertMessageEnded', data: ended }));
    const row = { id: message_id, lane: 'alert', event: 'alert.fired', sequence: 1, url: 'ours', ...nothingSent };
    const attempts = [{ at: later, status: 200, ms: 12, error: null, answer: 'thanks' }];
    expect((await list()).body.deliveries).toMatchObject([{ ...row, state: 'delivered', attempts }]);
    expect(await listedIds({ lane: 'webhook' })).toEqual([]);
    const { body } = await list({ lane: 'alert', id: message_id });
    const timestamp = Math.floor(Date.parse(later) / 1000);
    const signed = webhookHeaders({ id: message_id, timestamp, body: Buffer.from(posted) }, [String(secret)]);
    const headers = { ...signed, 'x-tapwise-sequence': '1', 'x-tapwise-event-time': at(1) };
    expect(body.deliveries).toMatchObject([{ sent: { body: posted, bytes: posted.length, headers } }]);
    const replayed = await post('webhook_deliveries/replay', { ids: [message_id] });
    expect(replayed.body).toEqual({ status: 'ok', replayed: 1 });
    await inTables(api, replayed.position ?? 0n);
    expect((await list({ lane: 'alert' })).body.deliveries).toMatchObject([{ id: message_id, state: 'pending' }]);
    // It waits to be posted already.
    expect((await post('webhook_deliveries/replay', { ids: [message_id] })).body.replayed).toBe(0);
    expect((await api.log.readLast(stream))?.event).toMatchObject({ data: { body: posted, sequence: 1 } });
    const notSent = { ...delivery, reason: 'removed' as const, at: later };
    await inTables(api, await say(stream, { type: 'AlertWebhookNotSent', data: notSent }));
    const unsent = { id: message_id, state: 'not_sent', reason: 'Not sent: the channel was removed' };
    expect((await list({ lane: 'alert' })).body.deliveries).toMatchObject([{ ...unsent, next_attempt_at: null }]);
  });
});
