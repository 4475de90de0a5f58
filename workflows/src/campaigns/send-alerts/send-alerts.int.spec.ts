import { setMaxListeners } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createOutboundClient,
  type EventLog,
  type FoldFollower,
  handleCommand,
  newWebhookSecret,
  openEventLog,
  openFileFolder,
  openKeyVault,
  startFoldFollower,
} from '@tapwise/adapters';
import {
  type Alerts,
  alertChannelsStream,
  alertEpisodesStream,
  alertMessagesStream,
  alertStreamPrefixes,
  createAlerts,
  type DomainEvent,
  type DomainEventOf,
  evolveAlerts,
  statelessDecider,
} from '@tapwise/domain';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type EventStoreUnderTest, startEventStore } from '../../../../tests/support/engines/eventstore-node.ts';
import { addApplication, followDirectory } from '../../../../tests/support/facts/linked-application.ts';
import { asTest } from '../../../../tests/support/facts/settings.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../tests/support/stand-ins/webhook-receiver.ts';
import { attemptedActivities } from '../../testing/attempted-activities.ts';
import { createSendAlertsActivities } from './send-alerts.activities.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapwise-alerts-'));
const vault = openKeyVault(openFileFolder(folder), Buffer.alloc(32, 7));
const stopping = new AbortController();
const secret = newWebhookSecret();
const instant = '2026-11-23T12:00:00.000Z';
const firedAt = Date.parse(instant);
let node: EventStoreUnderTest;
let log: EventLog;
let receiver: WebhookReceiver;
let alerts: FoldFollower<Alerts>;
let clock = firedAt;
let next = 0;

beforeAll(async () => {
  // Each process that is begun listens to it.
  setMaxListeners(0, stopping.signal);
  [node, receiver] = await Promise.all([startEventStore(), startWebhookReceiver()]);
  log = openEventLog(node.url);
  await addApplication(log, { id: 3, adamId: 1_500_000_003 });
  await addMember();
});
afterAll(async () => {
  stopping.abort();
  await log.close();
  receiver.stop();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  clock = firedAt;
});

/** A process that sends; another one knows nothing of this but by the log. */
function newWorker() {
  const { signal } = stopping;
  alerts = startFoldFollower(log, {
    state: createAlerts(),
    evolve: (state, { event, position }) => evolveAlerts(state, event, position),
    streamPrefixes: alertStreamPrefixes,
    signal,
  });
  const client = createOutboundClient({ targets: new Set([receiver.target]), totalMs: 10_000 });
  const made = createSendAlertsActivities({
    log,
    directory: followDirectory(log, signal),
    alerts,
    vault,
    client,
    publicUrl: 'https://tapwise.example',
    pauses: undefined,
    now: () => clock,
  });
  return attemptedActivities(made, signal);
}

async function append(stream: string, ...events: readonly DomainEvent[]): Promise<void> {
  await handleCommand(log, {
    stream,
    decider: statelessDecider,
    cause: crypto.randomUUID(),
    context: asTest,
    decide: () => events,
  });
}

/** The person who founded team 1, with a verified address. */
async function addMember(): Promise<void> {
  const email_hash = 'f87c93f2896feaab5a3e9985562a00d4e730329804f81d25f220907a8751d4ce';
  const at = '2026-11-01T00:00:00.000Z';
  const sealed = { name: 'v1.name', email: 'v1.email', email_hash, password_hash: 'hash' };
  const founded_team = { name: 'v1.team', access: 'admin' as const, trial_expires_at: '2027-01-01T00:00:00.000Z' };
  await append('account-1', {
    type: 'AccountOpened',
    data: { account_id: 1, team_id: 1, ...sealed, demo: false, founded_team },
  });
  await append('account-1', { type: 'EmailVerified', data: { account_id: 1, email_hash, verified_at: at } });
}

