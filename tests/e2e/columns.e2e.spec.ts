import { expect, type Locator, test } from '@playwright/test';
import { firstFiguresMs, openSignedIn } from './signed-in.ts';

const widthOf = async (header: Locator): Promise<number> => (await header.boundingBox())?.width ?? 0;

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
