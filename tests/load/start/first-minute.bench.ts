import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { cpus, freemem, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { enter } from '../../support/people/customer.ts';
import { type Product, startProduct } from '../../support/product/product.ts';
import { simulatorAt } from '../../support/product/truth.ts';
import { measureNoOpRate } from '../ingest/no-op-rate.ts';
import { printRatio } from '../measuring/figures.ts';
import { processorSeconds } from '../measuring/part-costs.ts';
import { type FirstPage, openBrowser } from '../page/first-page.ts';
import { askFirstFigures, type Moments, untilAllIn } from './first-figures.ts';

/**
 * What a newcomer sees on a machine without Go and without the download of Temporal: from the printed address to the first
 * figures, to 30 whole days, to all of the past; then the same of a second start. The first argument bounds the seconds.
 */
const boundSeconds = Number(process.argv[2] ?? 600);
const aims: Readonly<Record<keyof Moments, number>> = { firstFigures: 5, lastThirtyDays: 30, allHistory: 120 };
const shots = [10, 30, 120] as const;

const folder = mkdtempSync(join(tmpdir(), 'tapwise-first-minute-'));
const dataDir = join(folder, 'data');
/** Only Node and the system's commands; nothing kept of earlier starts. */
const bare = { PATH: `${bareFolder()}:/usr/bin:/bin`, XDG_CACHE_HOME: join(folder, 'cache') };

function bareFolder(): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, 'node'));
  return bin;
}

const load = () => loadavg().map((value) => value.toFixed(1));
const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(0);
console.log(
  `first-minute: ${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${gigabytes(totalmem())} GB (${gigabytes(freemem())} free), load ${load().join(' ')}`,
);

function report(name: string, seconds: number | undefined, aim: number): void {
  console.log(
    `${name}: ${seconds === undefined ? `not within ${boundSeconds} s` : `${seconds.toFixed(1)} s`} (aim ≤ ${aim} s)`,
  );
}

/** Takes pictures of the page at their seconds, each named by its second. */
async function captureShots(page: FirstPage, since: number): Promise<void> {
  for (const second of shots.filter((shot) => shot <= boundSeconds)) {
    await pause(Math.max(0, since + second * 1000 - Date.now()));
    await page.screenshot(join(folder, `${second}-s.png`));
  }
}

/** Seconds of processor by part: on a machine that does other work too they say more than the clock. */
function printCosts(until: string, measured = processorSeconds(dataDir)): void {
  const costs = Object.entries(measured);
  const sum = costs.reduce((total, [, seconds]) => total + seconds, 0);
  const parts = costs.map(([part, seconds]) => `${part} ${seconds.toFixed(1)}`).join(', ');
  console.log(`processor seconds ${until}: ${sum.toFixed(1)} (${parts})`);
}

/** Posts of the past a second, until the last of them or until the bound. */
async function pastPerSecond({ simulatorUrl = '' }: Product, since: number): Promise<number> {
  const simulator = simulatorAt(simulatorUrl);
  for (;;) {
    const { posted_installs, posted_notifications, posted_links, history_done } = await simulator.status();
    const seconds = (Date.now() - since) / 1000;
    if (history_done || seconds > boundSeconds)
      return (posted_installs + posted_notifications + posted_links) / seconds;
    await pause(1000);
  }
}

/** @param base posts a second to a route that does nothing */
async function measureFirstStart(base: number): Promise<void> {
  const browser = await openBrowser();
  const began = Date.now();
  const product = await startProduct({ dataDir, environment: bare });
  const since = Date.now();
  printCosts('until the address');
  console.log(`start to address: ${((since - began) / 1000).toFixed(1)} s`);
  try {
    const visit = async () => {
      const page = await browser.visitDemo(product.url);
      const shots = captureShots(page, since);
      const seen = await page.firstFigure(since, boundSeconds);
      await shots;
      return seen;
    };
    const customer = await enter(product.url);
    const [seen, [moments, costs], rate] = await Promise.all([
      visit(),
      untilAllIn(customer, since, boundSeconds).then((moments) => [moments, processorSeconds(dataDir)] as const),
      pastPerSecond(product, since),
    ]);
    report('first figures on the page', seen, aims.firstFigures);
    report('first figures in the API', moments.firstFigures, aims.firstFigures);
    report('last 30 days complete', moments.lastThirtyDays, aims.lastThirtyDays);
    report('all history', moments.allHistory, aims.allHistory);
    printCosts('until then', costs);
    printRatio('posts of the past ÷ a route that does nothing', { ours: rate, base, unit: 'posts/s' }, 'none set');
  } finally {
    await browser.close();
    await product.stop({ remove: false });
  }
}

async function measureSecondStart(): Promise<void> {
  const browser = await openBrowser();
  const product: Product = await startProduct({ dataDir, environment: bare });
  const since = Date.now();
  try {
    const customer = await enter(product.url);
    const [api, seen] = await Promise.all([
      askFirstFigures(customer, since, boundSeconds),
      browser.visitDemo(product.url).then((page) => page.firstFigure(since, boundSeconds)),
    ]);
    report('second start: figures in the API', api, 1);
    report('second start: figures on the page', seen, aims.firstFigures);
  } finally {
    await browser.close();
    await product.stop({ remove: false });
  }
}

try {
  await measureFirstStart(await measureNoOpRate());
  await measureSecondStart();
} finally {
  for (const subfolder of ['data', 'cache', 'bin']) rmSync(join(folder, subfolder), { recursive: true, force: true });
}
console.log(`load at the end ${load().join(' ')}; pictures are in ${folder}`);
