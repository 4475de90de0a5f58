import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Simulator, startSimulator } from '../simulator.ts';
import { createCaller } from '../testing/ads-api-caller.ts';
import { type RecordingProduct, startRecordingProduct } from '../testing/recording-product.ts';

const APP = 1500000001;
const ORG = 40669820;
const DAY = '2026-11-20';
const startAt = Date.parse(`${DAY}T20:00:00Z`);

let folder: string;
let product: RecordingProduct;
let simulator: Simulator;
let call: Awaited<ReturnType<typeof createCaller>>;

const start = async (at = startAt) => {
  const addresses = { apiUrl: product.url, ingestUrl: product.url };
  const world = { scale: 0.05, historyMonths: 1, movement: 'off' } as const;
  simulator = await startSimulator({ ...world, startAt: at, dataDir: folder, product: addresses });
  product.askAt(`${simulator.url}/api/v1/`);
  call = await createCaller(simulator);
};
const settled = () =>
  vi.waitFor(
    async () => {
      const status = await (await fetch(`${simulator.url}/truth/status`)).json();
      expect(status).toMatchObject({ history_done: true, backlog: 0, movement: 'off' });
    },
    { timeout: 300_000, interval: 100 },
  );

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'simulator-'));
  product = await startRecordingProduct();
  await start();
  await settled();
});
afterAll(async () => {
  await simulator.stop();
  await product.close();
  rmSync(folder, { recursive: true });
});

