import type { ReportRow } from '@tapwise/contract';
import { adsPullStream } from '@tapwise/domain';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  type AdsObjects,
  happened,
  installed,
  inTables,
  linkOrganization,
  pulledFigures,
} from '../../../tests/support/facts/ads-world.ts';
import { heard, outcome, type Page } from '../../../tests/support/people/live-page.ts';
import { eventually } from '../../../tests/support/product/product.ts';
import { bundledProgram } from '../../../tests/support/programs/program-arguments.ts';
import { type ApiService, startApi } from '../../../tests/support/services/api-service.ts';
import { type BigReports, createBigReports } from '../reports/queries/big-reports/big-reports.ts';

const objects: AdsObjects = { orgId: 4201, campaignId: 5201, adGroupId: 6201, keywordId: 7201 };
let api: ApiService;
let url: string;
let token: string;
let applicationId: number;
let installs = 0;
const pendingRow = -1;
const pages: Page[] = [];
/** Reports that were made in the thread of big reports. */
let aside: Parameters<BigReports['ask']>[0]['parameters'][] = [];

/** The product's thread of big reports; what it is asked for is noted. */
function watchedThread(tablesUrl: string): BigReports {
  const { ask, close } = createBigReports(tablesUrl, bundledProgram('big-report.thread'));
  const noted: BigReports['ask'] = (task) => {
    aside.push(task.parameters);
    return ask(task);
  };
  return { ask: noted, close };
}

beforeAll(async () => {
  api = await startApi({ tables: true, bigReports: watchedThread });
  url = await api.listen();
  const person = await api.signUp();
  ({ token } = person);
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  applicationId = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
  const linked = { id: applicationId, adamId: 1500000001, accountId: person.accountId };
  await linkOrganization(api, linked, objects);
  const figures = { day: today(), impressions: 1000, taps: 50, installs: 20, spendMicros: 30_000_000 };
  await inTables(api, await pulledFigures(api, applicationId, objects, figures));
});
afterEach(() => {
  for (const page of pages.splice(0)) page.disconnect();
});
afterAll(async () => {
  await api.deps.bigReports?.close();
  await api.stop();
});

const today = () => api.deps.now().toISOString().slice(0, 10);
const params = (more: object = {}) => ({
  application_id: applicationId,
  asa_organization_id: objects.orgId,
  from: today(),
  to: today(),
  ...more,
});
const grouped = () => params({ campaign_ids: `${objects.campaignId}`, group: 'keyword' });
const install = () => {
  installs += 1;
  return installed(api, applicationId, `live-${installs}`, objects);
};

function page(options: { token?: unknown; origin?: string } = {}): Page {
  const socket: Page = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth: { token: 'token' in options ? options.token : token },
    ...(options.origin ? { extraHeaders: { origin: options.origin } } : {}),
  });
  pages.push(socket);
  return socket;
}

const refused = { status: 'error', code: expect.any(String), error_message: expect.any(String) };

async function reported(): Promise<{ rows: ReportRow[]; position: bigint }> {
  const response = await api.call('GET', '/api/asa/campaigns', { token, query: params() });
  expect(response).toMatchObject({ status: 200, position: expect.any(BigInt) });
  return { rows: response.body.rows as ReportRow[], position: response.position ?? 0n };
}

/**
 * What a page was sent of the campaign, and of the users who are not yet attributed: the tables may apply a report of
 * an install and its attribution one after the other, and then that row goes up and comes down again. No other row.
 */
const sent = (changed: ReportRow[] = []): ReportRow[] => {
  expect(changed.map((row) => row.id)).toContain(objects.campaignId);
  expect([objects.campaignId, pendingRow]).toEqual(expect.arrayContaining(changed.map((row) => row.id)));
  return changed;
};
const sameOf = (changed: ReportRow[] = [], rows: ReportRow[]): (ReportRow | undefined)[] =>
  changed.map(({ id }) => rows.find((row) => row.id === id));

