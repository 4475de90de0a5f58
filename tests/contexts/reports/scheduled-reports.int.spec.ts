import { mkdtempSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AdsObjects, inTables, linkOrganization, pulledFigures } from '../../support/facts/ads-world.ts';
import { outcome, type Page } from '../../support/people/live-page.ts';
import { joinTeam, type TeamPerson } from '../../support/people/team-member.ts';
import { eventually } from '../../support/product/product.ts';
import { type ApiService, startApi } from '../../support/services/api-service.ts';
import { type OutboxMail, tokenOf } from '../../support/workers/mailing.ts';
import { type Reporting, startReporting } from '../../support/workers/reporting.ts';

const path = '/api/asa/report_schedules';
const objects: AdsObjects = { orgId: 4201, campaignId: 5201, adGroupId: 6201, keywordId: 7201 };
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

let api: ApiService;
let reporting: Reporting;
let folder: string;
let me: { token: string; accountId: number; email: string };
let restricted: TeamPerson;
let applicationId = 0;
let listening: Promise<string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tapwise-reports-'));
  api = await startApi({ tables: true, past: true });
  me = await api.signUp();
  listening = api.listen();
  restricted = await joinTeam(api, me, 'restricted');
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token: me.token, body })).body.application_id);
  const application = { id: applicationId, adamId: 1_500_000_001, accountId: me.accountId };
  await linkOrganization(api, application, objects);
  const figures = { day: yesterday, impressions: 900, taps: 30, installs: 12, spendMicros: 45_670_000 };
  await inTables(api, await pulledFigures(api, applicationId, objects, figures));
  reporting = await startReporting(api, folder);
  Object.assign(api.deps, { reportFiles: reporting.files });
});
afterAll(async () => {
  await reporting.stop();
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

const call = (method: 'GET' | 'POST', at: string, fields: Readonly<Record<string, unknown>>) => {
  const named = { application_id: `${applicationId}`, ...fields };
  return api.call(method, `${path}${at}`, { token: me.token, [method === 'GET' ? 'query' : 'body']: named });
};

async function create(overrides: Readonly<Record<string, unknown>> = {}): Promise<number> {
  const created = await call('POST', '', {
    name: 'Spend',
    view: { call: 'campaigns', columns: ['spend', 'installs', 'cpa'], sort: '-spend' },
    scope: { asa_organization_id: objects.orgId },
    range: 'yesterday',
    cadence: { every: 'day', time: '09:00' },
    form: { file: 'csv' },
    recipients: [{ account_id: me.accountId }],
    ...overrides,
  });
  expect(created.status).toBe(200);
  return Number(created.body.id);
}

interface ListedSend {
  readonly send_id: string;
  readonly slot: string;
  readonly state: string;
  readonly rows: number;
  readonly position: string;
  readonly file: { readonly sha256: string; readonly bytes: number } | null;
  readonly recipients: { readonly email: string; readonly state: string; readonly reason: string | null }[];
}

/** Sends a report now and follows it until it has ended. */
async function sent(id: number, to: 'me' | 'all' = 'all'): Promise<ListedSend> {
  const { send_id } = (await call('POST', '/send', { id, to })).body;
  return ended(id, send_id);
}

/** A send once it has ended. Tables of the past take seconds. */
async function ended(id: number, send_id: unknown): Promise<ListedSend> {
  const list = async () => {
    const { sends } = (await call('GET', '/sends', { id: String(id) })).body as { sends: ListedSend[] };
    return sends.find((send) => send.send_id === send_id);
  };
  const send = await eventually(list, (listed) => listed !== undefined && listed.state !== 'waiting', {
    timeoutMs: 60_000,
  });
  if (send === undefined) throw new Error('The send is not listed');
  return send;
}

/** The messages about sends that a person's page gets from now on. */
async function newsTo({
  token,
}: {
  readonly token: string;
}): Promise<{ id: number; send_id: string; state: string }[]> {
  const news: { id: number; send_id: string; state: string }[] = [];
  const socket: Page = io(await listening, { transports: ['websocket'], reconnection: false, auth: { token } });
  expect(await outcome(socket)).toBe('connected');
  const response = await socket.emitWithAck('subscribe', { application_id: applicationId });
  expect(response).toMatchObject({ status: 'ok' });
  socket.on('report_send', (message) => news.push(message));
  return news;
}

const download = (send_id: string) =>
  api.app.inject({
    method: 'GET',
    url: `${path}/file`,
    query: { application_id: String(applicationId), send_id, token: me.token },
  });

const mailsTo = async (email: string, kind = 'scheduled-report'): Promise<OutboxMail[]> =>
  (await reporting.all()).filter((mail) => mail.to === email && mail.kind === kind);

/** The sheets of the workbook in the only report to an address: rows of cells as text, numbers as they are in the file. */
async function sheetsTo(email: string): Promise<{ report: string[][]; receipt: string[][] }> {
  const files = (await readdir(reporting.outbox)).filter((file) => /^scheduled-report--.*\.eml$/.test(file));
  const raws = await Promise.all(files.map((file) => readFile(join(reporting.outbox, file), 'utf8')));
  const raw = raws.find((text) => text.includes(email)) ?? '';
  const base64 = /Content-Disposition: attachment[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(raw)?.[1] ?? '';
  const parts = unzipSync(Buffer.from(base64, 'base64'));
  const rowsOf = (sheet: number): string[][] => {
    const xml = strFromU8(parts[`xl/worksheets/sheet${sheet}.xml`] ?? new Uint8Array());
    return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c [^>]*?(?:\/>|>(.*?)<\/c>)/g)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
    );
  };
  return { report: rowsOf(1), receipt: rowsOf(2) };
}

describe('a report that is sent', () => {
  it('holds the rows of the report call at its position, and each role only what it may see', async () => {
    const recipients = [{ account_id: me.accountId }, { account_id: restricted.accountId }];
    const id = await create({ form: { file: 'xlsx' }, recipients });
    const send = await sent(id);
    expect(send).toMatchObject({ state: 'sent', rows: 3, recipients: [{ state: 'sent' }, { state: 'sent' }] });
    const [mail] = await mailsTo(me.email);
    expect(mail?.subject).toMatch(/^Spend, \d+ \w+ \d{4}$/);
    expect(mail?.text).toContain('$45.67');
    expect(mail?.links[0]).toBe(`https://tapwise.test/client/automation/reports/${id}`);
    expect(mail?.attachments).toMatchObject([{ bytes: send.file?.bytes, sha256: send.file?.sha256 }]);
    const { report, receipt } = await sheetsTo(me.email);
    const answer = await api.call('GET', '/api/asa/campaigns', {
      token: me.token,
      query: { application_id: applicationId, asa_organization_id: objects.orgId, from: yesterday, to: yesterday },
    });
    const rows = answer.body.rows as Record<string, unknown>[];
    expect(report).toHaveLength(rows.length + 2);
    expect(report[0]).toEqual(['Name', 'Spend', 'Installs', 'CPA']);
    expect(report[1]).toEqual([rows[0]?.name, '45.67', '12', String(rows[0]?.cpa)]);
    const viewLine = receipt.find(([name]) => name === 'View')?.[1] ?? '';
    expect(viewLine).toMatch(/sort=-spend&amp;.*as_of=\d{4}-\d\d-\d\dT\d\d%3A\d\dZ/);
    const cut = await sheetsTo(restricted.email);
    expect(cut.report[0]).toEqual(['Name', 'Installs']);
    const valueIn = (label: string) => cut.receipt.find(([name]) => name === label)?.[1] ?? '';
    expect([valueIn('Columns left out'), valueIn('Sort'), valueIn('Spend')]).toEqual(['Spend, CPA', 'By name', '']);
    expect(valueIn('View')).not.toContain('sort=');
    const [restrictedMail] = await mailsTo(restricted.email);
    expect(restrictedMail?.text).not.toContain('45.67');
  });

  it('holds no withheld columns for an address that is one of a restricted member by now', async () => {
    const email = 'later@outside.example';
    const id = await create({ form: { file: 'xlsx' }, recipients: [{ email }] });
    const [question] = await reporting.wait('report-confirm', email);
    await api.call('POST', '/api/report_recipient', { body: { token: tokenOf(question), accept: true } });
    await joinTeam(api, me, 'restricted', email);
    expect(await sent(id)).toMatchObject({ state: 'sent' });
    expect((await sheetsTo(email)).report[0]).toEqual(['Name', 'Installs']);
    expect((await mailsTo(email)).map(({ text }) => text).join()).not.toContain('45.67');
  });

  it('is followed live by who may see amounts', async () => {
    const mine = await newsTo(me);
    const others = await newsTo(restricted);
    const id = await create();
    const { send_id } = await sent(id);
    await eventually(
      async () => mine,
      (news) => news.length === 2,
    );
    expect(mine).toEqual([
      { id, send_id, state: 'waiting' },
      { id, send_id, state: 'sent' },
    ]);
    expect(others).toEqual([]);
  });

  it('can be downloaded as it was sent', async () => {
    const id = await create();
    const { send_id, position, file } = await sent(id, 'me');
    const response = await download(send_id);
    expect([response.statusCode, response.headers['x-log-position'], response.rawPayload.length]).toEqual([
      200,
      position,
      file?.bytes,
    ]);
    expect(await call('POST', '/again', { send_id })).toMatchObject({ status: 409, body: { code: 'wrong_state' } });
    await reporting.files.remove({ sendId: send_id, variant: 'full', part: 'table' });
    expect((await call('GET', '/file', { send_id })).status).toBe(404);
    const changed = { application_id: applicationId, id, updates: { name: 'Changed since' } };
    expect(await api.call('PUT', path, { token: me.token, body: changed })).toMatchObject({ status: 200 });
    const again = await call('POST', '/again', { send_id });
    expect(again.status).toBe(200);
    const { sends } = (await call('GET', '/sends', { id: String(id) })).body as { sends: ListedSend[] };
    const slot = sends.find((send) => send.send_id === again.body.send_id)?.slot;
    const [due] = await api.log.readStream(`reportSend-${id}.${slot}`);
    expect(due?.event).toMatchObject({ type: 'ReportSendDue', data: { kind: 'again', report: { name: 'Spend' } } });
  });

  it('goes to an address outside the team once its reader has confirmed, and never after they stopped it', async () => {
    const email = 'reader@outside.example';
    const id = await create({ recipients: [{ email }] });
    const [question] = await reporting.wait('report-confirm', email);
    expect(question?.text).toContain('Ada');
    expect(question?.links).toHaveLength(1);
    expect(await sent(id)).toMatchObject({
      state: 'skipped',
      recipients: [{ email, state: 'skipped', reason: 'Not confirmed' }],
    });
    const token = tokenOf(question);
    await api.call('POST', '/api/report_recipient', { body: { token, accept: true } });
    expect(await sent(id)).toMatchObject({ state: 'sent' });
    const [mail] = await mailsTo(email);
    expect(mail?.links).toEqual([`https://tapwise.test/confirm-report#token=${token}`]);
    expect(mail?.attachments?.[0]?.name).toMatch(/\.csv$/);
    await api.call('POST', `/unsubscribe/report.${token}`, { body: {} });
    expect(await sent(id)).toMatchObject({ state: 'skipped', recipients: [{ reason: 'Unsubscribed' }] });
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it('fails where all labels that choose its rows were deleted: its author is told, and it cannot be made again', async () => {
    const label = { application_id: applicationId, name: 'Launch' };
    const { body } = await api.call('POST', '/api/asa/labels', { token: me.token, body: label });
    const filters = { labels: String(body.id) };
    const id = await create({ view: { call: 'campaigns', columns: ['spend'], filters } });
    await api.call('DELETE', '/api/asa/labels', {
      token: me.token,
      body: { application_id: applicationId, id: body.id },
    });
    const send = await sent(id);
    expect(send).toMatchObject({ state: 'failed', reason: 'All labels of its view were deleted', recipients: [] });
    const [problem] = await reporting.wait('report-failed', me.email);
    expect(problem?.text).toContain('All labels of its view were deleted.');
    expect((await call('POST', '/again', { send_id: send.send_id })).body.code).toBe('wrong_state');
  });

  it('is made again of what the tables held then, whatever has been pulled since', async () => {
    const id = await create();
    const first = await sent(id, 'me');
    const before = (await download(first.send_id)).payload;
    const figures = { day: yesterday, impressions: 990, taps: 33, installs: 15, spendMicros: 77_000_000 };
    await inTables(api, await pulledFigures(api, applicationId, objects, figures));
    expect((await download((await sent(id, 'me')).send_id)).payload).toContain('77');
    await reporting.files.remove({ sendId: first.send_id, variant: 'full', part: 'table' });
    const { send_id } = (await call('POST', '/again', { send_id: first.send_id })).body;
    const again = await ended(id, send_id);
    expect(again).toMatchObject({ state: 'sent', position: first.position, rows: first.rows });
    expect((await download(again.send_id)).payload).toBe(before);
  });
});
