import { logPositionHeader, type ServerToClient } from '@tapwise/contract';
import { alertEpisodesStream, type DomainEvent, type DomainEventOf } from '@tapwise/domain';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { happened, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { outcome, type Page } from '../../../../tests/support/people/live-page.ts';
import { joinTeam } from '../../../../tests/support/people/team-member.ts';
import { type ApiService, type Call, startApi } from '../../../../tests/support/services/api-service.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../../../tests/support/stand-ins/webhook-receiver.ts';

interface Listed {
  readonly id: number;
  readonly kind: string;
}

let api: ApiService;
let receiver: WebhookReceiver;
const tokens = { mine: '', theirs: '', restricted: '', demo: '' };
const ids = { mine: 0, theirs: 0 };
const people = { mine: 0, theirs: 0 };
let budget = 0;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  api = await startApi({ tables: true, demo: true, outboundTargets: [receiver.target] });
  const me = await api.signUp();
  const they = await api.signUp();
  tokens.mine = me.token;
  tokens.theirs = they.token;
  tokens.restricted = (await joinTeam(api, me, 'restricted')).token;
  tokens.demo = String((await api.call('POST', '/api/session', { body: { demo: true } })).body.token);
  people.mine = me.accountId;
  people.theirs = they.accountId;
  for (const name of ['mine', 'theirs'] as const) {
    const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
    ids[name] = Number((await api.call('POST', '/api/application', { token: tokens[name], body })).body.application_id);
  }
  const objects = { orgId: 4001, campaignId: 5001, adGroupId: 6001, keywordId: 7001 };
  await linkOrganization(api, { id: ids.mine, adamId: 1_500_000_001, accountId: me.accountId }, objects);
  budget = (await listed()).find(({ kind }) => kind === 'budget')?.id ?? 0;
});
afterAll(async () => {
  await api.stop();
  receiver.stop();
});

/** Up to where this file wrote to the log beside the API, which answers from a state that holds it. */
let written = 0n;
const recorded = async (stream: string, ...events: DomainEvent[]): Promise<void> => {
  written = await happened(api, stream, ...events);
};

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, fields: object, token = tokens.mine) => {
  const headers = { [logPositionHeader]: written.toString() };
  return api.call(method, `/api/asa/${path}`, {
    token,
    headers,
    [method === 'GET' ? 'query' : 'body']: fields,
  } as Call);
};
const listed = async () =>
  (await call('GET', 'alerts', { application_id: ids.mine })).body.alerts as unknown as (Listed &
    Record<string, unknown>)[];
const errorOf = async (answered: ReturnType<typeof call>) => {
  const { status, body } = await answered;
  return [status, body.error_message];
};

/** An incident as the worker records it. */
async function incident(applicationId: number, alertId: number, at = api.deps.now().toISOString()): Promise<string> {
  const episode_id = crypto.randomUUID();
  const figures = {
    value: 182_500_000,
    limit: 96_000_000,
    unit: 'money',
    currency: 'USD',
    window: null,
    spend: 0,
  } as const;
  const data: DomainEventOf<'AlertFired'>['data'] = {
    alert_id: alertId,
    application_id: applicationId,
    episode_id,
    key: '5001',
    name: 'Brand',
    alert_name: 'Budget nearly used',
    severity: 'normal',
    slot: at,
    ...figures,
    text: 'Budget of Brand nearly used',
    text_without_amounts: 'Budget of Brand nearly used',
    before: [],
    message: 'fired',
    changes: 1,
    changes_since: at,
    fired_at: at,
  };
  const unit = {
    key: '5001',
    name: 'Brand',
    kind: 'firing',
    against: 0,
    changes: [at],
    unsteady_since: null,
    silence: null,
  } as const;
  const evaluated = { alert_id: alertId, application_id: applicationId, version: 1, slot: at, evaluated_at: at };
  await recorded(
    alertEpisodesStream(alertId),
    { type: 'AlertUnitsEvaluated', data: { ...evaluated, units: [{ ...unit, changes: [at] }] } },
    { type: 'AlertFired', data },
  );
  return episode_id;
}