/** An alert with a channel of its own, and an incident of it. */
async function incident(
  kind: 'slack' | 'webhook' | 'mail',
  path: string,
  quiet: DomainEventOf<'AlertChannelAdded'>['data']['content']['quiet'] = null,
) {
  next += 1;
  const alert_id = 200 + next;
  const channel_id = crypto.randomUUID();
  const episode_id = crypto.randomUUID();
  const at = new Date(firedAt).toISOString();
  const subject = { alert_id, application_id: 3 };
  const content = {
    name: 'Team',
    address: kind === 'mail' ? null : await vault.encrypt('team-1', `http://${receiver.target}${path}`),
    masked: kind === 'mail' ? null : receiver.target,
    secret: kind === 'webhook' ? await vault.encrypt('team-1', secret) : null,
    account_ids: kind === 'mail' ? [1] : [],
    quiet,
    digest: null,
    zone: 'UTC',
    without_amounts: false,
  };
  await append(alertChannelsStream(1), {
    type: 'AlertChannelAdded',
    data: { team_id: 1, channel_id, kind, content, added_by: 1, added_at: '2026-11-01T00:00:00.000Z' },
  });
  const alert = { name: 'CPA', on: true, severity: 'high', for: 1, clear: 1, channels: [channel_id] } as const;
  await append(`alert-${alert_id}`, {
    type: 'AlertCreated',
    data: {
      ...subject,
      content: { ...alert, channels: [channel_id], apply_to: {}, automation_params: {}, settings: null },
      created_by: 1,
      created_at: at,
    },
  });
  await append(alertEpisodesStream(alert_id), {
    type: 'AlertFired',
    data: {
      ...subject,
      episode_id,
      key: '1',
      name: 'Brand',
      alert_name: 'CPA',
      severity: 'high',
      slot: at,
      value: 12_500_000,
      limit: 6_000_000,
      unit: 'money',
      currency: 'EUR',
      window: null,
      spend: 0,
      text: 'CPA of Brand <!channel>: 12.50',
      text_without_amounts: 'CPA of Brand',
      before: [],
      message: 'fired',
      changes: 1,
      changes_since: at,
      fired_at: at,
    },
  });
  return { channel_id, episode_id, alert_id };
}

/** A process claims the message about an incident, and ends before it sends it. @returns the id of the message. */
async function claimed({ channel_id, episode_id }: { channel_id: string; episode_id: string }): Promise<string> {
  const message_id = crypto.randomUUID();
  await append(alertMessagesStream(channel_id), {
    type: 'AlertMessageClaimed',
    data: {
      channel_id,
      team_id: 1,
      message_id,
      form: 'single',
      items: [{ episode_id, kind: 'fired', number: 1 }],
      attempt: 1,
      claim: crypto.randomUUID(),
      claimed_at: new Date(firedAt).toISOString(),
      over_at: new Date(firedAt + 120_000).toISOString(),
    },
  });
  return message_id;
}

function closed(reason: 'removed' | 'disabled', channel_id: string): DomainEvent {
  const subject = { team_id: 1, channel_id };
  return reason === 'removed'
    ? { type: 'AlertChannelRemoved', data: { ...subject, removed_by: 1, removed_at: instant } }
    : { type: 'AlertChannelDisabled', data: { ...subject, problem: 'gone', disabled_at: instant } };
}

/** Runs passes until nothing is left to do now. @returns how long the last one would wait. */
async function settle(worker: ReturnType<typeof newWorker>, channel_id: string): Promise<number | null> {
  for (;;) {
    await alerts.reached(await log.lastPosition());
    const { pause_seconds } = await worker.sendNextMessage({ channel_id });
    if (pause_seconds !== 1) return pause_seconds;
  }
}
const messageEvents = async (channelId: string) =>
  (await log.readStream(alertMessagesStream(channelId))).map(({ event }) => event);
const typesOf = async (channelId: string) => (await messageEvents(channelId)).map(({ type }) => type);