const cause = async (wanted: object): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(`${simulator.url}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
/** The first campaign, and its first keyword with traffic. */
function first() {
  const campaign = simulator.world.campaigns[0];
  const target = campaign?.targets.find(({ quietFrom }) => quietFrom === null);
  if (campaign === undefined || target?.keyword == null) throw new Error('no keyword with traffic');
  return { campaign, keyword: target.keyword };
}

interface Row {
  id: number;
  impressions: number;
  taps: number;
  spend: string;
  claims: { total: Record<string, number> };
}
const truthRow = async (): Promise<Row> => {
  const response = await fetch(`${simulator.url}/truth?app=${APP}&org=${ORG}&day=${DAY}`);
  const { rows } = (await response.json()) as { rows: Row[] };
  const row = rows.find(({ id }) => id === first().campaign.id);
  if (row === undefined) throw new Error('the campaign has no row');
  return row;
};
const reported = async () => {
  const selector = { orderBy: [{ field: 'localSpend' }], pagination: { limit: 1000 } };
  const range = { startTime: DAY, endTime: DAY, returnRowTotals: true };
  const { body } = await call('/reports/campaigns', ORG, { ...range, selector });
  const { row } = (
    body.data as {
      reportingDataResponse: {
        row: { metadata: { campaignId: number }; total: Record<string, number> & { localSpend: { amount: string } } }[];
      };
    }
  ).reportingDataResponse;
  const reportRow = row.find(({ metadata }) => metadata.campaignId === first().campaign.id)?.total;
  return { taps: reportRow?.taps, impressions: reportRow?.impressions, spend: Number(reportRow?.localSpend.amount) };
};

describe('causes', () => {
  it('are all that moves a world without movement', async () => {
    const before = await truthRow();
    const installs = product.installs.size;
    const notifications = product.notifications.length;
    const report = await reported();
    // Days later nothing more has happened or been restated, though a moving world would have gone on.
    const later = await startSimulator({ startAt: startAt + 5 * 86_400_000, dataDir: folder });
    const response = await fetch(`${later.url}/truth?app=${APP}&org=${ORG}&from=${DAY}&to=2026-11-25&people=all`);
    const { rows } = (await response.json()) as { rows: Row[] };
    await later.stop();
    const { claims: _, ...figures } = before;
    expect(rows.find(({ id }) => id === before.id)).toMatchObject(figures);
    expect(await truthRow()).toEqual(before);
    expect(await reported()).toEqual(report);
    expect([product.installs.size, product.notifications.length]).toEqual([installs, notifications]);
  });

  it('show at once in reports and truth: taps with their spend, and impressions', async () => {
    const { campaign, keyword } = first();
    const before = await truthRow();
    const reportBefore = await reported();
    const { body } = await cause({ cause: 'taps', keyword: keyword.id, count: 3, spend: 0.5 });
    expect(body).toMatchObject({ campaign: campaign.id, keyword: keyword.id, spend: 1.5, currency: 'USD' });
    await cause({ cause: 'impressions', campaign: campaign.id, count: 5 });
    const after = await truthRow();
    expect([after.impressions, after.taps]).toEqual([before.impressions + 8, before.taps + 3]);
    expect(Number(after.spend)).toBeCloseTo(Number(before.spend) + 1.5, 4);
    const report = await reported();
    expect([report.impressions, report.taps]).toEqual([
      (reportBefore.impressions ?? 0) + 8,
      (reportBefore.taps ?? 0) + 3,
    ]);
    expect(report.spend).toBeCloseTo(reportBefore.spend + 1.5, 4);
  });

  it('post an install with its attribution, and answer when the product has it', async () => {
    const { campaign, keyword } = first();
    const before = (await truthRow()).claims.total;
    const { body } = await cause({ cause: 'install', keyword: keyword.id, country: 'US' });
    const [install] = body.installs as { install_id: string; posted: boolean; log_position: string }[];
    expect(install).toMatchObject({ posted: true, log_position: expect.stringMatching(/^\d+$/) });
    expect(product.installs.get(install?.install_id ?? '')).toMatchObject({
      campaignId: campaign.id,
      keywordId: keyword.id,
      countryOrRegion: 'US',
    });
    const after = (await truthRow()).claims.total;
    expect([after.installs, after.first_launches]).toEqual([
      (before.installs ?? 0) + 1,
      (before.first_launches ?? 0) + 1,
    ]);
  });

  it('lead a buyer from trial over charge to refund, in posts and in truth', async () => {
    const { keyword } = first();
    const before = (await truthRow()).claims.total;
    const trial = (await cause({ cause: 'trial', keyword: keyword.id })).body;
    expect(trial).toMatchObject({ posted: true, price: 0, product_id: 'moonvale.monthly' });
    const { install_id } = trial;
    const charge = (await cause({ cause: 'charge', install_id })).body;
    expect(charge).toMatchObject({ original_transaction_id: trial.transaction_id, price: 9.99, currency: 'USD' });
    const charged = (await truthRow()).claims.total;
    expect([charged.trials, charged.trial_conversions]).toEqual([
      (before.trials ?? 0) + 1,
      (before.trial_conversions ?? 0) + 1,
    ]);
    expect(charged.current_income).toBeCloseTo((before.current_income ?? 0) + 9.99 * 0.7, 2);
    await cause({ cause: 'refund', install_id });
    const refunded = (await truthRow()).claims.total;
    expect(refunded.refunded).toBe((before.refunded ?? 0) + 1);
    expect(refunded.current_income).toBeCloseTo(before.current_income ?? 0, 6);
    const buyerNotifications = product.notifications.filter(
      ({ transaction }) => transaction?.appAccountToken === install_id,
    );
    expect(buyerNotifications.map(({ notificationType }) => notificationType)).toEqual([
      'SUBSCRIBED',
      'DID_RENEW',
      'REFUND',
    ]);
  });

  it('install an app without an ad and sell it something', async () => {
    const { body } = await cause({ cause: 'one_time', app: 1500000002, country: 'JP' });
    expect(body).toMatchObject({ posted: true, product_id: 'ledgerly.export_pack', currency: 'JPY' });
    expect(product.installs.get(String(body.install_id))).toBeNull();
  });

  it('set a campaign, an ad group and a keyword, as the next list shows', async () => {
    const { campaign, keyword } = first();
    await cause({ cause: 'setting', campaign: campaign.id, status: 'PAUSED', daily_budget: 321 });
    await cause({ cause: 'setting', keyword: keyword.id, bid: 4.56 });
    const campaignView = (await call(`/campaigns/${campaign.id}`, ORG)).body.data;
    expect(campaignView).toMatchObject({ displayStatus: 'PAUSED', dailyBudgetAmount: { amount: '321' } });
    const path = `/campaigns/${campaign.id}/adgroups/${keyword.adGroupId}/targetingkeywords/${keyword.id}`;
    expect((await call(path, ORG)).body.data).toMatchObject({ bidAmount: { amount: '4.56' } });
    await cause({ cause: 'setting', campaign: campaign.id, status: 'ENABLED' });
  });

  it('outlive a restart, without being posted again', async () => {
    const before = await truthRow();
    const counts = [product.installs.size, product.notifications.length];
    await simulator.stop();
    await start(startAt + 600_000);
    await settled();
    expect(await truthRow()).toEqual(before);
    expect([product.installs.size, product.notifications.length]).toEqual(counts);
  });

  it.each([
    [{ cause: 'taps', campaign: 1 }],
    [{ cause: 'taps', app: APP }],
    [{ cause: 'install', campaign: 700000001, country: 'JP' }],
    [{ cause: 'trial', app: APP, product: 'moonvale.lifetime' }],
    [{ cause: 'refund', app: APP }],
    [{ cause: 'refund', install_id: 'unknown' }],
    [{ cause: 'setting', keyword: 720000001, daily_budget: 3 }],
    [{ cause: 'rain' }],
  ])('are refused when they have nothing to act on, and change nothing: %o', async (wanted) => {
    const { revision } = simulator.world.caused;
    const { status, body } = await cause(wanted);
    expect([status, typeof body.error]).toEqual([400, 'string']);
    expect(simulator.world.caused.revision).toBe(revision);
  });
});
