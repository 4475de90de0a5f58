import { expect, type Page, test } from '@playwright/test';
import { causeSetting, causeTrial } from './caused.ts';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

const table = (page: Page) => page.getByRole('grid', { name: 'Campaigns to draw' });
const rows = (page: Page) => table(page).locator('[data-row-id]');

/** Id of the first campaign; users without a campaign have negative ids. */
async function campaignOf(page: Page): Promise<number> {
  const ids = await rows(page).evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row-id'))));
  return ids.find((id) => id > 0) ?? 0;
}

test('a chart is asked for by Update, begins with five lines and follows the figures of today', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('granularity=')) requests.push(request.url());
  });
  await openSignedIn(page, '/client/charts');
  await expect(page.getByRole('heading', { name: 'Choose a report and press Update' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Last 30 days/ })).toBeVisible();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(rows(page).first()).toBeVisible({ timeout: firstFiguresMs });
  await expect(page.getByRole('heading', { name: /Predicted income by campaign, \$ per day/ })).toBeVisible();
  await expect(table(page).locator('[aria-selected="true"]')).toHaveCount(Math.min(5, await rows(page).count()));
  await expect(page).toHaveURL(/report=campaigns/);
  const first = requests.length;
  await causeTrial(await campaignOf(page));
  await expect.poll(() => requests.length, { timeout: firstFiguresMs }).toBeGreaterThan(first);
});

test('a setting that is changed at the ad service is marked in the chart that shows today', async ({ page }) => {
  await openSignedIn(page, '/client/charts?report=campaigns');
  await expect(rows(page).first()).toBeVisible({ timeout: firstFiguresMs });
  const campaign = await campaignOf(page);
  await page.goto(`/client/charts?report=campaigns&drawn=${campaign}`);
  await page.getByRole('button', { name: /^\d+ marks?$/ }).click();
  const list = page.getByRole('region', { name: 'Changes', exact: true });
  await expect(list.getByText('in the time zone of the ad organization')).toBeVisible();
  const caps = list.getByRole('listitem').filter({ hasText: /Daily cap .+ → \D*7,531$/ });
  await expect(caps).toHaveCount(0);
  await causeSetting({ campaign, daily_budget: 7531 });
  await expect(list.getByText(/^Daily cap .+ → \D*7,531$/)).toBeVisible({ timeout: firstFiguresMs });
});

test('the chart library is fetched by charts only', async ({ page }) => {
  const scripts: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.push(response.text().catch(() => ''));
  });
  /** By a text of the library: scripts are named by their hashes. */
  const hasLibrary = async () => (await Promise.all(scripts)).some((text) => text.includes('_echarts_instance_'));
  await openSignedIn(page, '/client/countries');
  await expect(page.getByRole('grid', { name: 'Countries' })).toBeVisible({ timeout: firstFiguresMs });
  expect(scripts.length).toBeGreaterThan(10);
  expect(await hasLibrary()).toBe(false);
  await page.getByRole('link', { name: 'Charts' }).hover();
  await expect.poll(hasLibrary).toBe(true);
});
