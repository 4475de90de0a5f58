import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, chromium, type Page } from '@playwright/test';
import Fastify from 'fastify';
import { webPagesPlugin } from '../../../api/src/http/pages/web-pages.plugin.ts';
import { buildWeb } from '../../../infra/operations/start/pages/build-web.ts';
import { percentile } from '../measuring/figures.ts';
import { printMachine } from '../measuring/machine.ts';

/**
 * Every public page in Chromium with its processor slowed four times: when its largest part is drawn, how much script it loads, what axe
 * finds, what it asks of others; and what it says without JavaScript.
 */
const root = join(import.meta.dirname, '..', '..', '..');
const slowdown = 4;
const aims = { lcpMs: 1500, scriptKb: 120 };
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const installed = process.env.CHROMIUM ?? '/usr/bin/chromium';

interface PageFigures {
  readonly path: string;
  readonly lcpMs: number;
  readonly scriptKb: number;
  readonly violations: readonly string[];
  readonly outside: readonly string[];
}

await printMachine();
const publicUrl = 'http://127.0.0.1';
await buildWeb(root, { publicUrl, contact: 'mailto:help@tapwise.example' }, join(root, 'web', 'dist', '.installed'));
const dist = join(root, 'web', 'dist');
const pages = Fastify({ forceCloseConnections: true });
await pages.register(webPagesPlugin, { webRoot: dist });
await pages.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(pages.server.address() as AddressInfo).port}`;
const paths = [...readFileSync(join(dist, 'sitemap.xml'), 'utf8').matchAll(/<loc>([^<]+)<\/loc>/g)].map(
  ([, address = '']) => new URL(address).pathname,
);
const browser = await chromium.launch({
  ...(existsSync(installed) ? { executablePath: installed } : {}),
  args: ['--no-sandbox'],
});
let failed = true;
try {
  const figures: PageFigures[] = [];
  const unreadable: string[] = [];
  for (const path of paths) {
    figures.push(await measure(browser, path));
    if (!(await isReadable(browser, path))) unreadable.push(path);
  }
  const lcp = figures.map(({ lcpMs }) => lcpMs);
  const script = Math.max(...figures.map(({ scriptKb }) => scriptKb));
  const slowest = figures.toSorted((a, b) => b.lcpMs - a.lcpMs)[0];
  const faults = figures.flatMap(({ path, violations }) => violations.map((fault) => `${path} ${fault}`));
  const outside = figures.flatMap((figure) => figure.outside);
  console.log(`public pages: ${paths.length}, processor slowed ${slowdown} times`);
  console.log(
    `largest part drawn, p50 / slowest: ${percentile(lcp, 0.5).toFixed(0)} / ${Math.max(...lcp).toFixed(0)} ms (${slowest?.path}; aim <= ${aims.lcpMs})`,
  );
  console.log(`most script of a page, compressed: ${script.toFixed(1)} kB (aim <= ${aims.scriptKb})`);
  console.log(`faults by axe: ${faults.length} (aim 0); requests to others: ${outside.length} (aim 0)`);
  console.log(`pages without a heading or text when JavaScript is off: ${unreadable.length} (aim 0)`);
  for (const line of [...faults, ...outside, ...unreadable].slice(0, 20)) console.log(`  ${line}`);
  failed =
    faults.length + outside.length + unreadable.length > 0 || Math.max(...lcp) > aims.lcpMs || script > aims.scriptKb;
} finally {
  await browser.close();
  await pages.close();
}
process.exit(failed ? 1 : 0);

async function measure(chrome: Browser, path: string): Promise<PageFigures> {
  const context = await chrome.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const outside: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:'))
      outside.push(`${path} ${request.url()}`);
  });
  const devtools = await context.newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(`${origin}${path}`, { waitUntil: 'load' });
  const lcpMs = await largestDrawn(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode(true).analyze();
  await context.close();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`);
  return { path, lcpMs, scriptKb: bytes / 1000, violations: faults, outside };
}

/** When the largest part was drawn, in milliseconds from the beginning; the page has a second more to draw a larger one. */
function largestDrawn(page: Page): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    let last = Infinity;
    new PerformanceObserver((list) => {
      last = list.getEntries().at(-1)?.startTime ?? last;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    setTimeout(() => resolve(last), 1000);
  })`);
}

async function isReadable(chrome: Browser, path: string): Promise<boolean> {
  const context = await chrome.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}${path}`);
  const headings = await page.locator('h1').count();
  const text = (await page.locator('main').textContent()) ?? '';
  await context.close();
  return headings === 1 && text.length > 200;
}