describe('alerts of an application', () => {
  it('are there from the start, and are changed by the version that was seen', async () => {
    expect((await listed()).map(({ kind, on, version }) => [kind, on, version])).toEqual(
      ['spend_spike', 'tracking_gap', 'integration', 'no_data', 'budget', 'roas_falling', 'rules'].map((kind) => [
        kind,
        true,
        1,
      ]),
    );
    const change = { application_id: ids.mine, id: budget, updates: { settings: { share: 80 }, for: 1 }, based_on: 1 };
    const { body } = await call('PUT', 'alerts', change);
    expect(body).toMatchObject({
      version: 2,
      alert: { for: 1, settings: { share: 80, hours_left: 6, monthly_limit: null } },
    });
    expect(await errorOf(call('PUT', 'alerts', change))).toEqual([409, 'This rule was changed meanwhile']);
    expect((await call('PUT', 'alerts', { ...change, based_on: 2 })).body.version).toBe(2);
    const bad = { application_id: ids.mine, id: budget, updates: { settings: { share: 101 } } };
    expect((await call('PUT', 'alerts', bad)).status).toBe(400);
    expect(await errorOf(call('DELETE', 'alerts', { application_id: ids.mine, id: budget }))).toEqual([
      400,
      'This alert cannot be deleted',
    ]);
  });

  it('are mailed to a person or not by an own switch', async () => {
    await call('PUT', 'alerts', { application_id: ids.mine, id: budget, updates: { mail: false } });
    expect((await listed()).find(({ id }) => id === budget)).toMatchObject({ mail: false, version: 2 });
  });
});

describe('an alert that a person writes', () => {
  const cpaAbove = (value: number, scope = {}) => ({
    level: 'keyword',
    scope,
    cases: [{ when: { metric: 'cpa', window: '7d', op: '>', value }, then: [{ do: 'notify' }] }],
    schedule: { hours: Array.from({ length: 24 }, (_, hour) => hour) },
  });
  const draft = () => ({
    application_id: ids.mine,
    name: 'CPA',
    apply_to: { 4001: [5001] },
    automation_params: cpaAbove(5),
  });
  const written = async () => (await listed()).filter(({ kind }) => kind === 'own');

  it('is stored with what it does not say, changed by the version that was seen, and deleted', async () => {
    const { body } = await call('POST', 'alerts', draft());
    expect(body.alert).toMatchObject({
      kind: 'own',
      severity: 'normal',
      for: 2,
      clear: 2,
      apply_to: { 4001: [5001] },
      automation_params: { level: 'keyword', guards: { trust: true } },
      version: 1,
    });
    const change = {
      application_id: ids.mine,
      id: body.id,
      updates: { automation_params: cpaAbove(4), severity: 'high' },
    };
    expect((await call('PUT', 'alerts', { ...change, based_on: 1 })).body).toMatchObject({
      version: 2,
      alert: { severity: 'high', automation_params: { cases: [{ when: { value: 4 } }] } },
    });
    expect((await call('PUT', 'alerts', change)).body.version).toBe(2);
    expect((await call('PUT', 'alerts', { ...change, updates: { name: 'CPA 4' }, based_on: 1 })).body).toMatchObject({
      error_message: 'This rule was changed meanwhile',
      current: { version: 2, automation_params: { cases: [{ when: { value: 4 } }] } },
    });
    const level = { automation_params: { ...cpaAbove(4), level: 'campaign' } };
    expect(await errorOf(call('PUT', 'alerts', { ...change, updates: level }))).toEqual([
      400,
      'Copy the rule to change its level',
    ]);
    const built = { application_id: ids.mine, id: budget, updates: { name: 'Other' } };
    expect((await call('PUT', 'alerts', built)).status).toBe(400);
    for (const method of ['PUT', 'DELETE'] as const) {
      const foreign = { ...change, application_id: ids.theirs, ...(method === 'PUT' ? {} : { updates: undefined }) };
      expect((await call(method, 'alerts', foreign, tokens.theirs)).status).toBe(404);
    }
    expect((await call('DELETE', 'alerts', { application_id: ids.mine, id: body.id })).status).toBe(200);
    expect(await written()).toEqual([]);
  });

  it('only notifies, and names nothing of others', async () => {
    const refused = async (fields: object) => (await call('POST', 'alerts', { ...draft(), ...fields })).body;
    const paused = {
      ...cpaAbove(5),
      cases: [{ when: cpaAbove(5).cases[0]?.when, then: [{ do: 'status', to: 'paused' }] }],
    };
    expect(await refused({ name: null, automation_params: paused })).toMatchObject({
      code: 'bad_rule',
      errors: [
        { path: 'name', message: 'Enter a name' },
        { path: 'cases[0].then[0].do', message: 'An alert can only notify' },
      ],
    });
    expect(await refused({ automation_params: cpaAbove(5, { labels: { any: [9] } }) })).toMatchObject({
      error_message: 'Label not found',
    });
    for (const fields of [
      { apply_to: { 4001: [5002] } },
      { apply_to: { 4002: 'all' } },
      { channels: [crypto.randomUUID()] },
    ])
      expect((await call('POST', 'alerts', { ...draft(), ...fields })).status).toBe(404);
    expect(await written()).toEqual([]);
  });

  it('keeps its labels from being deleted, and says what it would find', async () => {
    const label = {
      application_id: ids.mine,
      id: (await call('POST', 'labels', { application_id: ids.mine, name: 'Star' })).body.id,
    };
    const automation_params = cpaAbove(5, { labels: { any: [label.id] } });
    const { id } = (await call('POST', 'alerts', { ...draft(), automation_params })).body;
    expect((await call('DELETE', 'labels', label)).body).toMatchObject({
      code: 'conflict',
      rules: [id],
    });
    await call('DELETE', 'alerts', { application_id: ids.mine, id });
    expect((await call('DELETE', 'labels', label)).status).toBe(200);

    const { name: _, ...entered } = draft();
    const whole = { ...cpaAbove(5), level: 'application' };
    expect((await call('POST', 'alerts/dry_run', { ...entered, automation_params: whole })).body).toMatchObject({
      counts: { checked: 1 },
      verdicts: [{ key: 'org:4001', verdict: 'no_data' }],
      exposure: 0,
      episodes: [],
      warnings: expect.arrayContaining(['An alert about the application counts every campaign of its organizations']),
    });
  });
});

