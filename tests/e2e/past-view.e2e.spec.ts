import { expect, type Page, test } from '@playwright/test';
import { limits } from '../../infra/operations/test/limits.ts';
import { causeTrial } from './caused.ts';
import { openDemo, reportsPage } from './reports-page.ts';

/** Until an instant is prepared, and until the clock shows a minute in which the application was there. */
const preparedMs = limits.testMs;
const banner = (page: Page) => page.getByText(/^You are viewing reports as of /);

/** Chooses the present minute, once the application is old enough for it. */
async function viewAsOf(page: Page): Promise<void> {
  const isChosen = () => page.url().includes('as_of=');
  const choose = async () => {
    // The fields say the minute in which they were opened.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'As of now' }).click({ timeout: 5000 });
    await page.getByRole('button', { name: 'View as of this time' }).click({ timeout: 5000 });
  };
  // On a slow machine what was pressed shows only after the next look, which must not press it again.
  await expect(async () => {
    if (!isChosen()) await choose();
    await expect.poll(isChosen, { timeout: 2000 }).toBe(true);
  }).toPass({ timeout: preparedMs });
  await expect(banner(page)).toBeVisible({ timeout: preparedMs });
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
