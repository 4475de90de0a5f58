import type { Browser, Page } from '@playwright/test';
import type { StandInApi } from '../../support/stand-ins/stand-in-api.ts';
import { type Drawn, framesDuring, printFrames } from './frame-probe.ts';
import { openKeywords } from './keyword-page.ts';

const slowdown = 4;
const updatesPerSecond = 4;
const rowsPerUpdate = 50;
const edits = 500;
/** How long a person takes from key to key. */
const keyMs = 80;

/**
 * Prints frame times of the keyword report while bids are typed from row to row, with edits that wait in the rows, on a
 * slowed processor, with updates and without.
 */
export async function measureTyping(
  browser: Browser,
  api: StandInApi,
  times: { rounds: number; seconds: number },
): Promise<void> {
  const { page, cdp } = await openKeywords(browser, api, { [pendingKey]: JSON.stringify(pendingEdits(api)) });
  await page.getByText(`${edits} bids`).waitFor();
  await typed(page, api, 2, true);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const rounds = { live: [] as Drawn[], still: [] as Drawn[] };
  for (let round = 0; round < times.rounds; round += 1) {
    rounds.live.push(await typed(page, api, times.seconds, true));
    rounds.still.push(await typed(page, api, times.seconds / 2, false));
  }
  const title = `typing into a grid of ${api.report.rows.length} rows, ${edits} edits waiting`;
  const updates = `${updatesPerSecond} updates/s of ${rowsPerUpdate} rows`;
  printFrames(`${title}, ${updates}, processor slowed ${slowdown} ×`, rounds.live, ' (aim p95 ≤ 40)');
  printFrames('the same without updates', rounds.still, '');
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  printFrames('typing with updates, processor as it is', [await typed(page, api, times.seconds, true)], '');
  await page.context().close();
}

const pendingKey = 'pendingEdits:1:101:4201';

/** Bids entered in the first rows and not sent. */
function pendingEdits({ report }: StandInApi) {
  return report.rows.slice(0, edits).map(({ id, name, cpt_bid }) => ({
    key: `5201:6201:${id}`,
    field: 'cpt_bid',
    name,
    path: ['Brand', 'Exact'],
    base: micros(cpt_bid),
    value: micros(cpt_bid) + 100_000,
  }));
}

const micros = (units: unknown): number => Math.round(Number(units) * 100) * 10_000;

/** Types a bid into each row from the top on, while rows in view change. @returns what the page did meanwhile */
async function typed(page: Page, api: StandInApi, seconds: number, updates: boolean): Promise<Drawn> {
  await page.evaluate("document.querySelector('[role=grid]').scrollTop = 0");
  await page.locator('[role=grid] [data-row-id] [data-editable]').first().click();
  let rows = 0;
  const pushing = setInterval(() => {
    const first = Math.max(0, rows - rowsPerUpdate / 2);
    if (updates) api.push(Array.from({ length: rowsPerUpdate }, (_, index) => first + index));
  }, 1000 / updatesPerSecond);
  const until = performance.now() + seconds * 1000;
  return await framesDuring(page, async () => {
    for (; performance.now() < until; rows += 1) {
      for (const key of ['1', '.', String(rows % 10), '5', 'Enter']) {
        const began = performance.now();
        await page.keyboard.press(key);
        await page.waitForTimeout(Math.max(0, keyMs - (performance.now() - began)));
      }
    }
  }).finally(() => clearInterval(pushing));
}
