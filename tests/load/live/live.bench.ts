import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { programFlags } from '@tapwise/adapters';
import { historyResponseSchema } from '@tapwise/contract';
import { campaignsOfToday } from '../../support/people/campaigns-of-today.ts';
import { enter } from '../../support/people/customer.ts';
import { eventually, startProduct } from '../../support/product/product.ts';
import { askProcess } from '../measuring/ask-process.ts';
import { percentile } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';
import type { CrowdCount, CrowdTask } from './crowd.ts';
import { postInstalls } from './posts.ts';
import { type WatchedCell, watchCell } from './watched-cell.ts';

/**
 * From an attribution post to the changed cell in Chromium: at 100 posts a second with one page, then at 500 while a thousand
 * further sockets watch the same report. Prints p50 and p99.
 */
const seconds = Number(process.argv[2] ?? 20);
const everyday = { perSecond: 100, sockets: 0, aim: '≤ 150 / ≤ 400' };
const crowded = { perSecond: 500, sockets: 1000, aim: '≤ 300 / ≤ 800' };
const campaignId = 700000001;

/** Replaces the attribution service: every install came from one campaign. */
const attribution = createServer((_request, response) => {
  const record = {
    attribution: true,
    orgId: 40669820,
    campaignId,
    adGroupId: 710000001,
    conversionType: 'Download',
    claimType: 'Click',
    countryOrRegion: 'US',
  };
  response.end(JSON.stringify(record));
});
await new Promise<void>((resolve) => attribution.listen(0, '127.0.0.1', resolve));
const attributionUrl = `http://127.0.0.1:${(attribution.address() as AddressInfo).port}/`;

await printMachine();
const product = await startProduct({
  environment: { ADSERVICES_URL: attributionUrl, SIMULATOR_SCALE: '0.01', SIMULATOR_HISTORY_MONTHS: '1' },
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
let crowd: ChildProcess | undefined;
try {
  const simulator = product.simulatorUrl ?? '';
  await fetch(`${simulator}/control`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"pause":true}',
  });
  const customer = await enter(product.url);
  const { application, organization, watch } = await campaignsOfToday(customer);
  await eventually(
    () => customer.report('campaigns', watch.params),
    (report) => report.rows.some((row) => row.id === campaignId),
    { timeoutMs: 120_000 },
  );

  // A new demo takes its past in, pulls and fits for a while; what is asked for is how fast the page follows in everyday work.
  await eventually(
    async () => historyResponseSchema.parse(await customer.ask('/api/history', {})),
    ({ applications }) => applications.every(({ complete }) => complete),
    { timeoutMs: 180_000, everyMs: 1000 },
  );
  await processorsRest(120_000);
  const page = await browser.newPage();
  await page.addInitScript(`localStorage.setItem('token', ${JSON.stringify(customer.token)})`);
  await page.goto(
    `${product.url}/client/reports?app=${application.id}&org=${organization.organization_id}&range=today&cols=spend,taps,installs,first_launches,trials`,
  );
  const cell = await watchCell(page, campaignId, 'first_launches');
  const apiKey = application.api_key ?? '';
  await measure(cell, apiKey, everyday);
  crowd = startCrowd();
  const { url } = product;
  const task: CrowdTask = {
    url,
    token: customer.token,
    sockets: crowded.sockets,
    applicationId: application.id,
    watch,
  };
  await askProcess(crowd, task);
  const before = await askProcess<CrowdCount>(crowd, 'count');
  await measure(cell, apiKey, crowded);
  const after = await askProcess<CrowdCount>(crowd, 'count');
  console.log(
    `messages to the ${crowded.sockets} sockets: ${after.rows - before.rows}; their processor time: ${(after.processorSeconds - before.processorSeconds).toFixed(1)} s`,
  );
} finally {
  crowd?.kill('SIGKILL');
  await browser.close();
  await product.stop();
  attribution.close();
}

async function measure(cell: WatchedCell, apiKey: string, { perSecond, sockets, aim }: typeof everyday): Promise<void> {
  const base = await cell.count();
  const sent = await postInstalls(product.ingestUrl, apiKey, { perSecond, seconds });
  await eventually(cell.count, (count) => count >= base + sent.length, { timeoutMs: 60_000 });
  const seen = await cell.seen();
  const latencies = sent.map((at, index) => {
    const drawn = seen.find(([, count]) => count >= base + index + 1);
    return (drawn?.[0] ?? Number.POSITIVE_INFINITY) - at;
  });
  const p50 = percentile(latencies, 0.5);
  const p99 = percentile(latencies, 0.99);
  const beside = sockets === 0 ? '' : `, ${sockets} further sockets`;
  console.log(
    `post → changed cell in Chromium at ${perSecond} posts/s${beside}: p50 ${p50} ms, p99 ${p99} ms (aim ${aim}), ${seen.length} changes seen so far`,
  );
}

function startCrowd(): ChildProcess {
  const program = fileURLToPath(new URL('./crowd.ts', import.meta.url));
  return fork(program, { execArgv: programFlags(program) });
}

/** Waits until the processors were idle for most of three seconds in a row, or the time is over. */
async function processorsRest(timeoutMs: number): Promise<void> {
  const times = () => cpus().map(({ times: { idle, ...busy } }) => ({ idle, busy: busy.user + busy.sys + busy.nice }));
  const until = Date.now() + timeoutMs;
  for (let rested = 0; rested < 3 && Date.now() < until; ) {
    const before = times();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const spent = times().map((now, index) => ({
      idle: now.idle - (before[index]?.idle ?? 0),
      busy: now.busy - (before[index]?.busy ?? 0),
    }));
    const idle = spent.reduce((sum, processor) => sum + processor.idle, 0);
    const busy = spent.reduce((sum, processor) => sum + processor.busy, 0);
    rested = idle > 2 * busy ? rested + 1 : 0;
  }
}
