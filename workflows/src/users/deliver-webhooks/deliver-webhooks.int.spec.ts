import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createLogger,
  createOutboundClient,
  type EventLog,
  handleCommand,
  type KeyVault,
  keepRequest,
  newWebhookSecret,
  openEventLog,
  openFileFolder,
  openKeyVault,
} from '@tapwise/adapters';
import {
  applicationStream,
  customerEndpointsStream,
  type DeliveryEvent,
  type DeliveryFact,
  type DeliveryState,
  type DomainEvent,
  type DomainEventOf,
  deliveryDecider,
  deliveryFacts,
  deliveryIn,
  exchangeRatesStream,
  installStream,
  type OwnDeliveryEvent,
  replayDelivery,
  statelessDecider,
  storeRequestStream,
  subscriptionStream,
  teamStream,
  webhookAttemptsStream,
  webhookDeliveryStream,
  webhookQueueStream,
} from '@tapwise/domain';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { addApplication, linkOrganization } from '../../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { eventually } from '../../../../tests/support/product/product.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../tests/support/stand-ins/webhook-receiver.ts';
import { followLogFacts, type LogFacts } from '../../facts/log-facts.ts';
import { createLocalRunner } from '../../local/local-runner.ts';
import { findProcess } from '../../processes.ts';
import { checkpointsIn } from '../../start/checkpoint.ts';
import { createEndpointReader } from '../resume-deliveries/read-endpoints.ts';
import { createRates } from './charge-rates.ts';
import { createDeliverWebhooksActivities } from './deliver-webhooks.activities.ts';
import { createDeliveryCaches } from './delivery-caches.ts';
import { keepDelivering } from './keep-delivering.ts';
import { keepQueueing } from './queue-deliveries.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-webhooks-'));
const stopping = new AbortController();
/** The process that queues and posts. */
let working = { stop: async (): Promise<void> => undefined };
const secret = newWebhookSecret();
let node: EventStoreUnderTest;
let log: EventLog;
let receiver: WebhookReceiver;
let facts: LogFacts;
let vault: KeyVault;
let applications = 0;
let notifications = 0;
/** Asks until nothing that is expected fails. */
const until = (ask: () => Promise<void>) => eventually(ask, () => true);
const day = (back: number): string => new Date(Date.now() - back * 86_400_000).toISOString();

