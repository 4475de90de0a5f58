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

test('the grid is one tab stop, and its focus outlives scrolling out of sight', async ({ page }) => {
  const { grid, rows } = await openDemo(page);
  await page.getByRole('tab', { name: 'Full report' }).click();
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  const first = rows.first().getByRole('rowheader');
  await first.focus();
  await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight, left: box.scrollWidth }));
  await expect(first).toBeFocused();
});

test('a figure is explained by Enter and by Ctrl+I, and Esc leads back to its cell', async ({ page }) => {
  const { rows, header } = await openDemo(page);
  const place = await header('spend').getAttribute('aria-colindex');
  const cell = rows.first().locator(`[aria-colindex="${place}"]`);
  for (const key of ['Enter', 'Control+i']) {
    await cell.focus();
    await page.keyboard.press(key);
    const title = page.getByRole('region', { name: 'How the number is calculated' }).getByRole('heading', { level: 2 });
    await expect(title).toHaveText('Spend');
    await expect(title).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(title).toBeHidden();
    await expect(cell).toBeFocused();
  }
});

test('Shift with arrows selects a block, and Ctrl+C copies it with all digits', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { rows, header, grid } = await openDemo(page);
  await page.getByRole('switch', { name: 'Live' }).click();
  const place = Number(await header('taps').getAttribute('aria-colindex'));
  await rows.first().locator(`[aria-colindex="${place}"]`).focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(4);
  await page.keyboard.press('Control+c');
  const text = await page.evaluate<string>('navigator.clipboard.readText()');
  const cells = text.split('\n').map((line) => line.split('\t'));
  expect(cells.map((line) => line.length)).toEqual([2, 2]);
  const shown = await rows.first().locator(`[aria-colindex="${place}"]`).textContent();
  expect(Number(cells[0]?.[0])).toBe(Number(shown?.replaceAll(',', '')));
  await page.keyboard.press('ArrowLeft');
  await expect(grid.locator('[aria-selected="true"]')).toHaveCount(0);
});
