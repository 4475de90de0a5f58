import { expect, type Locator, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

const widthOf = async (header: Locator): Promise<number> => (await header.boundingBox())?.width ?? 0;

test('a header says what its column means and how it is made, by mouse and by key', async ({ page }) => {
  await openSignedIn(page, '/client/reports');
  const header = page.getByRole('columnheader', { name: 'ROAS %' });
  await expect(header).toBeVisible({ timeout: firstFiguresMs });
  await expect(page.locator('[data-row-id]').first()).toBeVisible({ timeout: firstFiguresMs });
  await header.hover();
  const about = header.getByRole('button', { name: 'About ROAS' });
  const box = await about.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  await about.click();
  const help = page.getByRole('dialog', { name: 'About ROAS, %' });
  await expect(help.getByText('Predicted income for one unit of spend.')).toBeVisible();
  await expect(help.getByText('Predicted income ÷ Spend')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, `help of a column, ${colorScheme}`, '[role="dialog"], [role="grid"]');
  }
  // The press that opened it sorted nothing, and Esc leads back to the header.
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();
  await expect(header).toBeFocused();
  await page.keyboard.press('Control+i');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(about).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(help).toBeVisible();
  await page.mouse.click(700, 880);
  await expect(help).toBeHidden();
});

test('a column is as wide as a person says, by menu or by drag, also after a reload', async ({ page }) => {
  await openSignedIn(page, '/client/reports');
  const spend = page.getByRole('columnheader', { name: 'Spend $' });
  await expect(page.locator('[data-row-id]').first()).toBeVisible({ timeout: firstFiguresMs });
  const auto = await widthOf(spend);
  await spend.focus();
  await page.keyboard.press('Control+i');
  await page.getByRole('radio', { name: 'Wide' }).check();
  await expect(page).toHaveURL(/[?&]widths=spend\*w(&|$)/);
  await expect.poll(() => widthOf(spend)).toBeGreaterThan(auto * 1.3);
  await page.getByRole('radio', { name: 'Narrow' }).check();
  await expect.poll(() => widthOf(spend)).toBeLessThan(auto);
  await page.keyboard.press('Escape');

  const box = (await spend.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + box.width - 2, box.y + 8);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width + 118, box.y + 8, { steps: 6 });
  await page.mouse.up();
  const wished = Math.round(box.width + 120);
  await expect(page).toHaveURL(new RegExp(`[?&]widths=spend\\*${wished}(&|$)`));
  expect(Math.abs((await widthOf(spend)) - wished)).toBeLessThan(1);
  await expect(spend).toHaveAttribute('aria-sort', 'descending');

  await page.reload();
  await expect(page.locator('[data-row-id]').first()).toBeVisible({ timeout: firstFiguresMs });
  expect(Math.abs((await widthOf(spend)) - wished)).toBeLessThan(1);
  await spend.focus();
  await page.keyboard.press('Control+i');
  await page.getByRole('radio', { name: 'Auto' }).check();
  await expect(page).not.toHaveURL(/widths=/);
});
