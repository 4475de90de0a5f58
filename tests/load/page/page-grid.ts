import type { Browser, Page } from '@playwright/test';
import type { StandInApi } from '../../support/stand-ins/stand-in-api.ts';
import { type Drawn, framesDuring, printFrames } from './frame-probe.ts';
import { openKeywords } from './keyword-page.ts';

const slowdown = 4;
const updatesPerSecond = 4;
const rowsPerUpdate = 50;
/** A notch of a wheel, and how often it turns: some fifty rows a second. */
const notch = { pixels: 120, everyMs: 60 };
const rowPixels = 36;

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
  const rounds: Record<'in view' | 'none', Drawn[]> = { 'in view': [], none: [] };
  for (let round = 0; round < times.rounds; round += 1) {
    rounds['in view'].push(await scrolled(page, api, times.seconds, 'in view'));
    rounds.none.push(await scrolled(page, api, times.seconds / 2, 'none'));
  }
  printFrames(`${title} in view, processor slowed ${slowdown} ×`, rounds['in view'], ' (aim p95 ≤ 40)');
  printFrames('the same without updates', rounds.none, '');
  printFrames('the same with updates anywhere', [await scrolled(page, api, times.seconds, 'anywhere')], '');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  printFrames('in view, processor as it is', [await scrolled(page, api, times.seconds, 'in view')], '');
  printFrames('without updates, processor as it is', [await scrolled(page, api, times.seconds / 2, 'none')], '');
  await page.context().close();
}

/** Scrolls down from the top with wheel steps, while changed rows are pushed. @returns what the page did meanwhile */
async function scrolled(page: Page, api: StandInApi, seconds: number, updates: Updates): Promise<Drawn> {
  const grid = page.getByRole('grid');
  await page.evaluate("document.querySelector('[role=grid]').scrollTop = 0");
  const box = await grid.boundingBox();
  if (box === null) throw new Error('The grid is not on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  let passed = 0;
  const pushing = setInterval(() => {
    if (updates !== 'none') api.push(changedPlaces(updates, passed, api.report.rows.length));
  }, 1000 / updatesPerSecond);
  const until = performance.now() + seconds * 1000;
  return await framesDuring(page, async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await page.mouse.wheel(0, notch.pixels);
      passed += notch.pixels;
      await page.waitForTimeout(Math.max(0, notch.everyMs - (performance.now() - began)));
    }
  }).finally(() => clearInterval(pushing));
}

function changedPlaces(updates: Updates, passedPixels: number, length: number): number[] {
  const first = updates === 'in view' ? Math.max(0, Math.floor(passedPixels / rowPixels) - 8) : undefined;
  return Array.from({ length: rowsPerUpdate }, (_, index) =>
    first === undefined ? Math.floor(Math.random() * length) : (first + index) % length,
  );
}
