import { expect, test } from '@playwright/test';
import { causeTaps } from './caused.ts';
import { chooseRange, numberOf, openDemo } from './reports-page.ts';
import { firstFiguresMs } from './signed-in.ts';

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
  const displayedRows = await rows.all();
  const ids = await Promise.all(displayedRows.map((row) => row.getAttribute('data-row-id')));
  const campaigns = displayedRows.filter((_, index) => Number(ids[index]) > 0);
  expect(campaigns.length).toBeGreaterThan(0);
  for (const column of ['taps', 'installs', 'trials', 'conversions']) {
    const texts = await Promise.all(campaigns.map(async (row) => (await cell(row, column)).textContent()));
    const sum = texts.reduce((total, text) => total + (numberOf(text ?? '') ?? 0), 0);
    expect(numberOf((await (await cell(totals, column)).textContent()) ?? ''), column).toBe(sum);
  }
});

test('taps at the ad service become spend of today without a reload', async ({ page }) => {
  const reports = await openDemo(page);
  const { rows, cell } = reports;
  await chooseRange(reports, 'Today');
  await expect(rows.first()).toBeVisible();
  const ids = await rows.evaluateAll((all) => all.map((row) => Number(row.getAttribute('data-row-id'))));
  // Users without a campaign have negative ids.
  const campaign = ids.find((id) => id > 0) ?? 0;
  const row = page.locator(`[data-row-id="${campaign}"]`);
  const spend = async () => numberOf((await (await cell(row, 'spend')).textContent()) ?? '') ?? 0;
  const before = await spend();
  await causeTaps(campaign, 10, 400);
  await expect.poll(spend, { timeout: firstFiguresMs }).toBeGreaterThan(before + 1000);
});