beforeAll(async () => {
  node = await startEventStore();
  log = openEventLog(node.url);
  receiver = await startWebhookReceiver();
  vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
  const logger = createLogger('test', 'silent');
  const { signal } = stopping;
  facts = followLogFacts(log, { files: openFileFolder(folder), vault }, logger, signal);
  working = startWorking();
  const rates = { fetched_at: day(0) };
  for (let back = 0; back < 8; back += 1) {
    const published = day(back).slice(0, 10);
    // A refund of today is at another rate than its charge of last week.
    const USD = back >= 2 ? 1.085 : 1.1;
    await record(exchangeRatesStream(published), {
      type: 'ExchangeRatesPublished',
      data: { day: published, rates: { USD, JPY: 163.2 }, ...rates },
    });
  }
});
afterAll(async () => {
  await working.stop();
  stopping.abort();
  receiver.stop();
  await log.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * Queues and posts from where the last process that followed by this name stopped.
 * @param now The clock of the process; milliseconds.
 */
function startWorking({ now = Date.now, follower = 'queued-webhooks' } = {}): typeof working {
  const over = new AbortController();
  const { signal } = over;
  const logger = createLogger('test', 'silent');
  const client = createOutboundClient({ targets: new Set([receiver.target]), totalMs: 30_000 });
  const caches = createDeliveryCaches();
  const context = {
    log,
    vault,
    client,
    caches,
    directory: facts.directory,
    work: facts.deliveries,
    watchers: facts.deliveryWatchers,
    ratesOf: createRates(facts.rates),
    pauses: [0.05, 0.05, 60],
    now,
  };
  const activities = { ...createDeliverWebhooksActivities(context) };
  const runner = createLocalRunner({ processes: findProcess, activities, logger, signal, stop: signal, now });
  const { deliveryArrived: changed, deliveryWatchers: watchers } = facts;
  const checkpoint = checkpointsIn(log, 1)(follower);
  const work = Promise.all([
    keepQueueing({ log, directory: facts.directory, work: facts.deliveries, caches, logger, signal, checkpoint }),
    keepDelivering({ work: facts.deliveries, watchers, changed, runner, logger, signal }),
  ]);
  return {
    stop: async () => {
      over.abort();
      await Promise.all([work, runner.ended()]);
      await client.close();
    },
  };
}

async function record(stream: string, ...events: DomainEvent[]): Promise<void> {
  await handleCommand<null, DomainEvent>(log, {
    stream,
    decider: statelessDecider,
    cause: crypto.randomUUID(),
    context: asTest,
    decide: () => events,
  });
}

/** A team with an application, an organization, a user whom a campaign brought, and an address. */
async function customer(kind: 'webhook' | 'forwarding', { trial = day(-20), path = '' } = {}) {
  applications += 1;
  const application_id = applications;
  const endpoint_id = crypto.randomUUID();
  const at = day(8);
  const founded = { name: 'v1.team.AA', founded_at: at, trial_expires_at: trial, demo: false };
  await record(teamStream(application_id), {
    type: 'TeamFounded',
    data: { team_id: application_id, ...founded },
  });
  await addApplication(log, { id: application_id, accountId: application_id, adamId: 1_500_000_000 + application_id });
  const linked = await linkOrganization(log, application_id, { org_id: 40_669_820, currency: 'USD', time_zone: 'UTC' });
  await facts.directory.reached(linked);
  const url = `http://${receiver.target}/${path || endpoint_id}`;
  await record(customerEndpointsStream(application_id), {
    type: 'CustomerEndpointOpened',
    data: {
      application_id,
      endpoint_id,
      lane: kind,
      url,
      opened_at: at,
      secret: kind === 'webhook' ? await vault.encrypt(`application-${application_id}`, secret) : null,
    },
  });
  return { application_id, endpoint_id, path: `/${path || endpoint_id}` };
}

async function user(
  application_id: number,
  install_id: string,
  outcome: 'attributed' | 'organic' | 'no_token' | 'pending' = 'attributed',
) {
  const identity = { application_id, install_id };
  const report = {
    first_launch_at: day(6),
    received_at: day(6),
    attribution_token: 'token',
    sdk_version: null,
    app_version: null,
    os_version: null,
    device_class: null,
    locale: null,
  };
  await record(installStream(application_id, install_id), {
    type: 'InstallReported',
    data: { ...identity, ...report },
  });
  if (outcome !== 'pending') await decide(application_id, install_id, outcome);
}

async function decide(application_id: number, install_id: string, outcome: 'attributed' | 'organic' | 'no_token') {
  const decided = { application_id, install_id, decided_at: day(0), answered: true };
  const attribution = {
    org_id: 40_669_820,
    campaign_id: 700_000_001,
    campaign_name: 'US SKAG',
    ad_group_id: 710_000_001,
    ad_group_name: 'sleep sounds',
    keyword_id: 720_000_001,
    keyword_name: null,
    ad_id: null,
    custom_product_page: null,
    country: 'US',
    claim_type: 'click' as const,
  };
  await record(
    installStream(application_id, install_id),
    outcome === 'attributed'
      ? { type: 'InstallAttributed', data: { ...decided, attribution, conversion_type: null } }
      : { type: 'InstallFoundOrganic', data: { ...decided, reason: outcome === 'organic' ? 'not_by_ads' : outcome } },
  );
}

type Notification = DomainEventOf<'StoreNotificationReceived'>['data'];

/** The store reports a month at 11.99 EUR in Germany, bought three days ago. */
async function notify(
  application_id: number,
  original: string,
  token: string,
  overrides: Partial<Notification> & { transaction?: Partial<Notification['transactions'][number]> } = {},
): Promise<void> {
  notifications += 1;
  const { transaction, ...message } = overrides;
  await record(subscriptionStream(original), {
    type: 'StoreNotificationReceived',
    data: {
      application_id,
      notification_id: `n${notifications}`,
      version: 'v2',
      notification_type: 'SUBSCRIBED',
      subtype: 'INITIAL_BUY',
      signed_at: day(0),
      received_at: day(0),
      original_transaction_id: original,
      renewal: null,
      mapping: 1,
      transactions: [
        {
          transaction_id: original,
          original_transaction_id: original,
          product_id: 'calm.yearly',
          kind: 'auto_renewable',
          purchased_at: day(3),
          original_purchased_at: day(3),
          expires_at: day(-27),
          quantity: 1,
          family_shared: false,
          app_account_token: token,
          reason: 'PURCHASE',
          price_micros: 11_990_000,
          currency: 'EUR',
          storefront: 'DE',
          offer_type: null,
          offer_discount_type: null,
          is_upgraded: false,
          revoked_at: null,
          revocation_type: null,
          revocation_share: null,
          subscription_group: 'g',
          ...transaction,
        },
      ],
      ...message,
    } as Notification,
  });
}
const refund = (share: number, revoked_at = day(0)) => ({
  notification_type: 'REFUND',
  subtype: null,
  transaction: { revoked_at, revocation_share: share },
});

const sequencesOf = (posts: readonly { headers: Record<string, unknown> }[]) =>
  [...new Set(posts.map(({ headers }) => Number(headers['x-tapwise-sequence'])))].sort((a, b) => a - b);
const lastOf = async (endpointId: string) => {
  const open = [...(facts.deliveries.state.queues.get(endpointId)?.open.values() ?? [])];
  return open.map(({ delivery }) => delivery.identity.delivery_id);
};

describe('webhooks', () => {
  it('report a charge and its refunds, each once, signed, in the same bytes until they are taken', async () => {
    const { application_id, path } = await customer('webhook');
    let failures = 0;
    receiver.respondWith(path, (_post, response) => {
      failures += 1;
      if (failures === 1) response.writeHead(503, { 'retry-after': '0' }).end('later');
      else if (failures === 2) response.writeHead(302, { location: `http://${receiver.target}/elsewhere` }).end();
      else response.writeHead(204).end();
    });
    await user(application_id, 'user-1');
    await user(application_id, 'organic', 'organic');
    await notify(application_id, '330001', 'user-1');
    await notify(application_id, '330009', 'organic');
    const tried = await receiver.posts(path, 3);
    expect(new Set(tried.map(({ body }) => body.toString('hex'))).size).toBe(1);
    expect(new Set(tried.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    // The same purchase, said again.
    await notify(application_id, '330001', 'user-1', { notification_type: 'SUBSCRIBED', subtype: 'RESUBSCRIBE' });
    await notify(application_id, '330001', 'user-1', refund(0.5, day(1)));
    await notify(application_id, '330001', 'user-1', refund(0.75));
    // History is no news.
    await notify(application_id, '330002', 'user-1', { signed_at: day(7.1) });
    await notify(application_id, '330003', 'user-1', {
      transaction: { price_micros: 39_990_000, currency: 'USD', storefront: 'US' },
    });
    const posts = await receiver.posts(path, 6);
    const bodies = posts.map(({ body, headers }) =>
      new Webhook(secret).verify(body.toString(), headers as Record<string, string>),
    ) as { event: string; proceeds: number }[];
    const received = new Map(bodies.map((body, index) => [posts[index]?.headers['x-tapwise-sequence'], body]));
    expect(received.get('1')).toEqual({
      event: 'subscription_charge',
      product_id: 'calm.yearly',
      original_transaction_id: '330001',
      user_id: 'user-1',
      install_date: day(6).slice(0, 10),
      organization_id: 40_669_820,
      campaign_id: 700_000_001,
      campaign_name: 'US SKAG',
      ad_group_id: 710_000_001,
      ad_group_name: 'sleep sounds',
      keyword_id: 720_000_001,
      keyword_name: 'Keyword 720000001',
      proceeds: 7.6524,
      currency: 'USD',
    });
    expect([...received.values()].map(({ proceeds }) => proceeds).sort()).toEqual(
      [-3.8262, -3.8262, 27.993, 7.6524].sort(),
    );
    expect(sequencesOf(posts)).toEqual([1, 2, 3, 4]);
    expect(receiver.received.filter((post) => post.path === '/elsewhere')).toEqual([]);
  });

  it('report what an upgrade takes back, marked, and of a refund after it the difference', async () => {
    const { application_id, path } = await customer('webhook');
    await user(application_id, 'user-2');
    const month = {
      price_micros: 10_000_000,
      currency: 'USD',
      storefront: 'US',
      purchased_at: day(3),
      expires_at: day(-1),
    };
    const year = { ...month, transaction_id: '331002', product_id: 'calm.better', price_micros: 60_000_000 };
    await notify(application_id, '331001', 'user-2', { transaction: month });
    await notify(application_id, '331001', 'user-2', {
      notification_type: 'DID_CHANGE_RENEWAL_PREF',
      subtype: 'UPGRADE',
      transaction: { ...year, purchased_at: new Date(Date.parse(month.purchased_at) + 86_400_000).toISOString() },
    });
    await receiver.posts(path, 3);
    await notify(application_id, '331001', 'user-2', {
      notification_type: 'REFUND',
      subtype: null,
      transaction: { ...month, revoked_at: day(0) },
    });
    const posts = (await receiver.posts(path, 4)).map(({ body, headers }) => {
      const { event, product_id, proceeds, estimated } = JSON.parse(body.toString()) as Record<string, unknown>;
      return [event, product_id, Number(proceeds), headers['x-tapwise-estimated'] ?? estimated];
    });
    const ofMonth = posts.filter(([, product]) => product === 'calm.yearly');
    const share = (86_400_000 * 3) / (Date.parse(month.expires_at) - Date.parse(month.purchased_at));
    expect(ofMonth).toEqual([
      ['subscription_charge', 'calm.yearly', 7, undefined],
      ['refund', 'calm.yearly', expect.closeTo(-7 * share, 3), 'true'],
      ['refund', 'calm.yearly', expect.closeTo(-7 * (1 - share), 3), undefined],
    ]);
    expect(ofMonth.reduce((sum, [, , proceeds]) => sum + Number(proceeds), 0)).toBeCloseTo(0, 9);
    expect(posts).toContainEqual(['subscription_charge', 'calm.better', 42, undefined]);
  });

  it('report what a user buys from the time on that a late token completes the install', async () => {
    const { application_id, endpoint_id, path } = await customer('webhook');
    await user(application_id, 'completed', 'no_token');
    await notify(application_id, '345001', 'completed');
    await record(installStream(application_id, 'completed'), {
      type: 'InstallReopened',
      data: {
        application_id,
        install_id: 'completed',
        first_launch_at: day(6),
        device_class: null,
        attribution_token: 'late',
        received_at: day(0),
      },
    });
    await notify(application_id, '345002', 'completed');
    await until(async () => expect(await lastOf(endpoint_id)).toHaveLength(1));
    await decide(application_id, 'completed', 'attributed');
    await notify(application_id, '345003', 'completed');
    const posts = await receiver.posts(path, 2);
    const bought = posts.map(({ body }) => JSON.parse(body.toString()).original_transaction_id);
    expect(bought.sort()).toEqual(['345002', '345003']);
  });

  it('wait for the attribution of their user', async () => {
    const { application_id, endpoint_id, path } = await customer('webhook');
    await user(application_id, 'early', 'pending');
    await notify(application_id, '340001', 'early');
    await until(async () => expect(await lastOf(endpoint_id)).toHaveLength(1));
    await decide(application_id, 'early', 'attributed');
    const [post] = await receiver.posts(path, 1);
    expect(post?.headers['x-tapwise-sequence']).toBe('1');
  });

  it('are not sent without a subscription, nor to an address that is gone, and can be replayed', async () => {
    const ended = await customer('webhook', { trial: day(1) });
    await user(ended.application_id, 'u');
    await notify(ended.application_id, '350001', 'u');
    const gone = await customer('webhook');
    receiver.respondWith(gone.path, (_post, response) => response.writeHead(410).end());
    await user(gone.application_id, 'u');
    await notify(gone.application_id, '350002', 'u');
    await receiver.posts(gone.path, 1);
    await until(async () => {
      const { webhook } = await createEndpointReader(log)(gone.application_id);
      expect(webhook?.disabled).toBe('gone');
    });
    await notify(gone.application_id, '350003', 'u');
    const ids = await deliveriesOf(gone.endpoint_id, 2);
    await until(async () => {
      const ends = await Promise.all(ids.map((id) => lastFactOf(gone.endpoint_id, id)));
      expect(ends.map((end) => end?.data)).toMatchObject([
        { state: 'failed', sequence: 1 },
        { reason: 'gone', sequence: null },
      ]);
    });
    expect(receiver.received.filter(({ path }) => path === gone.path || path === ended.path)).toHaveLength(1);
    // What is known now would give other proceeds; the bytes that were frozen stay.
    const cheaper = { application_id: gone.application_id, small_business: true, changed_at: day(0) };
    await record(applicationStream(gone.application_id), { type: 'SmallBusinessChanged', data: cheaper });
    await until(async () => {
      expect(facts.directory.state.applications.get(gone.application_id)?.small_business).toBe(true);
    });
    // Someone sets the address again and replays both.
    receiver.respondWith(gone.path, (_post, response) => response.writeHead(200).end());
    const at = day(0);
    await record(customerEndpointsStream(gone.application_id), {
      type: 'CustomerEndpointEnabled',
      data: { application_id: gone.application_id, endpoint_id: gone.endpoint_id, lane: 'webhook', enabled_at: at },
    });
    for (const id of ids) {
      const lastEvent = await lastEventOf(gone.endpoint_id, id);
      const delivery = lastEvent && deliveryIn(lastEvent, id);
      const decider = { ...deliveryDecider, initialState: () => delivery ?? deliveryDecider.initialState() };
      await handleCommand<DeliveryState, OwnDeliveryEvent>(log, {
        stream: webhookDeliveryStream(id),
        decider,
        cause: `replay ${id}`,
        context: asTest,
        decide: (state) => replayDelivery(state, 1, at),
      });
    }
    const [first, ...again] = await receiver.posts(gone.path, 3);
    const same = again.find(({ headers }) => headers['webhook-id'] === first?.headers['webhook-id']);
    expect(same?.body).toEqual(first?.body);
    expect(sequencesOf([first, ...again].filter((post) => post !== undefined))).toEqual([1, 2]);
  });

  it('of an address that hangs delay no other', async () => {
    const hanging = await customer('webhook');
    const lively = await customer('webhook');
    receiver.respondWith(hanging.path, () => undefined);
    await user(hanging.application_id, 'u');
    await user(lively.application_id, 'u');
    for (let count = 0; count < 12; count += 1) await notify(hanging.application_id, `36${count}`, 'u');
    await receiver.posts(hanging.path, 8);
    await notify(lively.application_id, '370001', 'u');
    await receiver.posts(lively.path, 1);
    expect(receiver.received.filter(({ path }) => path === hanging.path)).toHaveLength(8);
  });
});

describe('forwarding', () => {
  it('changes no byte, whatever the store sent', async () => {
    const { application_id, path } = await customer('forwarding');
    const sent = Array.from({ length: 20 }, (_, index) => randomBytes(1 + 20 * index));
    for (const [index, bytes] of sent.entries()) {
      const notification_id = `any-${index}`;
      const request = { application_id, notification_id, received_at: day(0), bytes, headers: {} };
      const data = await keepRequest(vault, request);
      await record(storeRequestStream(application_id, notification_id), { type: 'StoreRequestReceived', data });
    }
    const posts = await receiver.posts(path, sent.length);
    const hex = (bodies: readonly Buffer[]) => bodies.map((body) => body.toString('hex')).sort();
    expect(hex(posts.map(({ body }) => body))).toEqual(hex(sent));
  });

  it('posts the very bytes of every notification, unsigned', async () => {
    const { application_id, path } = await customer('forwarding');
    const bytes = Buffer.from([0x7b, 0x20, 0xff, 0xfe, 0x09, 0x22, 0xc3, 0x28, 0x0a, 0x7d, 0x20, 0x0a]);
    const headers = { 'content-type': 'application/json;  charset=utf-8' };
    const request = { application_id, notification_id: 'kept-1', received_at: day(0), bytes, headers };
    const data = await keepRequest(vault, request);
    await record(storeRequestStream(application_id, 'kept-1'), { type: 'StoreRequestReceived', data });
    const [post] = await receiver.posts(path, 1);
    expect(post?.body).toEqual(bytes);
    expect(post?.headers).toMatchObject({ ...headers, 'webhook-id': expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(post?.headers).not.toHaveProperty('webhook-signature');
  });
});

describe('what came while nothing was posted for two hours', () => {
  it('is posted afterwards, each once, and what waited for its next attempt in the same bytes', async () => {
    const failing = await customer('webhook');
    const lively = await customer('webhook');
    receiver.respondWith(failing.path, (_post, response) => response.writeHead(500).end());
    await user(failing.application_id, 'u');
    await user(lively.application_id, 'u');
    await notify(failing.application_id, '380000', 'u');
    await receiver.posts(failing.path, 3);
    // The fourth attempt is a minute away.
    await until(async () => {
      const open = facts.deliveries.state.queues.get(failing.endpoint_id)?.open.values().next().value;
      expect(open?.delivery.tries).toBe(3);
    });
    await working.stop();
    for (let count = 1; count <= 4; count += 1) {
      for (const { application_id } of [failing, lively])
        await notify(application_id, `38${count}${application_id}`, 'u');
    }
    expect(await receiver.posts(failing.path, 3)).toHaveLength(3);
    receiver.respondWith(failing.path, (_post, response) => response.writeHead(200).end());
    working = startWorking({ now: () => Date.now() + 2 * 3_600_000 });
    const late = await receiver.posts(failing.path, 8);
    const all = await receiver.posts(lively.path, 4);
    expect(sequencesOf(late)).toEqual([1, 2, 3, 4, 5]);
    expect(sequencesOf(all)).toEqual([1, 2, 3, 4]);
    const first = late.filter(({ headers }) => headers['x-tapwise-sequence'] === '1');
    expect([first.length, new Set(first.map(({ body }) => body.toString('hex'))).size]).toEqual([4, 1]);
    await until(async () => {
      for (const { endpoint_id } of [failing, lively]) expect(await lastOf(endpoint_id)).toEqual([]);
    });
    expect(receiver.received.filter(({ path }) => path === lively.path)).toHaveLength(4);
  });
});

/** Deliveries of an endpoint in the order they were queued. */
async function deliveriesOf(endpointId: string, count: number): Promise<string[]> {
  let deliveryIds: string[] = [];
  await until(async () => {
    const queued = await log.readStream(webhookQueueStream(endpointId));
    deliveryIds = queued
      .flatMap(({ event }) => deliveryFacts(event as DeliveryEvent))
      .map(({ data }) => data.delivery_id);
    expect(deliveryIds).toHaveLength(count);
  });
  return deliveryIds;
}

/** What the log said last of a delivery: by itself, or among others that were posted. */
async function lastEventOf(endpointId: string, id: string): Promise<DeliveryEvent | undefined> {
  const attempts = await log.readStream(webhookAttemptsStream(endpointId));
  const deliveryEvents = await log.readStream(webhookDeliveryStream(id));
  const events = [...attempts, ...deliveryEvents].map(({ event }) => event as DeliveryEvent);
  return events.findLast((event) => deliveryFacts(event).some(({ data }) => data.delivery_id === id));
}

/** What that says of the delivery. */
async function lastFactOf(endpointId: string, id: string): Promise<DeliveryFact | undefined> {
  const event = await lastEventOf(endpointId, id);
  return event && deliveryFacts(event).find(({ data }) => data.delivery_id === id);
}
