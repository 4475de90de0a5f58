import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseClient, insertRows, openClickHouse } from '@tapwise/adapters';
import { prepareTables } from '@tapwise/projections';
import { campaignReport, type ReportQuestion } from '@tapwise/projections/queries';
import { createBigReports } from '../../../api/src/reports/queries/big-reports/big-reports.ts';
import type { ReportParameters } from '../../../api/src/reports/report-parameters.ts';
import { runFit } from '../../../workflows/src/users/refit-models/run-fit.ts';
import { startClickHouseNode } from '../../support/engines/clickhouse-node.ts';
import { median, percentile, printRatio } from '../measuring/figures.ts';
import { printMachine, processorSecondsOf } from '../measuring/machine.ts';
import {
  bigTenant,
  fillRates,
  fillReportOrder,
  fillTables,
  markComplete,
  scaled,
  settleTables,
  smallTenant,
} from './big-tables.ts';
import { startCallers } from './callers.ts';
import { askByHand } from './hand-written.ts';
import { questionOf, sizedCalls } from './sized-calls.ts';

/** Every report call over a million installs, against hand-written SQL; then under load, and beside a small tenant. */
const share = Number(process.argv[2] ?? 1);
const repetitions = 5;
const callers = 4;
const callsEach = 6;
const eventsPerSecond = 200;
const today = new Date().toISOString().slice(0, 10);
const big = scaled(bigTenant, share);
const small = scaled(smallTenant, share);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function times(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < count; index += 1) all.push(await timed(work));
  return all;
}

/** A user of one of the keywords who comes now, under an id that falls anywhere among the others. */
function arrived(batch: number): object {
  const install_id = randomUUID();
  const key = randomBytes(8).readBigUInt64BE();
  const first = big.applicationId * 1_000_000;
  const keyword = Math.floor(Math.random() * big.campaigns * big.adGroupsPerCampaign * big.keywordsPerAdGroup);
  const perCampaign = big.adGroupsPerCampaign * big.keywordsPerAdGroup;
  const at = new Date().toISOString();
  return {
    application_id: big.applicationId,
    install_id,
    install_key: key,
    state: 'attributed',
    org_id: big.orgId,
    campaign_id: first + 1 + Math.floor(keyword / perCampaign),
    ad_group_id: first + 1001 + Math.floor(keyword / big.keywordsPerAdGroup),
    keyword_id: first + 100_001 + keyword,
    country: 'US',
    claim_type: 'click',
    device_class: 'iphone',
    first_launch_at: at,
    reported_position: `${batch}`,
    log_position: `${batch}`,
    recorded_at: at,
  };
}

