import { reportRecipientToken } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, inTables, linkOrganization } from '../../../../tests/support/facts/ads-world.ts';
import { joinTeam, type TeamPerson } from '../../../../tests/support/people/team-member.ts';
import { type ApiService, type Call, startApi } from '../../../../tests/support/services/api-service.ts';

const path = '/api/asa/report_schedules';
const objects: AdsObjects = { orgId: 4101, campaignId: 5101, adGroupId: 6101, keywordId: 7101 };
const theirObjects: AdsObjects = { orgId: 4102, campaignId: 5102, adGroupId: 6102, keywordId: 7102 };

let api: ApiService;
let me: { token: string; accountId: number; email: string };
let they: { token: string; accountId: number };
let restricted: TeamPerson;
const applications = { mine: 0, theirs: 0 };

beforeAll(async () => {
  api = await startApi({ tables: true });
  me = await api.signUp();
  they = await api.signUp();
  restricted = await joinTeam(api, me, 'restricted');
  const add = async (token: string) => {
    const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
    return Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  };
  applications.mine = await add(me.token);
  applications.theirs = await add(they.token);
  const adamId = 1_500_000_001;
  await linkOrganization(api, { id: applications.theirs, adamId, accountId: they.accountId }, theirObjects);
  const application = { id: applications.mine, adamId, accountId: me.accountId };
  await inTables(api, await linkOrganization(api, application, objects));
});
afterAll(() => api.stop());

const report = (overrides: Readonly<Record<string, unknown>> = {}) => ({
  application_id: applications.mine,
  name: 'Weekly spend',
  view: { call: 'campaigns', columns: ['name', 'spend', 'installs'], sort: '-spend' },
  scope: { asa_organization_id: objects.orgId },
  range: 'last7',
  cadence: { every: 'week', weekdays: [1], time: '09:00' },
  recipients: [{ account_id: me.accountId }],
  ...overrides,
});
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', at: string, how: Call, token = me.token) =>
  api.call(method, `${path}${at}`, { token, ...how });
const create = async (overrides: Readonly<Record<string, unknown>> = {}): Promise<number> => {
  const answer = await call('POST', '', { body: report(overrides) });
  expect(answer).toMatchObject({ status: 200 });
  return Number(answer.body.id);
};
const list = async () =>
  (await call('GET', '', { query: { application_id: applications.mine } })).body.schedules as {
    id: number;
    recipients: { email: string; state: string; account_id: number | null; cut: string[] }[];
  }[];
let labelCount = 0;
/** Makes a label. @returns its id. */
async function labelOf(token: string, application_id: number): Promise<number> {
  labelCount += 1;
  const { body } = await api.call('POST', '/api/asa/labels', {
    token,
    body: { application_id, name: `Label ${labelCount}` },
  });
  return Number(body.id);
}
const labelled = (id: number) => ({ call: 'campaigns', columns: ['spend'], filters: { labels: `${id}` } });
const scheduleOf = async (id: number) => (await list()).find((schedule) => schedule.id === id);

