import { expect, type Page, test } from '@playwright/test';
import { causeTrial } from './caused.ts';
import { chooseRange, openDemo, type ReportsPage } from './reports-page.ts';

const strip = (page: Page) => page.getByRole('region', { name: 'Today' });
const figures = async (page: Page) => (await strip(page).locator('[data-figure]').allTextContents()).join(' ');

/** Id of the first campaign; users without a campaign have negative ids. */
async function campaignOf({ rows }: ReportsPage): Promise<number> {
  const ids = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row-id'))));
  return ids.find((id) => id > 0) ?? 0;
}

test('numbers of today and their strip move without a reload, and no row changes its place', async ({ page }) => {
  const reports = await openDemo(page);
  const { rows, totals } = reports;
  await chooseRange(reports, 'Today');
  await expect(rows.first()).toBeVisible();
  const campaign = await campaignOf(reports);
  const ids = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
  const order = await ids();
  await expect.poll(() => figures(page)).toMatch(/\d/);
  const before = await totals.textContent();
  const stripBefore = await figures(page);
  await causeTrial(campaign);
  await expect.poll(() => totals.textContent()).not.toBe(before);
  await expect.poll(() => figures(page)).not.toBe(stripBefore);
  expect(await ids()).toEqual(order);
});

test('paused figures stay as they are until they go on', async ({ page }) => {
  const reports = await openDemo(page);
  const campaign = await campaignOf(reports);
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
  await expect(reports.grid).toHaveAttribute('aria-busy', 'false');
  // The strip has calls of its own, which may be answered later than the table's.
  await expect.poll(() => figures(page)).toMatch(/\d/);
  const held = await figures(page);
  // Another page of the same account shows when the figures have moved.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect.poll(() => figures(other)).toMatch(/\d/);
  const there = await figures(other);
  await causeTrial(campaign);
  await expect.poll(() => figures(other)).not.toBe(there);
  expect(await figures(page)).toBe(held);
  await page.bringToFront();
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect.poll(() => figures(page)).not.toBe(held);
});
