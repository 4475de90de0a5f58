import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { failing, firstFiguresMs, openSignedIn } from './signed-in.ts';

const thisYear = new Date().getFullYear();
const grid = (page: Page) => page.getByRole('grid', { name: /^Monthly Reports/ });
const totals = (page: Page) => grid(page).locator('[data-row="totals"]');

async function openLoaded(page: Page, query = ''): Promise<void> {
  await openSignedIn(page, `/client/monthlyreports${query}`);
  await expect(grid(page).locator('[data-row-id]').first()).toBeVisible({ timeout: firstFiguresMs });
}

test('the running year stands by month, its last month marked, with a total', async ({ page }) => {
  await openLoaded(page);
  await expect(grid(page).locator('[data-row-id]')).toHaveCount(new Date().getMonth() + 1);
  await expect(grid(page).locator('[data-row-id]').last()).toContainText('so far');
  await expect(totals(page)).toContainText(`Total ${thisYear}`);
  await expect(grid(page).locator('[data-column="predicted_result"]')).toBeVisible();
  await page.getByRole('checkbox', { name: 'include predictions for active subscriptions' }).uncheck();
  await expect(grid(page).locator('[data-column="current_result"]')).toBeVisible();
  await expect(grid(page).locator('[data-column="predicted_result"]')).toHaveCount(0);
  await expect(page).toHaveURL(/predictions=0/);
});

test('the year is stepped with keys, waits for Update, and ends in 2017 and this year', async ({ page }) => {
  await openLoaded(page);
  const year = page.getByRole('spinbutton', { name: 'Year' });
  await year.focus();
  await page.keyboard.press('ArrowUp');
  await expect(year).toHaveValue(String(thisYear));
  await page.keyboard.press('ArrowDown');
  await expect(year).toHaveValue(String(thisYear - 1));
  await expect(grid(page)).toHaveAccessibleName(`Monthly Reports ${thisYear}`);
  await page.keyboard.press('Home');
  await expect(year).toHaveValue('2017');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { name: 'No data for 2017' })).toBeVisible();
  await expect(page).toHaveURL(/year=2017/);
});

test('all apps are added up in one currency', async ({ page }) => {
  await openLoaded(page, '?app=all&org=all');
  const sum = async () => (await totals(page).textContent()) ?? '';
  const all = await sum();
  await page.getByRole('combobox', { name: 'Application' }).click();
  await page.getByRole('option').nth(1).click();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page).toHaveURL(/app=\d+/);
  await expect(grid(page)).toHaveAttribute('aria-busy', 'false');
  await expect.poll(sum).not.toBe(all);
});

test('a month of all apps opens into its apps, which add up to it', async ({ page }) => {
  await openLoaded(page, '?app=all&org=all');
  const lines = grid(page).locator('[data-row-id]');
  const months = await lines.count();
  const month = lines.nth(months - 1).getByRole('rowheader');
  await expect(month).toHaveAttribute('aria-expanded', 'false');
  await month.click();
  await expect(month).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => lines.count()).toBeGreaterThan(months + 1);
  const column = await grid(page).locator('[data-column="installs"]').getAttribute('aria-colindex');
  const installs = async (place: number) => {
    const text = await lines.nth(place).locator(`[aria-colindex="${column}"]`).textContent();
    return Number((text ?? '').replaceAll(',', ''));
  };
  const apps = await Promise.all(
    Array.from({ length: (await lines.count()) - months }, (_, place) => installs(months + place)),
  );
  // The present month moves between the two questions.
  expect(Math.abs(apps.reduce((sum, count) => sum + count, 0) - (await installs(months - 1)))).toBeLessThanOrEqual(5);
  await expectAccessible(page, 'open');
  await month.press('Enter');
  await expect(month).toHaveAttribute('aria-expanded', 'false');
  await expect(lines).toHaveCount(months);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Monthly Reports has no accessibility fault in the ${colorScheme} theme: loaded, empty, failed`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openLoaded(page);
    await expectAccessible(page, 'loaded');
    await page.goto('/client/monthlyreports?year=2017');
    await expect(page.getByRole('heading', { name: 'No data for 2017' })).toBeVisible();
    await expectAccessible(page, 'empty');
    const mend = await failing(page, '/api/asa/monthly_reports');
    await page.goto('/client/monthlyreports');
    await expect(page.getByRole('alert')).toContainText('The request took too much time to execute.');
    await expectAccessible(page, 'failed');
    await mend();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(grid(page).locator('[data-row-id]').first()).toBeVisible();
  });
}

test('Monthly Reports fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openLoaded(page);
  await expectFits(page);
});
