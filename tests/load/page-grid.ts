import type { Browser, CDPSession, Page } from '@playwright/test';
import { eventually } from '../support/product.ts';
import type { StandInApi } from '../support/stand-in-api.ts';
import { median, percentile } from './figures.ts';

const slowdown = 4;
const updatesPerSecond = 4;
const rowsPerUpdate = 50;
/** A notch of a wheel, and how often it turns: some fifty rows a second. */
const notch = { pixels: 120, everyMs: 60 };
const rowPixels = 36;

/** What the page did while it was scrolled; milliseconds. */
interface Scrolled {
  frames: number[];
  longTasks: number[];
}

/** Where the changed rows are: around the rows on the screen, so that each change is drawn, or anywhere in the report. */
type Updates = 'in view' | 'anywhere' | 'none';

/** Prints frame times of the keyword report while it is scrolled, on a slowed processor and not, with updates and without. */
export async function measureGrid(
  browser: Browser,
  api: StandInApi,
  times: { rounds: number; seconds: number },
): Promise<void> {
  const { page, cdp } = await openKeywords(browser, api);
  const title = `grid of ${api.report.rows.length} rows, ${updatesPerSecond} updates/s of ${rowsPerUpdate} rows`;
  await scrolled(page, api, 2, 'in view');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const rounds: Record<'in view' | 'none', Scrolled[]> = { 'in view': [], none: [] };
  for (let round = 0; round < times.rounds; round += 1) {
    rounds['in view'].push(await scrolled(page, api, times.seconds, 'in view'));
    rounds.none.push(await scrolled(page, api, times.seconds / 2, 'none'));
  }
  print(`${title} in view, processor slowed ${slowdown} ×`, rounds['in view'], ' (aim p95 ≤ 40)');
  print('the same without updates', rounds.none, '');
  print('the same with updates anywhere', [await scrolled(page, api, times.seconds, 'anywhere')], '');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  print('in view, processor as it is', [await scrolled(page, api, times.seconds, 'in view')], '');
  print('without updates, processor as it is', [await scrolled(page, api, times.seconds / 2, 'none')], '');
  await page.context().close();
}

/** The keyword report in a window of a laptop, followed live. */
export async function openKeywords(browser: Browser, api: StandInApi): Promise<{ page: Page; cdp: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, acceptDownloads: true });
  await context.addInitScript(`localStorage.setItem('token', ${JSON.stringify(api.token)})`);
  const page = await context.newPage();
  await page.goto(`${api.url}/client/reports?${api.keywordQuery}`);
  await page.locator('[role=grid] [data-row-id]').first().waitFor();
  await eventually(
    async () => api.watchers(),
    (watching) => watching > 0,
  );
  return { page, cdp: await context.newCDPSession(page) };
}

/** Scrolls down from the top with wheel steps, while changed rows are pushed. @returns what the page did meanwhile */
async function scrolled(page: Page, api: StandInApi, seconds: number, updates: Updates): Promise<Scrolled> {
  const grid = page.getByRole('grid');
  await page.evaluate("document.querySelector('[role=grid]').scrollTop = 0");
  const box = await grid.boundingBox();
  if (box === null) throw new Error('The grid is not on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(startProbe);
  let passed = 0;
  const pushing = setInterval(() => {
    if (updates !== 'none') api.push(changedPlaces(updates, passed, api.report.rows.length));
  }, 1000 / updatesPerSecond);
  try {
    const until = performance.now() + seconds * 1000;
    while (performance.now() < until) {
      const began = performance.now();
      await page.mouse.wheel(0, notch.pixels);
      passed += notch.pixels;
      await page.waitForTimeout(Math.max(0, notch.everyMs - (performance.now() - began)));
    }
  } finally {
    clearInterval(pushing);
  }
  return (await page.evaluate(endProbe)) as Scrolled;
}

function changedPlaces(updates: Updates, passedPixels: number, length: number): number[] {
  const first = updates === 'in view' ? Math.max(0, Math.floor(passedPixels / rowPixels) - 8) : undefined;
  return Array.from({ length: rowsPerUpdate }, (_, index) =>
    first === undefined ? Math.floor(Math.random() * length) : (first + index) % length,
  );
}

// As text: a compiled function would bring helpers along that the page does not have.
const startProbe = `(() => {
  const probe = { frames: [], longTasks: [], last: null, on: true };
  const tick = (at) => {
    if (probe.last !== null) probe.frames.push(at - probe.last);
    probe.last = at;
    if (probe.on) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
  probe.observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.longTasks.push(entry.duration);
  });
  probe.observer.observe({ type: 'longtask' });
  window.tapwiseProbe = probe;
})()`;

const endProbe = `(() => {
  const probe = window.tapwiseProbe;
  probe.on = false;
  probe.observer.disconnect();
  return { frames: probe.frames, longTasks: probe.longTasks };
})()`;

function print(what: string, rounds: readonly Scrolled[], aim: string): void {
  const ofEach = (figure: (round: Scrolled) => number) => median(rounds.map(figure)).toFixed(1);
  const p50 = ofEach(({ frames }) => percentile(frames, 0.5));
  const p95 = ofEach(({ frames }) => percentile(frames, 0.95));
  const longest = Math.max(0, ...rounds.flatMap(({ longTasks }) => longTasks));
  const tasks = rounds.reduce((sum, { longTasks }) => sum + longTasks.length, 0);
  const seconds = rounds.reduce((sum, { frames }) => sum + frames.reduce((all, frame) => all + frame, 0), 0) / 1000;
  const rate = (tasks / seconds).toFixed(2);
  console.log(
    `${what}: frame p50 ${p50} ms, p95 ${p95} ms${aim}, ${rate} tasks over 50 ms a second, longest ${longest.toFixed(0)} ms`,
  );
}