describe('scheduled reports', () => {
  it('are kept as they were entered, with defaults, changed in parts, and deleted', async () => {
    const id = await create();
    expect(await scheduleOf(id)).toMatchObject({
      name: 'Weekly spend',
      status: 'active',
      wait_hours: 3,
      form: { mail_table: true, file: 'xlsx' },
      view: { level: 'campaign', claim_type: 'click' },
      recipients: [{ account_id: me.accountId, email: me.email, state: 'confirmed', cut: [] }],
      last: null,
      author: 'Ada',
    });
    const change = { application_id: applications.mine, id, updates: { name: 'Other', status: 'paused' } };
    expect(await call('PUT', '', { body: change })).toMatchObject({ status: 200, body: { id, next_at: null } });
    expect(await scheduleOf(id)).toMatchObject({ name: 'Other', status: 'paused', recipients: [{ email: me.email }] });
    expect(await call('DELETE', '', { body: { application_id: applications.mine, id } })).toMatchObject({
      status: 200,
    });
    expect(await scheduleOf(id)).toBeUndefined();
    expect(await call('PUT', '', { body: change })).toMatchObject({ status: 404 });
  });

  it('are made once under one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'the same' };
    const first = await call('POST', '', { body: report(), headers });
    const second = await call('POST', '', { body: report(), headers });
    expect(second.body).toEqual(first.body);
  });

  it('are not made again by a call whose answer was lost', async () => {
    const headers = { 'idempotency-key': 'lost' };
    const { vault } = api.deps;
    const { encrypt } = vault;
    Object.assign(vault, { encrypt: () => Promise.reject(new Error('the process died')) });
    const first = await call('POST', '', { body: report(), headers }).finally(() => Object.assign(vault, { encrypt }));
    const before = (await list()).length;
    api.clock.stoppedAt = Date.now() + 120_000;
    const again = await call('POST', '', { body: report(), headers }).finally(() => {
      delete api.clock.stoppedAt;
    });
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id } });
    expect(await list()).toHaveLength(before);
  });

  it('are refused with what is wrong, and with every place of it', async () => {
    const body = report({ name: '', cadence: { every: 'month', day: 29, time: '09:00' } });
    expect(await call('POST', '', { body })).toMatchObject({
      status: 400,
      body: {
        code: 'bad_rule',
        error_message: 'Enter a name',
        errors: [{ path: 'name' }, { path: 'cadence.day', message: 'Choose a day from 1 to 28, or the last one' }],
      },
    });
  });

  it('are not found by another team, whatever they name', async () => {
    const id = await create();
    const foreign = [
      call('GET', '', { query: { application_id: applications.mine } }, they.token),
      call('PUT', '', { body: { application_id: applications.theirs, id, updates: { name: 'x' } } }, they.token),
      call('DELETE', '', { body: { application_id: applications.theirs, id } }, they.token),
      call('POST', '/send', { body: { application_id: applications.theirs, id, to: 'me' } }, they.token),
      call('POST', '/preview', { body: { application_id: applications.theirs, id } }, they.token),
      call('GET', '/sends', { query: { application_id: applications.theirs, id } }, they.token),
      call('POST', '', { body: report({ scope: { asa_organization_id: theirObjects.orgId } }) }),
      call('POST', '', {
        body: report({
          view: { call: 'adgroups', tab: 'full_report' },
          scope: { asa_organization_id: objects.orgId, campaign_id: theirObjects.campaignId },
        }),
      }),
      call('POST', '', { body: report({ recipients: [{ account_id: me.accountId + 1 }] }) }),
      call('POST', '', { body: report({ view: labelled(await labelOf(they.token, applications.theirs)) }) }),
    ];
    for (const { status, body } of await Promise.all(foreign)) expect([status, body.code]).toEqual([404, 'not_found']);
  });

  it('are not for restricted members, who may be recipients', async () => {
    const id = await create({ recipients: [{ account_id: restricted.accountId }] });
    expect((await scheduleOf(id))?.recipients).toMatchObject([{ account_id: restricted.accountId, cut: ['spend'] }]);
    const query = { application_id: applications.mine };
    expect((await call('GET', '', { query }, restricted.token)).status).toBe(403);
    expect(
      (await call('GET', '/file', { query: { ...query, send_id: crypto.randomUUID() } }, restricted.token)).status,
    ).toBe(403);
  });

  it('keep labels, which choose the rows', async () => {
    const view = labelled(await labelOf(me.token, applications.mine));
    const id = await create({ view });
    expect(await scheduleOf(id)).toMatchObject({ view });
    // No object has it.
    const preview = await call('POST', '/preview', { body: { application_id: applications.mine, id } });
    expect(preview.body.rows).toBe(0);
  });

  it('are changed also when a label of theirs was deleted, which no other report can take', async () => {
    const label = await labelOf(me.token, applications.mine);
    const id = await create({ view: labelled(label) });
    const named = { application_id: applications.mine, id: label };
    expect(await api.call('DELETE', '/api/asa/labels', { token: me.token, body: named })).toMatchObject({
      status: 200,
    });
    const change = (updates: object) => call('PUT', '', { body: { application_id: applications.mine, id, updates } });
    expect(await change({ status: 'paused' })).toMatchObject({ status: 200 });
    expect(await change({ view: { call: 'campaigns', columns: ['spend'] } })).toMatchObject({ status: 200 });
    expect(await change({ view: labelled(label) })).toMatchObject({ status: 404 });
  });

  it('are previewed two at once, while others of the team wait and too many are refused', async () => {
    const { tables } = api.deps;
    const { query } = tables;
    let open = () => undefined as void;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    Object.assign(tables, {
      query: async (...parameters: Parameters<typeof query>) => {
        await opened;
        return query.apply(tables, parameters);
      },
    });
    const { recipients: _, ...draft } = report();
    const previews = Array.from({ length: 23 }, () => call('POST', '/preview', { body: draft }));
    const refused = await Promise.race(previews);
    open();
    Object.assign(tables, { query });
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    const statuses = (await Promise.all(previews)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(22);
  });

  it('are previewed without being stored', async () => {
    const { recipients: _, ...draft } = report();
    const preview = await call('POST', '/preview', { body: draft });
    expect(preview).toMatchObject({ status: 200, body: { columns: ['name', 'spend', 'installs'] } });
    expect(preview.body.subject).toMatch(/^Weekly spend, /);
    expect(preview.headers['x-log-position']).toMatch(/^\d+$/);
  });
});