describe('an incident', () => {
  it('is listed, acknowledged once and snoozed, and is not one of another team', async () => {
    const id = await incident(ids.mine, budget);
    const query = { application_id: ids.mine, open: 'true' };
    expect((await call('GET', 'alerts/episodes', query)).body.episodes).toMatchObject([
      { id, kind: 'budget', state: 'firing', value: 182.5, limit: 96, acknowledged: null, messages: [] },
    ]);
    const acknowledge = { application_id: ids.mine, episode_ids: [id] };
    await call('POST', 'alerts/acknowledge', { ...acknowledge, note: 'A promotion' });
    const again = await call('POST', 'alerts/acknowledge', { ...acknowledge, note: 'Another' });
    expect(again.body.episodes).toMatchObject([{ acknowledged: { by: people.mine, note: 'A promotion' } }]);

    const until = new Date(api.deps.now().getTime() + 3_600_000).toISOString();
    const snooze = { application_id: ids.mine, alert_id: budget, key: '5001' };
    expect((await call('POST', 'alerts/snooze', { ...snooze, until })).body.episodes).toMatchObject([
      { snoozed_until: until },
    ]);
    expect((await call('POST', 'alerts/snooze', { ...snooze, until: '2999-01-01T00:00:00.000Z' })).status).toBe(400);
    expect((await call('POST', 'alerts/snooze', { ...snooze, until: null })).body.episodes).toMatchObject([
      { snoozed_until: null },
    ]);

    expect(await errorOf(call('POST', 'alerts/snooze', { ...snooze, key: '5002:1', until }))).toEqual([
      404,
      'Unit not found',
    ]);

    const foreign = { application_id: ids.theirs, episode_ids: [id] };
    expect(await errorOf(call('POST', 'alerts/acknowledge', foreign, tokens.theirs))).toEqual([
      404,
      'This incident was not found.',
    ]);
  });

  it('is a notice that each person reads, and none of a restricted member', async () => {
    // Its snooze was ended while it fired.
    const { body } = await call('GET', 'notices', {});
    const texts = ['Still: Budget of Brand nearly used', 'Budget of Brand nearly used'];
    expect(body).toMatchObject({ unread: 2, notices: texts.map((text) => ({ text, read: false })) });
    expect((await call('GET', 'notices', {}, tokens.restricted)).body).toMatchObject({ unread: 0, notices: [] });
    const [notice] = body.notices as { id: string }[];
    expect((await call('POST', 'notices/read', { ids: [notice?.id] }, tokens.theirs)).status).toBe(404);
    expect((await call('POST', 'notices/read', { ids: [notice?.id] })).body).toMatchObject({
      unread: 1,
      notices: [{ read: true }, { read: false }],
    });
    expect((await call('POST', 'notices/read', { all: true })).body.unread).toBe(0);
  });

  it('has the page after it, whether or not it is among those asked for any more', async () => {
    const [oldest] = (await call('GET', 'alerts/episodes', { application_id: ids.mine })).body.episodes as unknown as {
      readonly id: string;
    }[];
    const ended = await incident(ids.mine, budget);
    await incident(ids.mine, budget);
    const at = api.deps.now().toISOString();
    const subject = { alert_id: budget, application_id: ids.mine, episode_id: ended, key: '5001', slot: at };
    await recorded(alertEpisodesStream(budget), {
      type: 'AlertRecovered',
      data: { ...subject, message: 'recovered', recovered_at: at },
    });
    const after = await call('GET', 'alerts/episodes', { application_id: ids.mine, open: 'true', before: ended });
    expect(after.body.episodes).toMatchObject([{ id: oldest?.id }]);
  });
});

