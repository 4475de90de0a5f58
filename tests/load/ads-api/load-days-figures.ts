import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { SearchAdsClient } from '@tapwise/adapters';
import {
  addDays,
  adsReportDecider,
  adsReportStream,
  type Day,
  type DomainEventOf,
  daysBetween,
  daysOfRange,
  fold,
} from '@tapwise/domain';
import { oldestDay } from '../../../workflows/src/pulls/load-days/load-days.ts';
import {
  type SimulatedOrganization,
  simulatedAdamId,
  startSimulatedOrganization,
} from '../../support/facts/simulated-organization.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const kills = 10;
/** The simulated market has begun by then. */
const historyMonths = '23';
const longestReport = 90;
const longestLifeMs = 9000;

/** Loads 24 months of days with a command that is killed at random moments, and compares what the log has with the service. */
export async function measureLoadDays(): Promise<void> {
  const world = await startSimulatedOrganization({
    pulledDays: 90,
    simulator: { SIMULATOR_HISTORY_MONTHS: historyMonths, SIMULATOR_SCALE: '0.2' },
  });
  try {
    await world.simulator.faults({ v5_daily_reach: '24_months' });
    const began = performance.now();
    for (let kill = 0; kill < kills; kill += 1) await loadAndKill(world);
    const { rows } = await load(world);
    const seconds = (performance.now() - began) / 1000;
    const result = rows.at(-1) as { status: string; days: number; months_replaced: number; months_differ: unknown[] };
    if (result.status !== 'success') throw new Error(JSON.stringify(result));
    const range = { from: oldestDay(world.today), to: addDays(world.today, -90) };
    const differing = await differingDays(world, range);
    const expected = daysBetween(range.from, range.to) + 1;
    const { campaigns, keywords } = await sizeOf(world);
    console.log(
      `load-days of 24 months of ${campaigns} campaigns with ${keywords} keywords, killed ${kills} times: ${result.days} of ${expected} days in ${seconds.toFixed(0)} s`,
    );
    console.log(`  days missing, twice or with another sum than the service gives: ${differing} (aim 0)`);
    console.log(
      `  months whose days do not sum to them: ${result.months_differ.length} (aim 0); replaced by their days: ${result.months_replaced}`,
    );
  } finally {
    await world.stop();
  }
}

/** How much the loaded days are of. */
async function sizeOf({ simulator, ref, organization }: SimulatedOrganization) {
  const client = simulator.searchAds({ api: 'v5' });
  const scope = { orgId: ref.org_id, currency: organization.currency };
  const { items } = await client.findCampaigns(scope, simulatedAdamId);
  const lists = await Promise.all(items.map(({ campaign_id }) => client.findKeywords(scope, campaign_id)));
  return { campaigns: items.length, keywords: lists.reduce((sum, list) => sum + list.items.length, 0) };
}

function start(world: SimulatedOrganization) {
  const args = ['infra/operations/bootstrap.mjs', 'operator', 'load-days', String(world.ref.org_id)];
  // Not asked of any tables, but every operator command is told where they are.
  const environment = { ...world.environment('v5'), CLICKHOUSE_URL: 'http://127.0.0.1:9/none' };
  return spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
}

async function load(world: SimulatedOrganization): Promise<{ rows: readonly Record<string, unknown>[] }> {
  const child = start(world);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  await once(child, 'close');
  const lines = printed.split('\n').filter((line) => line !== '');
  return { rows: lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

/** Kills the command and what it started. */
async function loadAndKill(world: SimulatedOrganization): Promise<void> {
  const child = start(world);
  const ended = once(child, 'close');
  child.stdout.resume();
  await Promise.race([pause(longestLifeMs * (0.3 + 0.7 * Math.random())), ended]);
  if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  await ended;
}

interface Range {
  readonly from: Day;
  readonly to: Day;
}

/** Days whose campaigns have another sum of impressions and spend in the log than at the service. */
async function differingDays(world: SimulatedOrganization, range: Range): Promise<number> {
  const sums = await shownSums(world, world.simulator.searchAds({ api: 'v5' }), range);
  let differing = 0;
  for (const day of daysOfRange(range.from, range.to)) {
    if ((await loggedSum(world, day)) !== (sums.get(day) ?? '0 0')) differing += 1;
  }
  return differing;
}

async function shownSums(world: SimulatedOrganization, client: SearchAdsClient, { from, to }: Range) {
  const scope = { orgId: world.ref.org_id, currency: world.organization.currency };
  const { items } = await client.findCampaigns(scope, simulatedAdamId);
  const ours = new Set(items.map(({ campaign_id }) => campaign_id));
  const sums = new Map<Day, { impressions: number; micros: number }>();
  for (let first = from; first <= to; first = addDays(first, longestReport)) {
    const last = addDays(first, Math.min(longestReport - 1, daysBetween(first, to)));
    const report = await client.report({ level: 'campaign', ...scope, from: first, to: last });
    for (const { campaign_id, day, row } of report.items) {
      if (!ours.has(campaign_id)) continue;
      const sum = sums.get(day) ?? { impressions: 0, micros: 0 };
      sum.impressions += row.impressions;
      sum.micros += row.spend_micros;
      sums.set(day, sum);
    }
  }
  return new Map([...sums].map(([day, { impressions, micros }]) => [day, `${impressions} ${micros}`]));
}

async function loggedSum({ log, ref }: SimulatedOrganization, day: Day): Promise<string> {
  const recorded = await log.readStream(adsReportStream(ref.application_id, ref.org_id, day));
  const events = recorded.map(({ event }) => event as DomainEventOf<'AdsReportRowsRecorded'>);
  const rows = [...fold(adsReportDecider, events)].flatMap(([page, ofPage]) =>
    page.endsWith(' campaign') ? [...ofPage.values()] : [],
  );
  const impressions = rows.reduce((sum, row) => sum + row.impressions, 0);
  return `${impressions} ${rows.reduce((sum, row) => sum + row.spend_micros, 0)}`;
}
