import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClickHouseClient, insertRows, openClickHouse } from '@tapwise/adapters';
import { addDays } from '@tapwise/domain';
import { prepareTables } from '@tapwise/projections';
import {
  adGroupReport,
  allKeywordsReport,
  campaignReport,
  campaignSeries,
  countryReport,
  keywordReport,
  monthlyReport,
  type ReportQuestion,
} from '@tapwise/projections/queries';
import { createBigReports } from '../../api/src/queries/big-reports/big-reports.ts';
import type { ReportParameters } from '../../api/src/queries/reports/report-parameters.ts';
import { runFit } from '../../workflows/src/refit-models/run-fit.ts';
import { startClickHouseNode } from '../support/clickhouse-node.ts';
import {
  bigTenant,
  fillRates,
  fillTables,
  markComplete,
  scaled,
  settleTables,
  smallTenant,
  type TenantSize,
} from './big-tables.ts';
import { median, percentile, printRatio } from './figures.ts';
import { askByHand, type HandWritten } from './hand-written.ts';

/** Every report call over a million installs, against hand-written SQL; then under load, and beside a small tenant. */
const share = Number(process.argv[2] ?? 1);
const repetitions = 5;
const [callers, callsEach, eventsPerSecond] = [4, 6, 200];
const today = new Date().toISOString().slice(0, 10);
const [big, small] = [scaled(bigTenant, share), scaled(smallTenant, share)];

function questionOf(size: TenantSize): ReportQuestion {
  const first = size.applicationId * 1_000_000;
  return {
    scope: {
      ...{ applicationId: size.applicationId, adamId: size.adamId, orgId: size.orgId, orgCurrency: 'EUR' },
      ...{ timeZone: 'UTC', currency: 'USD', smallBusiness: false, linkedOrgIds: [size.orgId] },
    },
    ...{ from: addDays(today, -89), to: today, countries: null, claimType: 'total', status: 'all', now: new Date() },
    ...{ campaignId: first + 1, adGroupId: first + 1001 },
    campaignIds: Array.from({ length: size.campaigns }, (_, index) => first + 1 + index),
  };
}

interface Call {
  readonly name: string;
  ask(client: ClickHouseClient, question: ReportQuestion): Promise<unknown>;
  readonly byHand: Pick<HandWritten, 'object' | 'level' | 'bucket'> & { where(question: ReportQuestion): string };
}

const ofCampaign = ({ campaignId }: ReportQuestion): string => `AND campaign_id = ${campaignId}`;
const everything = (): string => '';
const calls: readonly Call[] = [
  {
    name: 'campaigns',
    ask: campaignReport,
    byHand: { object: 'campaign_id', level: 'campaign', bucket: null, where: everything },
  },
  {
    name: 'adgroups',
    ask: adGroupReport,
    byHand: { object: 'ad_group_id', level: 'ad_group', bucket: null, where: ofCampaign },
  },
  {
    ...{ name: 'keywords', ask: keywordReport },
    byHand: {
      ...{ object: 'keyword_id', level: 'keyword', bucket: null },
      where: (question) => `${ofCampaign(question)} AND ad_group_id = ${question.adGroupId}`,
    },
  },
  {
    name: 'all_campaigns_keywords',
    ask: allKeywordsReport,
    byHand: { object: 'keyword_id', level: 'keyword', bucket: null, where: everything },
  },
  {
    name: 'basic_by_countries',
    ask: countryReport,
    byHand: { object: 'country', level: 'campaign', bucket: null, where: everything },
  },
  {
    ...{ name: 'monthly_reports', byHand: { object: "''", level: 'campaign', bucket: 'month', where: everything } },
    ask: (client, { scope, now }) =>
      monthlyReport(client, {
        ...{ scopes: [scope], year: now.getUTCFullYear(), countries: null, claimType: 'total', now, currency: 'USD' },
      }),
  },
  {
    ...{
      name: 'campaigns by day',
      byHand: { object: 'campaign_id', level: 'campaign', bucket: 'day', where: everything },
    },
    ask: (client, question) => campaignSeries(client, { ...question, granularity: 'day' }),
  },
];

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

const byCallers = async (work: () => Promise<unknown>): Promise<number[]> =>
  (await Promise.all(Array.from({ length: callers }, () => times(callsEach, work)))).flat();

/** Users arrive while reports are asked, four inserts a second. Ends on request. */
function arrivals(client: ClickHouseClient): () => Promise<void> {
  let [going, number] = [true, 0];
  const arriving = (async () => {
    while (going) {
      const rows = Array.from({ length: eventsPerSecond / 4 }, () => {
        number += 1;
        return {
          application_id: big.applicationId,
          install_id: `late-${number}`,
          state: 'organic',
          log_position: `${number}`,
        };
      });
      await insertRows(client, { table: 'install_current_v1', rows, token: `late-${number}` });
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
    ...{ call: 'all_campaigns_keywords', applicationId: scope.applicationId, orgId: scope.orgId, from, to },
    ...{ countries, claimType, status, campaignIds, campaignId: undefined, adGroupId: undefined },
    ...{ granularity: undefined, restricted: false },
  };
  const bigReports = createBigReports(url);
  try {
    const ofSmall = questionOf(small);
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
    ...{ clickHouseUrl: url, applicationId: big.applicationId, currency: 'USD', smallBusiness: false },
    ...{ asOf: Date.now(), previous: [] },
  };
  let [fitting, models] = [true, 0];
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

const folder = mkdtempSync(join(tmpdir(), 'tapwise-bench-'));
const node = await startClickHouseNode({ dataDirectory: folder, env: { CLICKHOUSE_MAX_MEMORY: '8000000000' } });
const url = `${node.url}/bench`;
await prepareTables(url);
const client = openClickHouse(url);
try {
  const filling = await timed(async () => {
    await fillRates(client, 800, today);
    for (const size of [big, small]) await fillTables(client, size, today);
    await markComplete(client, [big, small]);
    await settleTables(client);
  });
  console.log(`filled in ${(filling / 1000).toFixed(0)} s`);
  const question = questionOf(big);
  for (const { name, ask, byHand } of calls) {
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
    const ours: number[] = [];
    const base: number[] = [];
    for (let round = 0; round < repetitions; round += 1) {
      ours.push(await timed(() => ask(client, question)));
      base.push(await timed(() => askByHand(client, hand)));
    }
    printRatio(`${name} ÷ hand-written SQL`, { ours: median(ours), base: median(base), unit: 'ms' }, '≤ 1.3');
    console.log(`${name}, first ask after a change of the ad service's figures: ${first.toFixed(0)} ms`);
  }
  const stop = arrivals(client);
  for (const { name, ask } of calls) {
    const all = await byCallers(() => ask(client, question));
    console.log(
      `${name}, ${callers} callers, ${eventsPerSecond} events/s: p50 ${percentile(all, 0.5).toFixed(0)} ms, p99 ${percentile(all, 0.99).toFixed(0)} ms (aim p99 ≤ 500)`,
    );
  }
  await stop();
  await printNeighbour(client, question);
  await printRefit(client, question);
} finally {
  await client.close();
  await node.stop();
  rmSync(folder, { recursive: true, force: true });
}
