import { expect, type Page, test } from '@playwright/test';
import { causeTrial } from './caused.ts';
import { openDemo, reportsPage } from './reports-page.ts';

/** Until an instant is prepared, and until the clock shows a minute in which the application was there. */
const preparedMs = 120_000;
const banner = (page: Page) => page.getByText(/^You are viewing reports as of /);

/** Chooses the present minute, once the application is old enough for it. */
async function viewAsOf(page: Page): Promise<void> {
  await expect(async () => {
    // The fields say the minute in which they were opened.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'As of now' }).click({ timeout: 5000 });
    await page.getByRole('button', { name: 'View as of this time' }).click();
    await expect(banner(page)).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: preparedMs });
}

test('reports are seen as they were known at a past time, whatever comes later, until one goes back to now', async ({
  page,
}) => {
  const { rows, totals } = await openDemo(page);
  const ids = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row-id'))));
  await viewAsOf(page);
  await expect(totals).toBeVisible({ timeout: preparedMs });
  expect(page.url()).toMatch(/as_of=\d{4}-\d\d-\d\dT\d\d:\d\dZ/);
  await expect(page.getByRole('switch', { name: 'Live' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Actions' })).toHaveCount(0);
  const then = await totals.textContent();

  const now = reportsPage(await page.context().newPage());
  await now.page.goto('/client/reports');
  await expect(now.totals).toBeVisible();
  const before = await now.totals.textContent();
  await causeTrial(ids.find((id) => id > 0) ?? 0);
  await expect.poll(() => now.totals.textContent()).not.toBe(before);

  await page.reload();
  await expect(totals).toBeVisible();
  expect(await totals.textContent()).toBe(then);
  await page.getByRole('button', { name: 'Back to now' }).first().click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Live' })).toBeVisible();
  await expect.poll(() => totals.textContent()).not.toBe(then);
});
