import { expect, test } from '@playwright/test';
import { openDemo } from './reports-page.ts';

test('Reports is worked with keys alone, from the grid and back', async ({ page }) => {
  const { grid, rows, header } = await openDemo(page);
  await page.getByRole('searchbox', { name: 'Filter rows' }).focus();
  await page.keyboard.press('Tab');
  const name = rows.first().getByRole('rowheader');
  await expect(name).toBeFocused();

  await page.keyboard.press('ArrowRight');
  await expect(rows.first().locator('[aria-colindex="2"]')).toBeFocused();
  await page.keyboard.press('End');
  const columns = await grid.getAttribute('aria-colcount');
  await expect(rows.first().locator(`[aria-colindex="${columns}"]`)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(name).toBeFocused();

  await page.keyboard.press('Control+End');
  const last = await grid.getAttribute('aria-rowcount');
  await expect(grid.locator(`[aria-rowindex="${last}"] [aria-colindex="${columns}"]`)).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(name).toBeFocused();

  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(header('name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(header('name')).toHaveAttribute('aria-sort', 'descending');
  await expect(header('name')).toBeFocused();

  await page.keyboard.press('Control+Home');
  await expect(name).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Ad group' })).toBeVisible();
  await expect(name).toBeFocused();
  await page.keyboard.press('Backspace');
  await expect(grid.getByRole('columnheader', { name: 'Campaign' })).toBeVisible();
  await expect(rows.getByRole('rowheader').and(page.locator(':focus'))).toHaveCount(1);

  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter rows' })).toBeFocused();
});
