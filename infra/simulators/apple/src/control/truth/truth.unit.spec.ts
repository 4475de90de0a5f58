import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatDay, parseDay } from '../../base/calendar/calendar-days.ts';
import { type Simulator, startSimulator } from '../../simulator.ts';
import {
  type DecodedNotification,
  type RecordingProduct,
  startRecordingProduct,
} from '../../testing/recording-product.ts';

const startAt = Date.parse('2026-11-20T22:00:00Z');
const anchorDay = parseDay('2026-11-20') ?? 0;
const FROM = formatDay(anchorDay - 60);
const TO = formatDay(anchorDay);
const CLAIMS = ['click', 'view', 'total'] as const;

type Figures = Readonly<Record<string, number>>;
interface Truth {
  readonly currency: string;
  readonly rows: readonly {
    readonly id: number;
    readonly campaign_id: number;
    readonly ad_group_id: number;
    readonly keyword_id: number | null;
    readonly impressions: number;
    readonly taps: number;
    readonly spend: string;
    readonly spend_app_currency: number;
    readonly claims: Readonly<Record<(typeof CLAIMS)[number], Figures>>;
  }[];
  readonly organic: Figures;
  readonly pending: Figures;
}

const isTest = ({ notificationType }: DecodedNotification): boolean => notificationType === 'TEST';

let folder: string;
let product: RecordingProduct;
let simulator: Simulator;

const truth = async (query: string): Promise<Truth> => {
  const response = await fetch(`${simulator.url}/truth?from=${FROM}&to=${TO}&${query}`);
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as Truth;
};
const status = async () =>
  (await (await fetch(`${simulator.url}/truth/status`)).json()) as Readonly<Record<string, number | boolean>>;
const settled = () =>
  vi.waitFor(async () => expect(await status()).toMatchObject({ history_done: true, backlog: 0 }), {
    timeout: 300_000,
    interval: 200,
  });
