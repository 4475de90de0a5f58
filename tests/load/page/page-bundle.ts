import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { StandInApi } from '../../support/stand-ins/stand-in-api.ts';
import type { BuiltPage } from './built-page.ts';

/** Texts that are in the code of a library whatever the bundler calls it. */
const marks = {
  ECharts: '_echarts_instance_',
  'the Excel writer': 'schemas.openxmlformats.org/spreadsheetml',
} as const;

/** A script the page has loaded, by its address. */
type Scripts = Map<string, { text: string; gzipBytes: number }>;

/** Prints what each screen loads before it can be used, as gzip of its scripts, and what waits until it is used. */
export async function measureBundle(browser: Browser, api: StandInApi, page: BuiltPage): Promise<void> {
  const login = await loadedBy(browser, undefined, `${api.url}/login`, (tab) =>
    tab.getByRole('button', { name: /demo/i }).waitFor(),
  );
  print('/login, gzip of all scripts', login, '');
  const reports = await loadedBy(browser, api.token, `${api.url}/client/reports?${api.keywordQuery}`, (tab) =>
    tab.locator('[role=grid] [data-row-id]').first().waitFor(),
  );
  print('/client/reports until its grid shows, gzip of all scripts', reports, ' (aim ≤ 300)');
  for (const [library, mark] of Object.entries(marks)) {
    const built = page.scriptsWith(mark);
    const early = [...reports.values()].some(({ text }) => text.includes(mark));
    const where = built.length === 0 ? 'is in no script of the page' : early ? 'IS LOADED' : 'is not loaded';
    console.log(`${library} on Reports before it is used: ${where} (aim not loaded)`);
  }
  const charts = await loadedBy(browser, api.token, `${api.url}/client/charts`, drawChart);
  const beyond = new Map([...charts].filter(([address]) => !reports.has(address)));
  print('/client/charts with a drawn chart, gzip of what Reports has not loaded', beyond, '');
  const engine = new Map([...beyond].filter(([, { text }]) => text.includes(marks.ECharts)));
  print('of that the chart engine', engine, ' (aim ≤ 215)');
}

async function drawChart(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'Update' }).click();
  await tab.getByRole('img').locator('canvas, svg').first().waitFor();
}

/** Opens an address in a browser that has nothing yet. @returns the scripts loaded until the screen is `ready` */
async function loadedBy(
  browser: Browser,
  token: string | undefined,
  address: string,
  ready: (tab: Page) => Promise<void>,
): Promise<Scripts> {
  const context: BrowserContext = await browser.newContext();
  if (token !== undefined) await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(token)})`);
  const tab = await context.newPage();
  const scripts: Scripts = new Map();
  const reading: Promise<void>[] = [];
  tab.on('response', (response) => {
    if (!new URL(response.url()).pathname.endsWith('.js')) return;
    const read = async () => {
      const body = await response.body();
      scripts.set(response.url(), { text: body.toString('utf8'), gzipBytes: gzipSync(body).byteLength });
    };
    reading.push(read());
  });
  await tab.goto(address);
  await ready(tab);
  await Promise.all(reading);
  await context.close();
  return scripts;
}

function print(what: string, scripts: Scripts, aim: string): void {
  const sizes = [...scripts].map(([address, { gzipBytes }]) => ({ name: address.split('/').at(-1), gzipBytes }));
  const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(0)} kB`;
  const total = sizes.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);
  const largest = sizes.sort((first, second) => second.gzipBytes - first.gzipBytes).slice(0, 3);
  const parts = largest.map(({ name, gzipBytes }) => `${name} ${kilobytes(gzipBytes)}`).join(', ');
  console.log(`${what}: ${kilobytes(total)} in ${sizes.length} files${aim}; largest ${parts}`);
}