describe('a page that connects', () => {
  it.each([
    ['no token', { token: undefined }, 'Unauthorized'],
    ['an unknown token', { token: 'tws_unknown' }, 'Unauthorized'],
    ['a token that is no text', { token: { $ne: 1 } }, 'Unauthorized'],
    ['another origin', { origin: 'https://evil.example' }, expect.stringContaining('')],
  ] as const)('is refused with %s', async (_what, options, message) => {
    const result = await outcome(page(options));
    expect(result).not.toBe('connected');
    expect(result).toEqual(message);
  });

  it('is accepted from its own origin', async () => {
    expect(await outcome(page({ origin: url }))).toBe('connected');
  });

  it('is cut off as soon as its session ends', async () => {
    const person = await api.signUp();
    const mine = page({ token: person.token });
    await outcome(mine);
    const cut = new Promise((resolve) => mine.once('disconnect', resolve));
    await api.call('DELETE', '/api/session', { token: person.token });
    expect(await cut).toBe('io server disconnect');
  });

  it('is cut off when a message is larger than 64 kB', async () => {
    const mine = page();
    await outcome(mine);
    const cut = new Promise((resolve) => mine.once('disconnect', resolve));
    mine.emit('unwatch', { watch: 'x'.repeat(70_000) });
    await cut;
  });
});

describe('messages that are not understood', () => {
  it.each([
    ['subscribe', {}],
    ['subscribe', null],
    ['subscribe', { application_id: '101' }],
    ['subscribe', { application_id: 1, more: 1 }],
    ['watch', { call: 'nothing', params: {} }],
    ['watch', { call: 'campaigns', params: { from: [] } }],
    ['watch', { call: 'campaigns', params: {} }],
    ['watch', { call: 'campaigns', params: {}, since: 'yesterday' }],
    ['unwatch', { watch: 7 }],
    ['unwatch', { watch: 'w0' }],
  ] as const)('are refused: %s %j', async (event, message) => {
    const mine = page();
    await outcome(mine);
    expect(await mine.timeout(5000).emitWithAck(event as 'subscribe', message as never)).toEqual(refused);
  });

  it('do not end the connection when no answer is awaited', async () => {
    const mine = page();
    await outcome(mine);
    for (const event of ['subscribe', 'watch', 'unwatch', 'nonsense']) mine.emit(event as 'unwatch', null as never);
    expect(await mine.timeout(5000).emitWithAck('subscribe', { application_id: applicationId })).toEqual({
      status: 'ok',
    });
  });
});

describe('other people’s objects', () => {
  it('cannot be followed or watched, and look as if they were not there', async () => {
    const stranger = await api.signUp();
    const theirs = page({ token: stranger.token });
    await outcome(theirs);
    const notFound = { status: 'error', code: 'not_found', error_message: expect.any(String) };
    const subscribed = await theirs.emitWithAck('subscribe', { application_id: applicationId });
    const watched = await theirs.emitWithAck('watch', { call: 'campaigns', params: params() });
    const unknown = await theirs.emitWithAck('subscribe', { application_id: 999_999 });
    expect([subscribed, watched]).toEqual([notFound, notFound]);
    expect(unknown).toEqual(subscribed);
  });
});