/** Lets AdServices know every install at once, so that nothing waits for minutes. */
const noLateRecords = () =>
  fetch(`${simulator.url}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"unknown_first_call_share":0}',
  });
const start = () =>
  startSimulator({
    startAt,
    scale: 0.03,
    historyMonths: 2,
    dataDir: folder,
    product: { apiUrl: product.url, ingestUrl: product.url },
    historyRate: 20_000,
  });

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  product = await startRecordingProduct();
  simulator = await start();
  simulator.clock.pause(true);
  product.askAt(`${simulator.url}/api/v1/`);
  product.failNext(40);
  await noLateRecords();
  await settled();
});

afterAll(async () => {
  await simulator.stop();
  await product.close();
  rmSync(folder, { recursive: true });
});

const sum = (rows: Truth['rows'], of: (row: Truth['rows'][number]) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);

describe('truth', () => {
  it('counts as first launches exactly the installs the product holds, per campaign', async () => {
    const held = new Map<number, number>();
    for (const record of product.installs.values()) {
      if (record !== null) held.set(Number(record.campaignId), (held.get(Number(record.campaignId)) ?? 0) + 1);
    }
    const since = formatDay(anchorDay - 92);
    for (const { orgId } of simulator.world.organizations) {
      const app = orgId === 40771010 ? 1500000002 : 1500000001;
      const response = await fetch(
        `${simulator.url}/truth?app=${app}&org=${orgId}&from=${since}&to=${formatDay(anchorDay + 1)}`,
      );
      for (const row of ((await response.json()) as Truth).rows) {
        expect([row.id, row.claims.total.first_launches]).toEqual([row.id, held.get(row.id) ?? 0]);
        held.delete(row.id);
      }
    }
    expect([...held]).toEqual([]);
  });

  it('survived refusals by the product, kept the order of every user, and repeated some messages', async () => {
    expect(product.earlyPurchases).toBe(0);
    const ids = product.notifications.filter((message) => !isTest(message)).map((message) => message.notificationUUID);
    expect(new Set(ids).size).toBeLessThan(ids.length);
    const { posted_installs: installs, posted_notifications: notifications } = await status();
    expect([installs, notifications]).toEqual([product.installs.size, new Set(ids).size]);
  });

  it('tries the address of each app by a message of the store', async () => {
    const tests = () => product.notifications.filter(isTest);
    // It does not hold up the installs.
    await expect.poll(() => new Set(tests().map(({ apiKey }) => apiKey)).size).toBe(2);
    // Like every message it is repeated when its answer does not come in time.
    expect(new Set(tests().map(({ notificationUUID }) => notificationUUID)).size).toBe(2);
  });

  it('was posted newest days first, and says how many months are in', async () => {
    const { launches } = product;
    expect((Math.max(...launches) - Math.min(...launches)) / 86_400_000).toBeGreaterThan(75);
    // People under way at once, of two apps and three zones, may change places; no one is far from the own one.
    const places = new Map(
      [...launches].sort((left, right) => right - left).map((launch, position) => [launch, position]),
    );
    const shifts = launches.map((launch, position) => Math.abs(position - (places.get(launch) ?? 0)));
    expect(launches.length).toBeGreaterThan(900);
    expect(Math.max(...shifts)).toBeLessThan(240);
    expect(await status()).toMatchObject({ history_months: 2, history_months_done: 2, history_days_left: 0 });
  });

  it('gives the same sums at all three levels', async () => {
    const [campaigns, groups, keywords] = await Promise.all(
      ['campaign', 'ad_group', 'keyword'].map((level) => truth(`app=1500000001&org=40669820&level=${level}`)),
    );
    if (campaigns === undefined || groups === undefined || keywords === undefined) throw new Error('no answer');
    expect(campaigns.rows.length).toBeGreaterThan(8);
    for (const { rows } of [groups, keywords]) {
      for (const of of [
        (row: Truth['rows'][number]) => row.impressions,
        (row: Truth['rows'][number]) => row.taps,
        (row: Truth['rows'][number]) => Number(row.spend),
        (row: Truth['rows'][number]) => row.spend_app_currency,
        ...CLAIMS.flatMap((claim) =>
          [
            'installs',
            'first_launches',
            'trials',
            'conversions',
            'trial_conversions',
            'refunded',
            'current_income',
          ].map((name) => (row: Truth['rows'][number]) => row.claims[claim][name] ?? Number.NaN),
        ),
      ]) {
        expect(sum(rows, of)).toBeCloseTo(sum(campaigns.rows, of), 6);
      }
    }
    expect(sum(campaigns.rows, (row) => row.claims.total.trials ?? 0)).toBeGreaterThan(10);
    expect(sum(campaigns.rows, (row) => row.claims.total.current_income ?? 0)).toBeGreaterThan(50);
  });

  it('adds up to the whole by country and by day', async () => {
    const whole = await truth('app=1500000001&org=40669830');
    const parts = await Promise.all(
      ['DE', 'AT', 'CH', 'FR', 'BE', 'IT', 'ES', 'PT', 'SE', 'NO', 'DK', 'FI', 'NL'].map((country) =>
        truth(`app=1500000001&org=40669830&country=${country}`),
      ),
    );
    const rows = parts.flatMap((part) => part.rows);
    expect(sum(rows, (row) => row.taps)).toBe(sum(whole.rows, (row) => row.taps));
    expect(sum(rows, (row) => row.claims.total.current_income ?? 0)).toBeCloseTo(
      sum(whole.rows, (row) => row.claims.total.current_income ?? 0),
      6,
    );
    const days: Truth[] = [];
    for (let day = anchorDay - 60; day <= anchorDay; day += 1) {
      const response = await fetch(`${simulator.url}/truth?app=1500000001&org=40669830&day=${formatDay(day)}`);
      days.push((await response.json()) as Truth);
    }
    const byDay = days.flatMap((day) => day.rows);
    expect(sum(byDay, (row) => row.taps)).toBe(sum(whole.rows, (row) => row.taps));
    const launches = (rows: Truth['rows']) => sum(rows, (row) => row.claims.total.first_launches ?? 0);
    expect(launches(byDay)).toBe(launches(whole.rows));
    expect(days.reduce((total, day) => total + (day.organic.first_launches ?? 0), 0)).toBe(
      whole.organic.first_launches,
    );
  });

  it('counts trials by the messages the product holds', async () => {
    const trials = new Set(
      product.notifications.flatMap(({ transaction }) =>
        transaction !== null && 'offerType' in transaction ? [String(transaction.originalTransactionId)] : [],
      ),
    );
    let counted = 0;
    const since = formatDay(anchorDay - 92);
    const until = formatDay(anchorDay + 1);
    for (const [app, orgs] of [
      [1500000001, [40669820, 40669830]],
      [1500000002, [40771010]],
    ] as const) {
      for (const [index, org] of orgs.entries()) {
        const report = (await (
          await fetch(`${simulator.url}/truth?app=${app}&org=${org}&from=${since}&to=${until}`)
        ).json()) as Truth;
        counted +=
          sum(report.rows, (row) => row.claims.total.trials ?? 0) + (index === 0 ? (report.organic.trials ?? 0) : 0);
      }
    }
    expect(counted).toBe(trials.size);
  });

  it('speaks the currency in which the product reports', async () => {
    const report = await truth('app=1500000002&org=40771010');
    expect(report.currency).toBe('EUR');
    const [row] = report.rows;
    expect(Number(row?.spend) / (row?.spend_app_currency ?? 1)).toBeGreaterThan(100);
  });

  it('counts no one for a product that received nothing, and everyone when asked for all that happened', async () => {
    const alone = await startSimulator({ startAt: Number((await status()).revealed), scale: 0.03, historyMonths: 2 });
    alone.clock.pause(true);
    const ask = async (people: string) =>
      (await (
        await fetch(`${alone.url}/truth?app=1500000001&org=40669820&from=${FROM}&to=${TO}&people=${people}`)
      ).json()) as Truth;
    expect(sum((await ask('acknowledged')).rows, (row) => row.claims.total.first_launches ?? 0)).toBe(0);
    const acknowledged = await truth('app=1500000001&org=40669820');
    expect((await ask('all')).rows).toEqual(acknowledged.rows);
    await alone.stop();
  });

  it('refuses unknown apps, organizations and days', async () => {
    for (const query of [
      'app=1&org=40669820&day=2026-11-01',
      'app=1500000001&org=1&day=2026-11-01',
      'app=1500000001&org=40669820&day=2026-11-31',
    ]) {
      expect((await fetch(`${simulator.url}/truth?${query}`)).status).toBe(400);
    }
  });

  it('is the same after a restart, and posts nothing twice', async () => {
    const before = await truth('app=1500000001&org=40669820&level=keyword');
    const { installs, notifications } = {
      installs: product.installs.size,
      notifications: product.notifications.length,
    };
    await simulator.stop();
    simulator = await start();
    simulator.clock.pause(true);
    product.askAt(`${simulator.url}/api/v1/`);
    await noLateRecords();
    await settled();
    expect((await truth('app=1500000001&org=40669820&level=keyword')).rows.length).toBeGreaterThanOrEqual(
      before.rows.length,
    );
    expect(product.installs.size - installs).toBeLessThan(20);
    expect(product.notifications.length - notifications).toBeLessThan(20);
    expect(product.notifications.filter(isTest)).toHaveLength(2);
  });
});