/** Users arrive while reports are asked, four times a second. Ends on request. */
function arrivals(client: ClickHouseClient): () => Promise<void> {
  let going = true;
  let number = 0;
  const arriving = (async () => {
    while (going) {
      number += 1;
      const rows = Array.from({ length: eventsPerSecond / 4 }, () => arrived(number));
      const installs = insertRows(client, { table: 'install_current_v1', rows, token: `late-${number}` });
      await Promise.all([
        installs,
        insertRows(client, { table: 'cohort_install_v1', rows, token: `placed-${number}` }),
      ]);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  return async () => {
    going = false;
    await arriving;
  };
}

/** A small tenant asks for its campaigns while the big one asks for its heaviest report, as the server makes it, in a loop. */
async function printNeighbour(client: ClickHouseClient, question: ReportQuestion): Promise<void> {
  const { scope, from, to, countries, claimType, status, campaignIds, now } = question;
  const parameters: ReportParameters = {
    call: 'all_campaigns_keywords',
    applicationId: scope.applicationId,
    orgId: scope.orgId,
    from,
    to,
    countries,
    claimType,
    status,
    campaignIds,
    campaignId: undefined,
    adGroupId: undefined,
    granularity: undefined,
    restricted: false,
  };
  const bigReports = createBigReports(url);
  try {
    const ofSmall = questionOf(small, today);
    await bigReports.ask({ scope, parameters, now });
    const alone = await times(50, () => campaignReport(client, ofSmall));
    let looping = true;
    const loop = (async () => {
      while (looping) await bigReports.ask({ scope, parameters, now });
    })();
    const beside = await times(50, () => campaignReport(client, ofSmall));
    looping = false;
    await loop;
    const sides = { ours: percentile(beside, 0.99), base: percentile(alone, 0.99), unit: 'ms p99' };
    printRatio("small tenant beside the big one's heaviest report ÷ alone", sides, '≤ 2');
  } finally {
    await bigReports.close();
  }
}

/** Fits every model of the big tenant while its campaigns are asked for. */
async function printRefit(client: ClickHouseClient, question: ReportQuestion): Promise<void> {
  const quiet = await times(20, () => campaignReport(client, question));
  const task = {
    clickHouseUrl: url,
    applicationId: big.applicationId,
    currency: 'USD',
    smallBusiness: false,
    asOf: Date.now(),
    previous: [],
  };
  let fitting = true;
  let models = 0;
  const fit = timed(async () => {
    models = (await runFit(task, AbortSignal.timeout(120_000))).length;
    fitting = false;
  });
  const meanwhile: number[] = [];
  while (fitting) meanwhile.push(...(await times(1, () => campaignReport(client, question))));
  console.log(
    `refit of ${models} products with ${big.subscriptions} subscriptions: ${((await fit) / 1000).toFixed(1)} s beside ${meanwhile.length} reports`,
  );
  printRatio('campaigns during a refit ÷ quiet', { ours: median(meanwhile), base: median(quiet), unit: 'ms' }, '≤ 1.5');
}

await printMachine();
const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));
const node = await startClickHouseNode({ dataDirectory: folder, env: { CLICKHOUSE_MAX_MEMORY: '8000000000' } });
const url = `${node.url}/bench`;
await prepareTables(url);
const client = openClickHouse(url);
// Millions of rows are made in one statement.
const filler = openClickHouse(url, { timeoutMs: 300_000 });
try {
  const filling = await timed(async () => {
    await fillRates(filler, 800, today);
    for (const size of [big, small]) await fillTables(filler, size, today);
    await fillReportOrder(filler);
    await markComplete(filler, [big, small]);
    await settleTables(filler);
  });
  console.log(`filled in ${(filling / 1000).toFixed(0)} s`);
  const question = questionOf(big, today);
  for (const { name, ask, byHand } of sizedCalls) {
    const { from, to, scope } = question;
    const year = name === 'monthly_reports' ? `${today.slice(0, 4)}-01-01` : from;
    const hand = {
      ...byHand,
      where: byHand.where(question),
      from: year,
      to,
      applicationId: scope.applicationId,
      orgId: scope.orgId,
    };
    const first = await timed(() => ask(client, question));
    const uncached: number[] = [];
    const again: number[] = [];
    const base: number[] = [];
    for (let round = 1; round <= repetitions; round += 1) {
      // What users bought is remembered for a full minute.
      const later = { ...question, now: new Date(question.now.getTime() + round * 60_000) };
      uncached.push(await timed(() => ask(client, later)));
      again.push(await timed(() => ask(client, later)));
      base.push(await timed(() => askByHand(client, hand)));
    }
    const by = { base: median(base), unit: 'ms' };
    printRatio(`${name} ÷ hand-written SQL`, { ours: median(uncached), ...by }, '≤ 1.3');
    printRatio(`${name}, nothing sold since ÷ hand-written SQL`, { ours: median(again), ...by }, 'none set');
    console.log(`${name}, first ask after a change of the ad service's figures: ${first.toFixed(0)} ms`);
  }
  const stop = arrivals(client);
  const together = startCallers(url, callers);
  try {
    for (const { name } of sizedCalls) {
      await together.ask(name, question, callsEach);
      const engine = processorSecondsOf(node.process.pid ?? 0);
      const { durations, processorMs } = await together.ask(name, question, callsEach);
      const engineMs = (processorSecondsOf(node.process.pid ?? 0) - engine) * 1000;
      const perCall = `${(engineMs / durations.length).toFixed(0)} + ${(processorMs / durations.length).toFixed(0)}`;
      console.log(
        `${name}, ${callers} callers, ${eventsPerSecond} users/s: p50 ${percentile(durations, 0.5).toFixed(0)} ms, p99 ${percentile(durations, 0.99).toFixed(0)} ms, processor of a call: engine + caller ${perCall} ms`,
      );
    }
  } finally {
    together.stop();
  }
  await stop();
  await printNeighbour(client, question);
  await printRefit(client, question);
} finally {
  await Promise.all([client.close(), filler.close()]);
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
}