describe('a watched report', () => {
  it('brings whole changed rows and totals, equal to the report itself', async () => {
    const mine = page();
    await outcome(mine);
    const all = heard(mine);
    const ack = await mine.emitWithAck('watch', { call: 'campaigns', params: params() });
    expect(ack).toMatchObject({ status: 'ok', watch: expect.any(String), position: expect.stringMatching(/^\d+$/) });
    const position = await install();
    await eventually(
      async () => all.rows.at(-1)?.position ?? '0',
      (reached) => BigInt(reached) >= position,
      { everyMs: 20 },
    );
    const { rows } = await reported();
    // The answer that first had the change; later ones may only confirm the position.
    const last = all.rows.filter(({ changed }) => changed.length > 0).at(-1);
    expect(last).toMatchObject({ watch: ack.watch, removed: [] });
    expect(sent(last?.changed)).toEqual(sameOf(last?.changed, rows));
    expect(last?.totals.first_launches).toBe(rows.find((row) => row.id === objects.campaignId)?.first_launches);
    expect(last?.snapshot).toBeUndefined();
  });

  it('brings labels that were given to its objects, and rows that come to it by them', async () => {
    const body = { application_id: applicationId, name: 'Stars' };
    const made = await api.call('POST', '/api/asa/labels', { token, body });
    await inTables(api, BigInt(String(made.headers['x-log-position'])));
    const id = Number(made.body.id);
    const whole = page();
    const filtered = page();
    await Promise.all([outcome(whole), outcome(filtered)]);
    const all = heard(whole);
    const labelled = heard(filtered);
    await whole.emitWithAck('watch', { call: 'campaigns', params: params() });
    await filtered.emitWithAck('watch', { call: 'campaigns', params: params({ labels: String(id) }) });
    const add = [String(objects.campaignId)];
    await api.call('PUT', '/api/asa/labels/objects', { token, body: { application_id: applicationId, id, add } });
    for (const { rows } of [all, labelled]) {
      await eventually(
        async () => rows.flatMap(({ changed }) => changed).find((row) => row.id === objects.campaignId)?.labels,
        (labels) => labels?.includes(id) === true,
      );
    }
    await api.call('DELETE', '/api/asa/labels', { token, body: { application_id: applicationId, id } });
    await eventually(
      async () => labelled.rows.flatMap(({ removed }) => removed),
      (removed) => removed.includes(objects.campaignId),
    );
  });

  it('of keywords grouped by their text can be watched too, and is asked in the thread of big reports', async () => {
    const mine = page();
    await outcome(mine);
    const all = heard(mine);
    aside = [];
    const ack = await mine.emitWithAck('watch', { call: 'all_campaigns_keywords', params: grouped() });
    expect(ack).toMatchObject({ status: 'ok', watch: expect.any(String) });
    const first = aside.length;
    expect(first).toBeGreaterThan(0);
    await install();
    await eventually(
      async () => all.rows.flatMap(({ changed }) => changed.map((row) => row.id)),
      (ids) => ids.includes(objects.keywordId),
    );
    expect(aside.length).toBeGreaterThan(first);
    const expectedParameters = { call: 'all_campaigns_keywords', group: 'keyword', campaignIds: [objects.campaignId] };
    expect(aside).toEqual(aside.map(() => expect.objectContaining(expectedParameters)));
  });

  it('has its numbers explained from that thread too', async () => {
    aside = [];
    const row = { call: 'all_campaigns_keywords', row: `${objects.keywordId}`, column: 'spend' };
    const response = await api.call('GET', '/api/asa/explanation', { token, query: { ...grouped(), ...row } });
    expect(response).toMatchObject({ status: 200, body: { column: 'spend', value: 30 } });
    expect(aside).toMatchObject([{ call: 'all_campaigns_keywords', group: 'keyword' }]);
  });

  it('is one question for all who watch it, with the same id for each', async () => {
    const firstPage = page();
    const other = page();
    await Promise.all([outcome(firstPage), outcome(other)]);
    const first = heard(firstPage);
    const second = heard(other);
    const filter = { country: 'US,DE' };
    const a = await firstPage.emitWithAck('watch', { call: 'campaigns', params: params(filter) });
    const b = await other.emitWithAck('watch', { call: 'campaigns', params: params({ country: 'DE,US' }) });
    expect(a).toMatchObject({ watch: 'watch' in b ? b.watch : '' });
    await install();
    await eventually(
      async () => [first.rows.length, second.rows.length],
      ([x = 0, y = 0]) => x > 0 && x === y,
    );
    expect(first.rows).toEqual(second.rows);
  });

  it('brings after a reconnect exactly what changed since, and nothing when nothing did', async () => {
    const before = page();
    await outcome(before);
    await before.emitWithAck('watch', { call: 'campaigns', params: params() });
    const seen = await reported();
    before.disconnect();
    await inTables(api, await install());
    const after = page();
    await outcome(after);
    const all = heard(after);
    await after.emitWithAck('watch', { call: 'campaigns', params: params(), since: seen.position.toString() });
    await eventually(
      async () => all.rows.length,
      (count) => count > 0,
    );
    expect(all.rows[0]?.removed).toEqual([]);
    const now = await reported();
    expect(sent(all.rows[0]?.changed)).toEqual(sameOf(all.rows[0]?.changed, now.rows));
    const quiet = page();
    await outcome(quiet);
    const silence = heard(quiet);
    await quiet.emitWithAck('watch', { call: 'campaigns', params: params(), since: now.position.toString() });
    await quiet.emitWithAck('subscribe', { application_id: applicationId });
    await eventually(
      async () => silence.live.length,
      (count) => count > 0,
    );
    expect(silence.rows).toEqual([]);
  });

  it('brings every row, marked as such, to a page that was away for longer than is remembered', async () => {
    const mine = page();
    await outcome(mine);
    const all = heard(mine);
    await mine.emitWithAck('watch', { call: 'campaigns', params: params({ claim_type: 'total' }), since: '1' });
    await eventually(
      async () => all.rows.length,
      (count) => count > 0,
    );
    expect(all.rows[0]).toMatchObject({ snapshot: true });
    expect(all.rows[0]?.changed.map((row) => row.id)).toContain(objects.campaignId);
  });

  it('says nothing any more once it is unwatched', async () => {
    const mine = page();
    const other = page();
    await Promise.all([outcome(mine), outcome(other)]);
    const left = heard(mine);
    const stays = heard(other);
    const ack = await mine.emitWithAck('watch', { call: 'campaigns', params: params() });
    await other.emitWithAck('watch', { call: 'campaigns', params: params() });
    expect(await mine.emitWithAck('unwatch', { watch: 'watch' in ack ? (ack.watch ?? '') : '' })).toEqual({
      status: 'ok',
    });
    const before = left.rows.length;
    const position = await install();
    await eventually(
      async () => stays.rows.at(-1)?.position ?? '0',
      (reached) => BigInt(reached) >= position,
    );
    // An answer to a later question shows that nothing sent before it is still on its way.
    await mine.emitWithAck('subscribe', { application_id: applicationId });
    expect(left.rows).toHaveLength(before);
  });
});

