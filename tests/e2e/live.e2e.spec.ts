import { expect, test } from '@playwright/test';
import { chooseRange, openDemo } from './reports-page.ts';

/** The demo sells and installs all the time; within this time something must move. */
const moveMs = 150_000;

test('numbers of today move without a reload, and no row changes its place by itself', async ({ page }) => {
  const reports = await openDemo(page);
  const { rows, totals } = reports;
  await chooseRange(reports, 'Today');
  await expect(rows.first()).toBeVisible();
  const ids = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-row-id')));
  const order = await ids();
  const before = await totals.textContent();
  await expect.poll(() => totals.textContent(), { timeout: moveMs }).not.toBe(before);
  expect(await ids()).toEqual(order);
});

test('the strip of today moves with them', async ({ page }) => {
  await openDemo(page);
  const strip = page.getByRole('region', { name: 'Today' });
  const figures = async () => (await strip.locator('[data-figure]').allTextContents()).join(' ');
  await expect.poll(figures).toMatch(/\d/);
  const before = await figures();
  await expect.poll(figures, { timeout: moveMs }).not.toBe(before);
});

test('a range without today cannot be live and says why', async ({ page }) => {
  const reports = await openDemo(page);
  const live = page.getByRole('switch', { name: 'Live' });
  await expect(live).toBeChecked();
  await chooseRange(reports, 'Yesterday');
  await expect(live).not.toBeChecked();
  await expect(live).toHaveAttribute('aria-disabled', 'true');
  await expect(live).toHaveAttribute('title', 'Live needs a range that includes today');
});

test('paused figures stand still until they are let go', async ({ page }) => {
  const { grid } = await openDemo(page);
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect(page.getByText('Paused', { exact: true }).first()).toBeVisible();
  const strip = page.getByRole('region', { name: 'Today' });
  const figures = async () => (await strip.locator('[data-figure]').allTextContents()).join(' ');
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  // The strip has questions of its own, which may be answered later than the table's.
  await expect.poll(figures).toMatch(/\d/);
  const held = await figures();
  // Another page of the same account shows that the world went on meanwhile.
  const other = await page.context().newPage();
  await other.goto(page.url());
  const moving = other.getByRole('region', { name: 'Today' }).locator('[data-figure]');
  await expect.poll(async () => (await moving.allTextContents()).join(' '), { timeout: moveMs }).toMatch(/\d/);
  const there = (await moving.allTextContents()).join(' ');
  await expect.poll(async () => (await moving.allTextContents()).join(' '), { timeout: moveMs }).not.toBe(there);
  expect(await figures()).toBe(held);
  await page.bringToFront();
  await page.getByRole('switch', { name: 'Live' }).click();
  await expect.poll(figures, { timeout: moveMs }).not.toBe(held);
});
