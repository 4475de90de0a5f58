import { expect, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { numberOf } from './reports-page.ts';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

test('the strip says how today compares with yesterday, and moves nothing when that comes', async ({ page }) => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let byNow: { trials: number | null } | undefined;
  await page.route(
    (address) => address.pathname === '/api/asa/today_by_hour',
    async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { yesterday_by_now: { trials: number | null } };
      byNow = answer.yesterday_by_now;
      await held;
      await route.fulfill({ response, json: answer });
    },
  );
  await openSignedIn(page, '/client/reports');
  const strip = page.getByRole('region', { name: 'Today' });
  const trials = strip.locator('[data-column="trials"]');
  const figure = trials.locator('[data-figure]');
  await expect(figure).toHaveText(/\d/, { timeout: firstFiguresMs });
  await page.getByRole('switch', { name: 'Live' }).click();
  const tiles = strip.locator('[data-column], [data-wide]');
  const places = async () => Promise.all((await tiles.all()).map((tile) => tile.boundingBox()));
  await expect(strip.locator('[data-column]')).toHaveCount(6);
  const before = await places();
  expect(before.map((box) => box?.height)).toEqual(Array(7).fill(74));
  await expect(strip.locator('[data-spark] path')).toHaveCount(0);
  release();

  await expect(strip.locator('[data-column$="_income"] [data-spark] path').first()).toBeAttached();
  await expect(strip.locator('[data-column$="_income"] [data-spark] circle')).toBeAttached();
  expect(await places()).toEqual(before);
  expect(await strip.locator('[data-wide]').textContent()).toMatch(/\d\d:\d\d, vs (Mon|Tue|Wed|Thu|Fri|Sat|Sun)/);
  const [now, then] = [numberOf((await figure.textContent()) ?? '') ?? 0, byNow?.trials ?? null];
  await expect(trials.locator('[data-delta] [aria-hidden]')).toHaveText(changeOf(now, then));

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `strip, ${colorScheme}`, '[aria-label="Today"]');
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(strip.locator('[data-column]:visible')).toHaveCount(4);
  const rows = new Set((await places()).flatMap((box) => (box === null ? [] : Math.round(box.y))));
  // Whose figures they are, and four tiles in two rows.
  expect(rows.size).toBe(3);
  await expectFits(page);
});

/** As the strip writes it: whole percent, with a mark instead of a sign where there are more than yesterday. */
function changeOf(now: number, then: number | null): string {
  if (then === null) return '–';
  if (then === 0) return now === 0 ? '0 %' : '▲ new';
  const percent = Math.round((Math.abs(now - then) / then) * 100);
  if (percent === 0) return '0 %';
  const size = percent > 999 ? '> 999 %' : `${percent} %`;
  return now > then ? `▲ ${size}` : `−${size}`;
}
