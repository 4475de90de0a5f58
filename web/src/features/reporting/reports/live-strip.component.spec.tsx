import { todayByHourResponseSchema } from '@tapwise/contract/today';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { openReports } from '../../../testing/screens/open-reports.ts';
import { failure } from '../../../testing/stand-in-server.ts';

const hours = new Date().getUTCHours();
const cells = (trials: number, income: number) => ({
  spend: 10,
  installs: 5,
  trials,
  current_income: income,
  current_result: income - 10,
  current_roas: income / 10,
  predicted_income: income * 2,
  predicted_result: income * 2 - 10,
  predicted_roas: income / 5,
});
/** Up to the present hour; yesterday by now there were 20 trials. */
const course = todayByHourResponseSchema.parse({
  status: 'ok',
  currency: 'USD',
  estimated_hours: { today: 0, yesterday: 24 },
  today: Array.from({ length: hours + 1 }, (_, hour) => cells(hour, hour * 2)),
  yesterday: Array.from({ length: 24 }, (_, hour) => cells(hour, hour * 3)),
  yesterday_by_now: cells(20, 12),
});
/** One campaign with 17 trials; both claim types add up to the strip's figure. */
const campaign = [{ id: 501, name: 'US Brand', base: sums({ spend: 90, taps: 30, installs: 12, trials: 17 }) }];

const strip = () => page.getByRole('region', { name: 'Today' });
const inStrip = (selector: string) => [...strip().element().querySelectorAll<HTMLElement>(selector)];
const tiles = () => inStrip('[data-column], [data-wide]').filter((tile) => tile.offsetParent !== null);
const places = () => tiles().map((tile) => JSON.stringify(tile.getBoundingClientRect()));
/** Of the words themselves: their box is as wide as the tile. */
function wordsOf(selector: string): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(inStrip(selector)[0] ?? document.body);
  return range.getBoundingClientRect();
}
const widthOf = (selector: string) => wordsOf(selector).width;
const rightOf = (selector: string) => wordsOf(selector).right;
const trialsTile = (selector: string) => inStrip(`[data-column="trials"] ${selector}`)[0]?.textContent ?? '';

it('the strip says how today compares with yesterday, and moves nothing when that comes, in either theme', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await openReports('', {
    responses: {
      'GET /api/asa/campaigns': report(campaign),
      'GET /api/asa/today_by_hour': () => held.then(() => course),
    },
  });
  await expect.poll(() => trialsTile('[data-figure]')).toMatch(/^\d+$/);
  await document.fonts.ready;
  expect(inStrip('[data-column]')).toHaveLength(6);
  expect(tiles().map((tile) => tile.getBoundingClientRect().height)).toEqual(Array(7).fill(74));
  expect(inStrip('[data-spark] path')).toEqual([]);
  const before = places();
  release();
  await expect.poll(() => inStrip('[data-column$="_income"] [data-spark] path').length).toBeGreaterThan(0);
  expect(inStrip('[data-column$="_income"] [data-spark] circle')).toHaveLength(1);
  expect(places()).toEqual(before);
  expect(widthOf('[data-column="installs"] [data-label]')).toBeGreaterThan(30);
  expect(rightOf('[data-column="installs"] [data-label]')).toBeLessThanOrEqual(
    inStrip('[data-column="installs"] [data-delta]')[0]?.getBoundingClientRect().left ?? 0,
  );
  expect(inStrip('[data-wide]')[0]?.textContent).toMatch(/\d\d:\d\d, vs (Mon|Tue|Wed|Thu|Fri|Sat|Sun)/);
  const now = Number(trialsTile('[data-figure]'));
  const percent = Math.round((Math.abs(now - 20) / 20) * 100);
  expect(trialsTile('[data-delta] [aria-hidden]')).toBe(now > 20 ? `▲ ${percent} %` : `−${percent} %`);
  await expectAccessible('strip', '[aria-label="Today"]');
  await page.viewport(390, 844);
  await expect.poll(() => tiles().filter((tile) => tile.dataset.column !== undefined).length).toBe(4);
  // Whose figures they are, and four tiles in two rows.
  expect(new Set(tiles().map((tile) => Math.round(tile.getBoundingClientRect().y))).size).toBe(3);
  expectFits();
});

it('the strip says of no figure that there is none before the first answer, and moves nothing when it comes, in either theme', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const lateResponse = () => held.then(() => report(campaign));
  await openReports('', { responses: { 'GET /api/asa/campaigns': lateResponse } });
  await expect.element(strip()).toHaveAttribute('aria-busy', 'true');
  expect(inStrip('[data-figure]').map((figure) => figure.textContent)).toEqual(Array(6).fill('Loading...'));
  expect(strip().element().textContent).not.toMatch(/nothing yet|–|\$/);
  await expectAccessible('loading strip', '[aria-label="Today"]');
  const before = places();
  release();
  await expect.element(strip()).toHaveAttribute('aria-busy', 'false');
  await expect.poll(() => trialsTile('[data-figure]')).toMatch(/^\d+$/);
  expect(strip().element().textContent).not.toContain('Loading...');
  expect(places()).toEqual(before);
});

it('no change of a tile covers its name, at any width', async () => {
  // Changes as long as they get: a loss of thousands, and next to nothing the day before.
  const big = [{ id: 501, name: 'US Brand', base: sums({ spend: 31_000, taps: 30, installs: 12, trials: 17 }) }];
  await openReports('', {
    responses: { 'GET /api/asa/campaigns': report(big), 'GET /api/asa/today_by_hour': course },
  });
  await expect.poll(() => trialsTile('[data-delta]')).not.toBe('');
  await document.fonts.ready;
  expect(inStrip('[data-column$="_result"] [data-label]')[0]?.textContent).toBe('Predicted result');
  for (let width = 1700; width >= 1250; width -= 25) {
    await page.viewport(width, 900);
    for (const tile of tiles()) {
      const [name, change] = ['[data-label]', '[data-delta]'].map((part) => tile.querySelector(part));
      if (name == null || change == null || change.textContent === '') continue;
      const description = `${tile.dataset.column} at ${width}`;
      const sameLine = name.getBoundingClientRect().top === change.getBoundingClientRect().top;
      const words = document.createRange();
      words.selectNodeContents(name);
      if (sameLine)
        expect(words.getBoundingClientRect().right, description).toBeLessThanOrEqual(
          change.getBoundingClientRect().left,
        );
      expect(words.getBoundingClientRect().right, description).toBeLessThanOrEqual(tile.getBoundingClientRect().right);
    }
  }
});

it('the strip shows unknown figures, and no longer loads, when the first answer fails', async () => {
  await openReports('', { responses: { 'GET /api/asa/campaigns': () => failure(400, 'No.') } });
  await expect.element(strip()).toHaveAttribute('aria-busy', 'false');
  expect(inStrip('[data-figure]').map((figure) => figure.textContent)).toEqual(Array(6).fill('–'));
});
