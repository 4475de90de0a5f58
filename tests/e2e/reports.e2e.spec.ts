import { expect, test } from '@playwright/test';
import { chooseRange, numberOf, openDemo } from './reports-page.ts';

test('a campaign opens into its ad groups, an ad group into its keywords, and the way back leads up again', async ({
  page,
}) => {
  const { rows, grid } = await openDemo(page);
  const campaign = rows.first();
  const campaignId = await campaign.getAttribute('data-row-id');
  const name = (await campaign.getByRole('rowheader').locator('a, span').first().textContent()) ?? '';
  await campaign.getByRole('rowheader').click();
  await expect(page).toHaveURL(new RegExp(`campaign_id=${campaignId}`));
  await expect(grid.getByRole('columnheader', { name: 'Ad group' })).toBeVisible();
  await expect(rows.first().getByRole('rowheader')).toBeFocused();

  const adGroupId = await rows.first().getAttribute('data-row-id');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`ad_group_id=${adGroupId}`));
  await expect(grid.getByRole('columnheader', { name: 'Keyword' })).toBeVisible();
  await expect(rows.first()).toBeVisible();
  const path = page.getByRole('navigation', { name: 'Report level' });
  await expect(path).toContainText(`All campaigns${name}`);

  await page.reload();
  await expect(grid.getByRole('columnheader', { name: 'Keyword' })).toBeVisible();
  await expect(path).toContainText(name);

  await page.goBack();
  await expect(grid.getByRole('columnheader', { name: 'Ad group' })).toBeVisible();
  await path.getByRole('button', { name: 'All campaigns' }).click();
  await expect(grid.getByRole('columnheader', { name: 'Campaign' })).toBeVisible();
  await expect(page).not.toHaveURL(/campaign_id/);
});

test('the totals of a closed day are the sum of its campaigns', async ({ page }) => {
  const reports = await openDemo(page);
  const { rows, totals, cell } = reports;
  await chooseRange(reports, 'Yesterday');
  await expect(page).toHaveURL(/range=yesterday/);
  const shown = await rows.all();
  const ids = await Promise.all(shown.map((row) => row.getAttribute('data-row-id')));
  const campaigns = shown.filter((_, index) => Number(ids[index]) > 0);
  expect(campaigns.length).toBeGreaterThan(0);
  for (const column of ['taps', 'installs', 'trials', 'conversions']) {
    const texts = await Promise.all(campaigns.map(async (row) => (await cell(row, column)).textContent()));
    const sum = texts.reduce((total, text) => total + (numberOf(text ?? '') ?? 0), 0);
    expect(numberOf((await (await cell(totals, column)).textContent()) ?? ''), column).toBe(sum);
  }
});

test('rows stand by spend until a header is pressed, and the address keeps the order', async ({ page }) => {
  const { rows, header, cell } = await openDemo(page);
  await expect(header('spend')).toHaveAttribute('aria-sort', 'descending');
  await header('taps').click();
  await expect(header('taps')).toHaveAttribute('aria-sort', 'descending');
  await header('taps').click();
  await expect(header('taps')).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=taps/);
  await page.reload();
  await expect(header('taps')).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows.first()).toBeVisible();
  const first = numberOf((await (await cell(rows.nth(0), 'taps')).textContent()) ?? '') ?? 0;
  const second = numberOf((await (await cell(rows.nth(1), 'taps')).textContent()) ?? '') ?? 0;
  expect(first).toBeLessThanOrEqual(second);
});

test('the full report shows the same rows with more columns', async ({ page }) => {
  const { grid, rows, header } = await openDemo(page);
  const before = await grid.getAttribute('aria-colcount');
  const count = await grid.getAttribute('aria-rowcount');
  await page.getByRole('tab', { name: 'Full report' }).click();
  await expect(header('impressions')).toBeVisible();
  expect(Number(await grid.getAttribute('aria-colcount'))).toBeGreaterThan(Number(before));
  await expect(grid).toHaveAttribute('aria-rowcount', count ?? '');
  await expect(rows.first()).toBeVisible();
  await expect(page).toHaveURL(/tab=full/);
});

test('a range takes effect when applied; a filter waits for Update and shows as a tag that takes it away', async ({
  page,
}) => {
  const { grid } = await openDemo(page);
  const update = page.getByRole('button', { name: 'Update' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('button', { name: /Last 7 days/ }).click();
  await page.getByRole('button', { name: 'Last 30 days' }).click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page).toHaveURL(/range=last30/);
  await page.getByRole('button', { name: /^Filter/ }).click();
  await page.getByRole('radio', { name: 'Paused' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('Changes not applied')).toBeVisible();
  await expect(page).not.toHaveURL(/status=/);
  await update.click();
  await expect(page).toHaveURL(/range=last30.*status=paused/);
  await expect(grid).toHaveAttribute('aria-busy', 'false');
  await page.getByRole('button', { name: 'Remove filter Status: Paused' }).click();
  await expect(page).not.toHaveURL(/status=/);
});

test('the row filter finds rows by name and says when there are none', async ({ page }) => {
  const { rows } = await openDemo(page);
  const name = (await rows.first().getByRole('rowheader').locator('a, span').first().textContent()) ?? '';
  const box = page.getByRole('searchbox', { name: 'Filter rows' });
  await box.fill(name);
  await expect(rows.first().getByRole('rowheader')).toContainText(name);
  await box.fill('no row is called like this');
  await expect(rows).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all rows' }).click();
  await expect(rows.first()).toBeVisible();
});