/** Mails that were asked for. */
async function mailsRequested() {
  const requested: DomainEventOf<'MailRequested'>['data'][] = [];
  const mails = startFoldFollower(log, {
    state: requested,
    evolve: (state, { event }) => {
      if (event.type === 'MailRequested') state.push(event.data);
    },
    streamPrefixes: ['mail-'],
    signal: stopping.signal,
  });
  await mails.caughtUp;
  return requested;
}

describe('a message to a channel', () => {
  it('is posted to Slack once, whichever processes send', async () => {
    receiver.respondWith('/services/T/B/1', (_, response) => response.writeHead(200).end('ok'));
    const { channel_id } = await incident('slack', '/services/T/B/1');
    expect(await settle(newWorker(), channel_id)).toBeNull();
    expect(await settle(newWorker(), channel_id)).toBeNull();
    const [post, ...others] = await receiver.posts('/services/T/B/1', 1);
    expect(others).toEqual([]);
    expect(JSON.parse(`${post?.body}`)).toMatchObject({
      text: 'CPA of Brand &lt;!channel&gt;: 12.50',
      unfurl_links: false,
    });
    expect(await typesOf(channel_id)).toEqual(['AlertMessageClaimed', 'AlertMessageEnded']);
  });

  it('is claimed by one of several processes that send at the same time', async () => {
    receiver.respondWith('/services/T/B/2', (_, response) => response.writeHead(200).end('ok'));
    const { channel_id } = await incident('slack', '/services/T/B/2');
    await Promise.all([1, 2, 3, 4].map(() => settle(newWorker(), channel_id)));
    expect(await receiver.posts('/services/T/B/2', 1)).toHaveLength(1);
  });

  it('is not posted to Slack again when the process ended after it had been claimed', async () => {
    const { channel_id, episode_id } = await incident('slack', '/services/T/B/3');
    await claimed({ channel_id, episode_id });
    const worker = newWorker();
    expect(await settle(worker, channel_id)).toBe(120);
    clock = firedAt + 120_000;
    expect(await settle(worker, channel_id)).toBeNull();
    expect((await messageEvents(channel_id)).at(-1)).toMatchObject({ data: { state: 'unknown' } });
    expect(receiver.received.filter(({ path }) => path === '/services/T/B/3')).toEqual([]);
  });

  it('is asked for as one mail to each person of the channel, also when the process ended after it had been claimed', async () => {
    const { channel_id, episode_id } = await incident('mail', '');
    const message_id = await claimed({ channel_id, episode_id });
    const worker = newWorker();
    expect(await settle(worker, channel_id)).toBe(120);
    expect(await mailsRequested()).toEqual([]);
    clock = firedAt + 120_000;
    await Promise.all([worker, newWorker()].map((process) => settle(process, channel_id)));
    expect(await settle(newWorker(), channel_id)).toBeNull();
    expect(await mailsRequested()).toMatchObject([
      {
        kind: 'alert',
        key: `alert|${message_id}|1`,
        account_id: 1,
        facts: { headline: 'CPA of Brand <!channel>: 12.50' },
      },
    ]);
    expect((await messageEvents(channel_id)).at(-1)).toMatchObject({ data: { state: 'sent' } });
  });

  it('is posted to a server signed, and again under the same id until it is taken', async () => {
    const { channel_id } = await incident('webhook', '/alerts');
    let calls = 0;
    receiver.respondWith('/alerts', (_, response) => {
      calls += 1;
      response.writeHead(calls === 1 ? 503 : 200).end();
    });
    const worker = newWorker();
    expect(await settle(worker, channel_id)).toBeGreaterThan(1);
    clock += 60_000;
    expect(await settle(worker, channel_id)).toBeNull();
    const posts = await receiver.posts('/alerts', 2);
    expect(new Set(posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [, last] = posts;
    const timestamp = Number(last?.headers['webhook-timestamp']) * 1000;
    expect(timestamp).toBe(clock);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('base64');
    const signature = new Webhook(key).sign(`${last?.headers['webhook-id']}`, new Date(timestamp), `${last?.body}`);
    expect(last?.headers['webhook-signature']).toBe(signature);
    expect(JSON.parse(`${last?.body}`)).toMatchObject({
      event: 'alert.fired',
      value: 12.5,
      limit: 6,
      object: { key: '1' },
    });
    const named = { 'x-tapwise-sequence': '1', 'x-tapwise-event-time': new Date(firedAt).toISOString() };
    expect(posts.map(({ headers }) => headers)).toEqual([
      expect.objectContaining(named),
      expect.objectContaining(named),
    ]);
    expect((await messageEvents(channel_id)).filter(({ type }) => type === 'AlertWebhookAttempted')).toMatchObject([
      { data: { application_ids: [3], status: 503, state: 'pending' } },
      { data: { application_ids: [3], status: 200, state: 'delivered', next_attempt_at: null } },
    ]);
  });

  it('has the same bytes when it is tried again or replayed, also when its incident is over by then', async () => {
    receiver.respondWith('/again', (_, response) => response.writeHead(503).end());
    const { channel_id, episode_id, alert_id } = await incident('webhook', '/again');
    const worker = newWorker();
    expect(await settle(worker, channel_id)).toBeGreaterThan(1);
    receiver.respondWith('/again', (_, response) => response.writeHead(200).end());
    clock += 60_000;
    expect(await settle(worker, channel_id)).toBeNull();
    const frozen = (await messageEvents(channel_id)).find((event) => event.type === 'AlertWebhookFrozen');
    if (frozen?.type !== 'AlertWebhookFrozen') throw new Error('The bytes were not kept');
    await append(`alert-${alert_id}`, {
      type: 'AlertDeleted',
      data: { alert_id, application_id: 3, deleted_by: 1, deleted_at: new Date(clock).toISOString() },
    });
    const { message_id } = frozen.data;
    await append(alertMessagesStream(channel_id), {
      type: 'AlertWebhookReplayRequested',
      data: { ...frozen.data, account_id: 1, requested_at: new Date(clock).toISOString() },
    });
    expect(await settle(newWorker(), channel_id)).toBeNull();
    const posts = await receiver.posts('/again', 3);
    expect(new Set(posts.map(({ body }) => `${body}`))).toEqual(new Set([frozen.data.body]));
    expect(posts.map(({ headers }) => [headers['webhook-id'], headers['x-tapwise-sequence']])).toEqual(
      posts.map(() => [message_id, '1']),
    );
    expect(JSON.parse(frozen.data.body)).toMatchObject({ episode: episode_id });
  });

  it('is not tried again in quiet hours that began after its last attempt, but when they end', async () => {
    const weekdays = [1, 2, 3, 4, 5, 6, 7];
    const quiet = { from: '12:01', to: '13:00', zone: 'UTC', weekdays, high: true };
    const { channel_id } = await incident('webhook', '/quiet', quiet);
    receiver.respondWith('/quiet', (_, response) => response.writeHead(503).end());
    const worker = newWorker();
    expect(await settle(worker, channel_id)).toBeGreaterThan(1);
    clock += 60_000;
    expect(await settle(worker, channel_id)).toBe(59 * 60);
    expect(receiver.received.filter(({ path }) => path === '/quiet')).toHaveLength(1);
    receiver.respondWith('/quiet', (_, response) => response.writeHead(200).end());
    clock += 59 * 60_000;
    expect(await settle(worker, channel_id)).toBeNull();
    expect(receiver.received.filter(({ path }) => path === '/quiet')).toHaveLength(2);
  });

  it('does not wait for channels whose servers hang', async () => {
    const held: ServerResponse[] = [];
    receiver.respondWith('/services/T/B/hang', (_, response) => void held.push(response));
    receiver.respondWith('/services/T/B/quick', (_, response) => response.writeHead(200).end('ok'));
    const first = await incident('slack', '/services/T/B/hang');
    const second = await incident('slack', '/services/T/B/hang');
    const quick = await incident('slack', '/services/T/B/quick');
    const worker = newWorker();
    const waiting = [first, second].map(({ channel_id }) => settle(worker, channel_id));
    await receiver.posts('/services/T/B/hang', 2);
    expect(await settle(worker, quick.channel_id)).toBeNull();
    expect(await typesOf(quick.channel_id)).toEqual(['AlertMessageClaimed', 'AlertMessageEnded']);
    expect(await typesOf(first.channel_id)).toEqual(['AlertMessageClaimed']);
    for (const response of held) response.writeHead(200).end('ok');
    expect(await Promise.all(waiting)).toEqual([null, null]);
  });

  it('is the last one to a channel that is gone', async () => {
    receiver.respondWith('/services/T/B/4', (_, response) => response.writeHead(410).end('channel_is_archived'));
    const { channel_id } = await incident('slack', '/services/T/B/4');
    expect(await settle(newWorker(), channel_id)).toBeNull();
    await alerts.reached(await log.lastPosition());
    expect(alerts.state.channels.get(1)?.find((channel) => channel.channel_id === channel_id)?.problem).toBe(
      'channel_is_archived',
    );
  });

  it('is not posted when its alert was snoozed while it waited', async () => {
    const { channel_id, alert_id } = await incident('webhook', '/snoozed');
    receiver.respondWith('/snoozed', (_, response) => response.writeHead(503).end());
    expect(await settle(newWorker(), channel_id)).toBeGreaterThan(1);
    const snoozed_at = new Date(clock).toISOString();
    const until = new Date(clock + 3_600_000).toISOString();
    await append(`alert-${alert_id}`, {
      type: 'AlertSnoozed',
      data: { alert_id, application_id: 3, key: null, until, snoozed_by: 1, snoozed_at },
    });
    clock += 60_000;
    await settle(newWorker(), channel_id);
    expect((await messageEvents(channel_id)).at(-1)).toMatchObject({ data: { state: 'failed' } });
    expect(receiver.received.filter(({ path }) => path === '/snoozed')).toHaveLength(1);
  });

  it.each(['disabled', 'removed'] as const)(
    'ends once as not sent where its channel is %s meanwhile',
    async (reason) => {
      const { channel_id } = await incident('webhook', `/${reason}`);
      receiver.respondWith(`/${reason}`, (_, response) => response.writeHead(503).end());
      expect(await settle(newWorker(), channel_id)).toBeGreaterThan(1);
      await append(alertChannelsStream(1), closed(reason, channel_id));
      const workers = [newWorker(), newWorker(), newWorker()];
      expect(await Promise.all(workers.map((worker) => settle(worker, channel_id)))).toEqual([null, null, null]);
      clock += 60_000;
      expect(await settle(newWorker(), channel_id)).toBeNull();
      const [, , , , ...ends] = await messageEvents(channel_id);
      expect(ends).toMatchObject([
        { type: 'AlertWebhookNotSent', data: { reason, sequence: 1 } },
        { type: 'AlertMessageEnded', data: { state: 'failed', error: `The channel was ${reason}` } },
      ]);
      expect(receiver.received.filter(({ path }) => path === `/${reason}`)).toHaveLength(1);
    },
  );

  it('stays open while a process may be sending it to a channel that was removed', async () => {
    const slack = await incident('slack', '/services/T/B/5');
    await claimed(slack);
    const { channel_id } = slack;
    await append(alertChannelsStream(1), closed('removed', channel_id));
    expect(await settle(newWorker(), channel_id)).toBe(120);
    clock += 120_000;
    expect(await settle(newWorker(), channel_id)).toBeNull();
    expect((await messageEvents(channel_id)).slice(1)).toMatchObject([
      { type: 'AlertMessageEnded', data: { state: 'unknown' } },
    ]);
  });
});