describe('a page that is open', () => {
  it('is sent the notice of what happens, which need not be the newest, and none of what is snoozed', async () => {
    const socket: Page = io(await api.listen(), { transports: ['websocket'], auth: { token: tokens.mine } });
    const notices: Parameters<ServerToClient['notice']>[0]['notice'][] = [];
    const now = api.deps.now().getTime();
    const hourAgo = new Date(now - 3_600_000).toISOString();
    socket.on('notice', ({ notice }) => {
      // What happened just before is still on its way.
      if (notice.at === hourAgo || Date.parse(notice.at) > now) notices.push(notice);
    });
    expect(await outcome(socket)).toBe('connected');
    const subject = { alert_id: budget, application_id: ids.mine, name: 'Brand', alert_name: 'Budget nearly used' };
    const silent = (key: string, reported_at = new Date(now + 1000).toISOString()): DomainEvent => ({
      type: 'AlertSilent',
      data: { ...subject, key, since: hourAgo, reported_at },
    });
    const until = new Date(now + 3_600_000).toISOString();
    await call('POST', 'alerts/snooze', { application_id: ids.mine, alert_id: budget, key: 'snoozed', until });
    await recorded(alertEpisodesStream(budget), silent('snoozed'), silent('other'));
    await incident(ids.mine, budget, hourAgo);
    const sent = () => notices.map(({ kind, at }) => `${kind} ${at}`).sort();
    await expect.poll(sent).toEqual([`fired ${hourAgo}`, `silent ${new Date(now + 1000).toISOString()}`]);
    // Older notices have been read by the cases before.
    const at = new Date(now + 2000).toISOString();
    const many = Array.from({ length: 6 }, (_, index) => silent(`many ${index}`, at));
    await recorded(alertEpisodesStream(budget), ...many);
    const text = 'Budget nearly used: No data for 6 units (Brand, Brand, Brand and 3 more)';
    // Where they come slowly, the first of them are told before they are many.
    await expect.poll(() => notices.at(-1)).toMatchObject({ kind: 'silent', at, text, read: false });
    const read = await call('POST', 'notices/read', { ids: [notices.at(-1)?.id] });
    expect(read.body.notices).toContainEqual(expect.objectContaining({ text, read: true }));
    socket.disconnect();
  });
});