describe('recipients', () => {
  it('of the own team become that member; the same person twice is refused', async () => {
    const id = await create({ recipients: [{ email: me.email.toUpperCase() }] });
    expect((await scheduleOf(id))?.recipients).toMatchObject([{ account_id: me.accountId }]);
    const twice = report({ recipients: [{ email: me.email }, { account_id: me.accountId }] });
    expect(await call('POST', '', { body: twice })).toMatchObject({
      status: 400,
      body: { error_message: 'This recipient is named twice' },
    });
  });

  it('outside the team decide themselves: confirmed, unsubscribed, and back by their own link', async () => {
    const email = 'reader@outside.example';
    const id = await create({ recipients: [{ email }] });
    const [recipient] = (await scheduleOf(id))?.recipients ?? [];
    expect(recipient).toMatchObject({ email, state: 'pending', account_id: null });
    const recipientId = `address-${api.deps.vault.keyedHash('report recipient address', email).slice(0, 32)}`;
    const token = reportRecipientToken(api.deps.vault, id, recipientId);
    const link = (how: Call, method: 'GET' | 'POST' = 'POST') => api.call(method, '/api/report_recipient', how);
    expect((await link({ query: { token } }, 'GET')).body).toMatchObject({
      author: 'Ada',
      report: 'Weekly spend',
      cadence: 'Every Monday at 09:00 (UTC)',
      state: 'pending',
    });
    expect((await link({ body: { token, accept: true } })).body).toMatchObject({ state: 'confirmed' });
    expect(await api.call('POST', `/unsubscribe/report.${token}`, { body: {} })).toMatchObject({ status: 200 });
    const set = (recipients: unknown[]) =>
      call('PUT', '', { body: { application_id: applications.mine, id, updates: { recipients } } });
    expect((await scheduleOf(id))?.recipients).toMatchObject([{ email, state: 'unsubscribed' }]);
    await set([{ account_id: me.accountId }]);
    expect(await set([{ email }])).toMatchObject({
      status: 409,
      body: { code: 'unsubscribed', error_message: 'This address has unsubscribed' },
    });
    expect((await link({ body: { token, accept: true } })).body).toMatchObject({ state: 'confirmed' });
    expect(await set([{ email }])).toMatchObject({ status: 200 });
    for (const wrong of [`${token}x`, token.replace(/^\d+/, String(id + 1)), '__proto__', '']) {
      expect(await link({ body: { token: wrong, accept: true } })).toMatchObject({
        status: 404,
        body: { error_message: 'This link is no longer valid.' },
      });
    }
  });

  it('outside the team are at most ten of a report, whatever address people of the team are named by', async () => {
    const outside = (count: number) => Array.from({ length: count }, (_, at) => ({ email: `r${at}@outside.example` }));
    expect(await call('POST', '', { body: report({ recipients: outside(11) }) })).toMatchObject({
      status: 400,
      body: { error_message: 'At most 10 addresses outside your team', errors: [{ path: 'recipients' }] },
    });
    await create({ recipients: [...outside(10), { email: me.email }] });
  });

  it('outside the team are asked at most twice in thirty days', async () => {
    const email = 'late@outside.example';
    const id = await create({ recipients: [{ email }] });
    const body = { application_id: applications.mine, id, email };
    expect(await call('POST', '/recipients/resend', { body })).toMatchObject({
      status: 200,
      body: { recipient: { email, state: 'pending' } },
    });
    expect(await call('POST', '/recipients/resend', { body })).toMatchObject({ status: 429 });
    const unlisted = { ...body, email: 'other@outside.example' };
    expect(await call('POST', '/recipients/resend', { body: unlisted })).toMatchObject({ status: 404 });
  });
});

describe('sends that a person asks for', () => {
  it('are at most five an hour of one report', async () => {
    const id = await create();
    const body = { application_id: applications.mine, id, to: 'me' };
    const answers = await Promise.all(Array.from({ length: 7 }, () => call('POST', '/send', { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 429, 429]);
    const query = { application_id: applications.mine, id };
    const { sends } = (await call('GET', '/sends', { query })).body as { sends: { send_id: string; state: string }[] };
    expect(sends.map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'waiting'));
    const before = sends[1]?.send_id ?? '';
    const page = (await call('GET', '/sends', { query: { ...query, before } })).body.sends;
    expect(page).toEqual(sends.slice(2));
    expect((await call('GET', '/sends', { query: { ...query, before: crypto.randomUUID() } })).status).toBe(404);
    expect((await call('GET', '/file', { query: { application_id: applications.mine, send_id: before } })).status).toBe(
      404,
    );
  });
});

it('are at most fifty of an application', async () => {
  const { length } = await list();
  for (let count = length; count < 50; count += 1) await create();
  expect(await call('POST', '', { body: report() })).toMatchObject({
    status: 413,
    body: { code: 'too_many', error_message: 'Too many scheduled reports: at most 50' },
  });
});
