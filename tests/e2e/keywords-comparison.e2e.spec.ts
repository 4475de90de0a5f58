import { expect, type Page, test } from '@playwright/test';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Keywords Comparison' });

async function chooseAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Campaigns: / }).click();
  const list = page.getByRole('dialog', { name: 'Campaigns' }).or(page.getByRole('group', { name: 'Campaigns' }));
  await expect(list.getByRole('checkbox').first()).toBeVisible({ timeout: firstFiguresMs });
  await list.getByRole('button', { name: /^Select all shown/ }).click();
  await list.getByRole('button', { name: 'Done' }).click();
}

test('keywords of several campaigns share one table, and those of one text a row that opens to them', async ({
  page,
}) => {
  await openSignedIn(page, '/client/keywordscomparison');
  await expect(page.getByRole('heading', { level: 1, name: 'Keywords Comparison' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Keywords Optimization' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'Choose at least one campaign' })).toBeVisible();
  await chooseAll(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(grid(page).locator('[data-row-id]').first()).toBeVisible({ timeout: firstFiguresMs });
  await expect(grid(page).locator('[data-column="campaign_name"]')).toBeVisible();
  await expect(grid(page).locator('[data-column="ad_group_name"]')).toBeVisible();
  await expect(page).toHaveURL(/campaign_ids=\d+%2C\d+/);
  // A long name is cut where its column ends, and shown in full beside it.
  const campaign = grid(page).locator('[data-row-id] [aria-colindex="2"]').first();
  await expect(campaign).toHaveCSS('overflow', 'hidden');
  await campaign.hover();
  await expect(page.getByRole('tooltip')).toHaveText((await campaign.textContent()) ?? 'a name');

  await page.getByRole('checkbox', { name: 'Group by keyword' }).check();
  await expect(page).toHaveURL(/group=keyword/);
  const groups = grid(page).locator('[data-row-id^="-"]');
  const name = groups.first().getByRole('rowheader');
  await expect(name).toHaveAttribute('aria-expanded', 'false', { timeout: firstFiguresMs });
  const within = grid(page).locator('[data-row-id]:has([role="rowheader"][data-within])');
  await expect(within).toHaveCount(0);
  // First the keyword, last how many there are.
  const parts = await name.locator('span').allTextContents();
  const text = parts[0] ?? '';
  const count = Number.parseInt(parts.at(-1) ?? '', 10);
  expect(count).toBeGreaterThan(1);
  await name.click();
  await expect(within).toHaveCount(count);
  for (const inner of await within.getByRole('rowheader').allTextContents()) {
    expect(inner.toLowerCase()).toContain(text.toLowerCase());
  }
  await expect(page.getByRole('status').filter({ hasText: /\d+ keywords, \d+ groups?$/ })).toBeVisible();
  await page.reload();
  await expect(groups.first()).toBeVisible({ timeout: firstFiguresMs });
});