describe('channels of a team', () => {
  it('keep their address to themselves, and are tried', async () => {
    receiver.respondWith('/services/T/B/x', (_, response) => response.writeHead(200).end('ok'));
    const url = `http://${receiver.target}/services/T/B/x`;
    const made = await call('POST', 'alert_channels', { kind: 'slack', name: ' Growth ', url, digest: '09:00' });
    const channel = made.body.channel as { id: string };
    expect(channel).toMatchObject({ name: 'Growth', state: 'active', digest: '09:00' });
    expect(JSON.stringify(made.body)).not.toContain('/B/x');
    expect((await call('POST', 'alert_channels/test', { id: channel.id })).body).toMatchObject({
      delivered: true,
      answer: 'ok',
    });
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await errorOf(call(method, 'alert_channels', { id: channel.id }, tokens.theirs))).toEqual([
        404,
        'This channel was not found.',
      ]);
    const used = { application_id: ids.theirs, id: 0, updates: { channels: [channel.id] } };
    const theirs = (await call('GET', 'alerts', { application_id: ids.theirs }, tokens.theirs)).body
      .alerts as unknown as Listed[];
    expect((await call('PUT', 'alerts', { ...used, id: theirs[0]?.id }, tokens.theirs)).status).toBe(404);
    await call('PUT', 'alerts', { application_id: ids.mine, id: budget, updates: { channels: [channel.id] } });
    expect((await listed()).find(({ id }) => id === budget)).toMatchObject({ channels: [channel.id] });
    expect((await call('DELETE', 'alert_channels', { id: channel.id })).status).toBe(200);
    expect((await listed()).find(({ id }) => id === budget)).toMatchObject({ channels: [] });
    expect((await call('GET', 'alert_channels', {})).body.channels).toEqual([]);
  });

  it('refuse what is no address of theirs, and people of other teams', async () => {
    const slack = (url: string) => errorOf(call('POST', 'alert_channels', { kind: 'slack', name: 'S', url }));
    for (const url of [
      'https://hooks.slack.com:8443/services/T/B/x',
      'https://hooks.slack.com.evil.example/services/T/B/x',
    ])
      expect(await slack(url)).toEqual([400, 'Please enter a Slack incoming webhook address']);
    const mail = (account_ids: number[]) => call('POST', 'alert_channels', { kind: 'mail', name: 'M', account_ids });
    expect(await errorOf(mail([people.theirs]))).toEqual([404, 'This person was not found.']);
    expect(await errorOf(mail([]))).toEqual([400, 'Choose at least one person']);
    for (const name of ['a\r\nBcc: b', 'a\u202Eb', 'x'.repeat(101)]) {
      const named = { kind: 'mail', name, account_ids: [people.mine] };
      expect((await call('POST', 'alert_channels', named)).body.code).toBe('name_invalid');
    }
    const quiet = { from: '22:00', to: '07:00', zone: 'Europe/Nowhere', weekdays: [1], high: false };
    expect(
      (await call('POST', 'alert_channels', { kind: 'mail', name: 'M', account_ids: [people.mine], quiet })).status,
    ).toBe(400);
    const webhook = { kind: 'webhook', name: 'W', url: `http://${receiver.target}/alerts` };
    expect((await call('POST', 'alert_channels', webhook, tokens.demo)).status).toBe(403);
    expect((await call('POST', 'alert_channels', webhook)).body.webhook_secret).toMatch(/^whsec_/);
  });

  it('of the demo that have an address are neither pointed elsewhere nor removed by a visitor', async () => {
    const seeded = async () => (await call('GET', 'alert_channels', {}, tokens.demo)).body.channels;
    const before = (await seeded()) as unknown as { id: string }[];
    expect(before).toMatchObject([{ kind: 'slack' }, { kind: 'webhook' }]);
    for (const { id } of before) {
      const moved = { id, url: `http://${receiver.target}/services/T/B/elsewhere` };
      for (const refused of [
        call('PUT', 'alert_channels', moved, tokens.demo),
        call('PUT', 'alert_channels', { id, name: 'Mine' }, tokens.demo),
        call('DELETE', 'alert_channels', { id }, tokens.demo),
      ])
        expect(await errorOf(refused)).toEqual([403, "You're on a demo account."]);
    }
    expect(await seeded()).toEqual(before);
  });

  it('name who cannot be mailed', async () => {
    const { body } = await call('POST', 'alert_channels', { kind: 'mail', name: 'M', account_ids: [people.mine] });
    expect(body.channel).toMatchObject({
      address: null,
      account_ids: [people.mine],
      problem: expect.stringContaining('has not confirmed'),
    });
    const { id } = body.channel as { id: string };
    expect((await call('POST', 'alert_channels/test', { id })).body.delivered).toBe(false);
  });

  it('are at most twenty', async () => {
    const add = () => call('POST', 'alert_channels', { kind: 'mail', name: 'M', account_ids: [people.mine] });
    const { channels } = (await call('GET', 'alert_channels', {})).body;
    for (let count = Array.isArray(channels) ? channels.length : 0; count < 20; count += 1)
      expect((await add()).status).toBe(200);
    expect((await add()).body).toMatchObject({
      code: 'too_many',
      error_message: 'Too many channels: at most 20',
    });
  });
});
