import type { Browser, Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import type { StandInApi } from '../../support/stand-ins/stand-in-api.ts';
import { median, percentile, printRatio } from '../measuring/figures.ts';
import { openKeywords } from './keyword-page.ts';

/** Fifty requests a second are enough for a p99 and leave the machine to what is measured. */
const askEveryMs = 20;
const longestExportMs = 120_000;

/** Prints how long an export of the keyword report takes, what is in the file, and what it does to requests of others. */
export async function measureExcel(browser: Browser, api: StandInApi, times: { rounds: number }): Promise<void> {
  const { page } = await openKeywords(browser, api);
  // The first export also loads its code; its file is the one that is looked into.
  const first = await exported(page, api);
  const sheet = await readSheet(first.path);
  const rounds = [];
  for (let round = 0; round < times.rounds; round += 1) {
    const busy = await exported(page, api);
    const quiet = await measureRequests(api, page.waitForTimeout(busy.seconds * 1000));
    rounds.push({ seconds: busy.seconds, busy: percentile(busy.latencies, 0.99), quiet: percentile(quiet, 0.99) });
  }
  const seconds = median(rounds.map((round) => round.seconds));
  const { length } = api.report.rows;
  console.log(
    `Excel of ${length} rows: ${seconds.toFixed(1)} s from press to file (the first ${first.seconds.toFixed(1)} s), ` +
      `${sheet.length - 1} rows of ${sheet[0]?.length} columns in the file`,
  );
  printRatio(
    "other requests' p99 during an export ÷ quiet",
    { ours: median(rounds.map(({ busy }) => busy)), base: median(rounds.map(({ quiet }) => quiet)), unit: 'ms' },
    '≤ 1.5',
  );
}

/** One export from the press on its button to the file, with requests of others meanwhile. */
async function exported(page: Page, api: StandInApi): Promise<{ path: string; seconds: number; latencies: number[] }> {
  const button = page.getByRole('button', { name: 'Excel', exact: true });
  const began = performance.now();
  const download = page.waitForEvent('download', { timeout: longestExportMs });
  await button.click();
  const latencies = await measureRequests(api, download);
  const path = await (await download).path();
  return { path, seconds: (performance.now() - began) / 1000, latencies };
}

/** Asks as another page would, at a steady pace, until something is finished. @returns milliseconds of each request */
async function measureRequests(api: StandInApi, finished: Promise<unknown>): Promise<number[]> {
  let over = false;
  const end = finished.finally(() => {
    over = true;
  });
  const latencies: number[] = [];
  while (!over) {
    const began = performance.now();
    await (await fetch(`${api.url}/api/account`)).text();
    const latency = performance.now() - began;
    latencies.push(latency);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, askEveryMs - latency)));
  }
  await end;
  return latencies;
}
