import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { failing, firstFiguresMs, openAsNewAccount, openSignedIn } from './signed-in.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Countries' });
const rows = (page: Page) => grid(page).locator('[data-row-id]');

/** Holds the figures still: rows keep their order while figures move, so their order can only be judged at rest. */
async function holdStill(page: Page): Promise<void> {
  const answers = new Map<string, string>();
  await page.route('**/api/application/countries_ltv*', async (route) => {
    const url = route.request().url();
    const body = answers.get(url) ?? (await (await route.fetch()).text());
    answers.set(url, body);
    await route.fulfill({ contentType: 'application/json', body });
  });
}

// The screen may be asking again just when a story is over.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

async function openLoaded(page: Page): Promise<void> {
  await holdStill(page);
  await openSignedIn(page, '/client/countries');
  await expect(rows(page).first()).toBeVisible({ timeout: firstFiguresMs });
}

async function column(page: Page, name: string): Promise<number[]> {
  const place = await grid(page).locator(`[data-column="${name}"]`).getAttribute('aria-colindex');
  const texts = await rows(page).locator(`[aria-colindex="${place}"]`).allTextContents();
  return texts.map((text) => (/\d/.test(text) ? Number(text.replace(/[^\d.−]/g, '').replace('−', '-')) : Number.NaN));
}

test('countries stand by income until a header is pressed', async ({ page }) => {
  await openLoaded(page);
  await expect(grid(page).locator('[data-column="current_income"]')).toHaveAttribute('aria-sort', 'descending');
  const income = await column(page, 'current_income');
  expect(income.filter((value) => !Number.isNaN(value))).toEqual(
    [...income].filter((value) => !Number.isNaN(value)).sort((first, second) => second - first),
  );
  await grid(page).locator('[data-column="installs"]').click();
  await expect(page).toHaveURL(/sort=-installs/);
  // The address is written before the table is drawn.
  await expect(grid(page).locator('[data-column="installs"]')).toHaveAttribute('aria-sort', 'descending');
  const installs = await column(page, 'installs');
  expect(installs).toEqual([...installs].sort((first, second) => second - first));
});

test('the total is the sum of the countries, and one device has no more than all', async ({ page }) => {
  await openLoaded(page);
  const total = async () =>
    Number(
      ((await grid(page).locator('[data-row="totals"] [aria-colindex="2"]').textContent()) ?? '').replace(/\D/g, ''),
    );
  const all = await total();
  const count = Number(await grid(page).getAttribute('aria-rowcount')) - 2;
  if ((await rows(page).count()) === count) {
    expect((await column(page, 'installs')).reduce((sum, value) => sum + value, 0)).toBe(all);
  }
  const answered = page.waitForResponse(/countries_ltv.*device=iPad/);
  await page.getByRole('combobox', { name: 'Device' }).click();
  await page.getByRole('option', { name: 'iPad' }).click();
  await answered;
  await expect(page).toHaveURL(/device=iPad/);
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
  expect(await total()).toBeLessThanOrEqual(all);
});

test('the table is worked with keys: header, rows and sorting', async ({ page }) => {
  await openLoaded(page);
  const name = rows(page).first().getByRole('rowheader');
  await name.focus();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  const header = grid(page).locator('[data-column="installs"]');
  await expect(header).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(header).toHaveAttribute('aria-sort', 'descending');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Countries has no accessibility fault in the ${colorScheme} theme: loaded, failed, not set up`, async ({
    page,
    browser,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openLoaded(page);
    await expectAccessible(page, 'loaded');
    const mend = await failing(page, '/api/application/countries_ltv');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The request took too much time to execute.');
    await expectAccessible(page, 'failed');
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(rows(page).first()).toBeVisible();
    const context = await browser.newContext({ colorScheme });
    const other = await context.newPage();
    await openAsNewAccount(other, new URL('/client/countries', page.url()).toString());
    const words = 'Please set up App Store Connect integration in settings to see in-app purchases statistics.';
    await expect(other.getByRole('heading', { name: words })).toBeVisible();
    await expectAccessible(other, 'not set up');
    await context.close();
  });
}

test('Countries fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openLoaded(page);
  await expectFits(page);
});
