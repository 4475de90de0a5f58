import { expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectFits } from './accessible.ts';
import { failing, firstFiguresMs, openAsNewAccount, openSignedIn } from './signed-in.ts';

const grid = (page: Page) => page.getByRole('grid', { name: 'Keywords Comparison' });

async function chooseAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Campaigns: / }).click();
  const list = page.getByRole('dialog', { name: 'Campaigns' }).or(page.getByRole('group', { name: 'Campaigns' }));
  await expect(list.getByRole('checkbox').first()).toBeVisible({ timeout: firstFiguresMs });
  await list.getByRole('button', { name: /^Select all shown/ }).click();
  await list.getByRole('button', { name: 'Done' }).click();
}

test('keywords of several campaigns appear in one table once campaigns are chosen', async ({ page }) => {
  await openSignedIn(page, '/client/keywordscomparison');
  await expect(page.getByRole('heading', { level: 1, name: 'Keywords Comparison' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Keywords Optimization' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { name: 'Choose at least one campaign' })).toBeVisible();
  const update = page.getByRole('button', { name: 'Update' });
  await expect(update).toHaveAttribute('aria-disabled', 'true');
  await chooseAll(page);
  await update.click();
  await expect(grid(page).locator('[data-row-id]').first()).toBeVisible({ timeout: firstFiguresMs });
  await expect(grid(page).locator('[data-column="campaign_name"]')).toBeVisible();
  await expect(grid(page).locator('[data-column="ad_group_name"]')).toBeVisible();
  await expect(page).toHaveURL(/campaign_ids=\d+%2C\d+/);
  for (const tab of ['Spend details', 'Income details', 'In-Apps details', 'Full report', 'Short report']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true');
    await expect(grid(page).locator('[data-row-id]').first()).toBeVisible();
  }
  await page.reload();
  await expect(grid(page).locator('[data-row-id]').first()).toBeVisible();
  // A long name is cut where its column ends, and told in full beside.
  const campaign = grid(page).locator('[data-row-id] [aria-colindex="2"]').first();
  await expect(campaign).toHaveCSS('overflow', 'hidden');
  await campaign.hover();
  await expect(page.getByRole('tooltip')).toHaveText((await campaign.textContent()) ?? 'a name');
});

test('campaigns are found by name and chosen with keys alone', async ({ page }) => {
  await openSignedIn(page, '/client/keywordscomparison');
  const button = page.getByRole('button', { name: /^Campaigns: / });
  await button.focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search campaigns' });
  await expect(search).toBeVisible();
  const first = page.locator('label:has(input[type="checkbox"])').filter({ visible: true });
  await expect.poll(() => first.count(), { timeout: firstFiguresMs }).toBeGreaterThan(1);
  await search.fill('no campaign is called like this');
  await expect(page.getByText('No name matches')).toBeVisible();
  await search.fill('brand');
  await page.getByRole('checkbox', { name: /brand/i }).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Campaigns: .*1 chosen$/ })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(grid(page).locator('[data-row-id]').first()).toBeVisible({ timeout: firstFiguresMs });
});

test('keywords of one text stand in one row that opens to them, also by key and after a reload', async ({ page }) => {
  await openSignedIn(page, '/client/keywordscomparison');
  await chooseAll(page);
  await page.getByRole('button', { name: 'Update' }).click();
  const rows = grid(page).locator('[data-row-id]');
  await expect(rows.first()).toBeVisible({ timeout: firstFiguresMs });
  await page.getByRole('checkbox', { name: 'Group by keyword' }).check();
  await expect(page).toHaveURL(/group=keyword/);
  const groups = grid(page).locator('[data-row-id^="-"]');
  const name = groups.first().getByRole('rowheader');
  await expect(name).toHaveAttribute('aria-expanded', 'false', { timeout: firstFiguresMs });
  await expectAccessible(page, 'grouped', '[role="grid"]');
  const within = grid(page).locator('[data-row-id]:has([role="rowheader"][data-within])');
  await expect(within).toHaveCount(0);
  // First the keyword, last how many there are.
  const parts = await name.locator('span').allTextContents();
  const [text = '', count] = [parts[0], Number.parseInt(parts.at(-1) ?? '', 10)];
  expect(count).toBeGreaterThan(1);
  await name.click();
  await expect(name).toHaveAttribute('aria-expanded', 'true');
  await expect(within).toHaveCount(count);
  for (const inner of await within.getByRole('rowheader').allTextContents()) {
    expect(inner.toLowerCase()).toContain(text.toLowerCase());
  }
  await expect(page.getByRole('status').filter({ hasText: /\d+ keywords, \d+ groups?$/ })).toBeVisible();
  await name.focus();
  await page.keyboard.press('Enter');
  await expect(within).toHaveCount(0);
  await page.reload();
  await expect(groups.first()).toBeVisible({ timeout: firstFiguresMs });
  await page.getByRole('checkbox', { name: 'Group by keyword' }).uncheck();
  await expect(page).not.toHaveURL(/group=/);
  await expect(groups).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`Keywords Comparison has no accessibility fault in the ${colorScheme} theme: empty, list open, loaded, failed, not set up`, async ({
    page,
    browser,
  }) => {
    await page.emulateMedia({ colorScheme });
    await openSignedIn(page, '/client/keywordscomparison');
    await expect(page.getByRole('heading', { name: 'Choose at least one campaign' })).toBeVisible();
    await expectAccessible(page, 'empty');
    await page.getByRole('button', { name: /^Campaigns: / }).click();
    await expect(page.getByRole('checkbox', { name: /\w/ }).first()).toBeVisible({ timeout: firstFiguresMs });
    await expectAccessible(page, 'list open');
    await page.keyboard.press('Escape');
    await chooseAll(page);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(grid(page).locator('[data-row-id]').first()).toBeVisible();
    await page.getByRole('switch', { name: 'Live' }).click();
    await expectAccessible(page, 'loaded');
    await failing(page, '/api/asa/all_campaigns_keywords');
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('The request took too much time to execute.');
    await expectAccessible(page, 'failed');
    const context = await browser.newContext({ colorScheme });
    const other = await context.newPage();
    await openAsNewAccount(other, new URL('/client/keywordscomparison', page.url()).toString());
    await expect(
      other.getByRole('heading', { name: 'Please integrate the search-ads service for this application in Settings' }),
    ).toBeVisible();
    await expectAccessible(other, 'not set up');
    await context.close();
  });
}

test('Keywords Comparison fits a screen of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openSignedIn(page, '/client/keywordscomparison');
  await expect(page.getByRole('heading', { name: 'Choose at least one campaign' })).toBeVisible();
  await expectFits(page);
});