describe('an application that is followed', () => {
  const todayReported = async () =>
    (await api.call('GET', '/api/asa/campaigns', { token, query: params({ claim_type: 'total' }) })).body
      .totals as Record<string, unknown>;

  it("sends today's totals, equal to the report's, and that its tables moved", async () => {
    const mine = page();
    await outcome(mine);
    const all = heard(mine);
    expect(await mine.emitWithAck('subscribe', { application_id: applicationId })).toEqual({ status: 'ok' });
    await eventually(
      async () => all.live.length,
      (count) => count > 0,
    );
    const position = await install();
    await eventually(
      async () => all.moved.filter(({ read_model }) => read_model === 'reports').at(-1)?.position ?? '0',
      (reached) => BigInt(reached) >= position,
    );
    const totals = await todayReported();
    const live = await eventually(
      async () => all.live.at(-1),
      (message) => message?.today.first_launches === totals.first_launches,
    );
    expect(live).toMatchObject({ application_id: applicationId, as_of: { sdk: expect.any(String) } });
    expect(live?.today).toMatchObject({ spend: totals.spend, first_launches: totals.first_launches, cpa: totals.cpa });
  });

  it('is silent while a pull brings nothing new, but reports that its tables moved', async () => {
    const mine = page();
    await outcome(mine);
    const all = heard(mine);
    await mine.emitWithAck('subscribe', { application_id: applicationId });
    const before = await install();
    await eventually(
      async () => BigInt(all.moved.at(-1)?.position ?? '0'),
      (moved) => moved >= before,
    );
    const { first_launches } = await todayReported();
    await eventually(
      async () => all.live.at(-1)?.today.first_launches,
      (sent) => sent === first_launches,
    );
    const lives = all.live.length;
    const at = api.deps.now().toISOString();
    const pulled = {
      application_id: applicationId,
      org_id: objects.orgId,
      pulled_at: at,
      from_day: today(),
      to_day: today(),
    };
    const position = await happened(api, adsPullStream(applicationId, objects.orgId), {
      type: 'AdsPullCompleted',
      data: pulled,
    });
    await eventually(
      async () => BigInt(all.moved.at(-1)?.position ?? '0'),
      (moved) => moved >= position,
    );
    // A later change shows that nothing was sent in between. Its message may name the position of the pull: rows can be
    // in the tables before the checkpoint is.
    await install();
    await eventually(
      async () => all.live.length,
      (count) => count > lives,
    );
    const sent = all.live.map(({ today }) => JSON.stringify(today));
    expect(sent.slice(lives)).not.toContain(sent[lives - 1]);
    expect(sent.filter((text, index) => text === sent[index - 1])).toEqual([]);
  });

  it('is silent while only other applications and other people move', async () => {
    const mine = page();
    await outcome(mine);
    const all = heard(mine);
    await mine.emitWithAck('subscribe', { application_id: applicationId });
    await eventually(
      async () => all.live.length,
      (count) => count > 0,
    );
    const lives = all.live.length;
    const moves = all.moved.length;
    await api.signUp();
    await inTables(api, await installed(api, 999_999, `elsewhere-${installs}`, { ...objects, orgId: 1 }));
    const theirs = page();
    await outcome(theirs);
    const later = heard(theirs);
    await theirs.emitWithAck('subscribe', { application_id: applicationId });
    await eventually(
      async () => later.live.length,
      (count) => count > 0,
    );
    expect([all.live.length, all.moved.length]).toEqual([lives, moves]);
  });
});
