import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';
import { reportsPage } from '../e2e/reports-page.ts';
import { firstFiguresMs, openSignedIn } from '../e2e/signed-in.ts';
import { choose, expectFocusKept, moveTo, press, tabTo } from './support/by-keys.ts';
import { lookAt } from './support/look-at.ts';

test('the history is filtered and exported, and the last change of a setting is opened from its cell', async ({
  page,
}) => {
  await openSignedIn(page, '/client/reports');
  const { rows, grid, cell } = reportsPage(page);
  await expect(rows.first()).toBeVisible({ timeout: firstFiguresMs });
  await tabTo(page, grid.locator('[tabindex="0"]'));
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Ad group' })).toBeVisible();
  const bid = await cell(rows.first(), 'cpt_bid');
  await moveTo(page, bid);
  const was = Number((await bid.textContent())?.replaceAll(',', ''));
  await page.keyboard.type((was + 0.05).toFixed(2));
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('group', { name: 'Pending edits' }).getByRole('button', { name: 'Preview' }));
  await press(page, page.getByRole('dialog').getByRole('button', { name: /^Submit/ }));
  await expect(page.getByText('1 bid updated')).toBeVisible();
  await expectFocusKept(page, 'after the preview');
  await expect(grid.locator('[tabindex="0"]')).toBeFocused();
  await page.keyboard.press('Control+Home');
  await moveTo(page, await cell(rows.first(), 'cpt_bid'));
  await page.keyboard.press('Control+i');
  await expect(page).toHaveURL(/management\/history\?.*key=/);
  await expect(page.getByRole('row', { name: /CPT bid/ }).first()).toBeVisible();
  await lookAt(page, 'history-of-a-bid');
  await press(page, page.getByRole('button', { name: /^Only one object/ }));
  await expect(page.getByRole('combobox', { name: 'What' })).toBeFocused();

  await choose(page, page.getByRole('combobox', { name: 'What' }), 'CPT bid');
  await expect(page).toHaveURL(/field=cpt_bid/);
  await choose(page, page.getByRole('combobox', { name: 'Who' }), 'People');
  await expect(page).toHaveURL(/actor=person/);
  await expect(page.getByRole('row', { name: /CPT bid/ }).first()).toBeVisible();
  const download = page.waitForEvent('download');
  await press(page, page.getByRole('button', { name: 'Export' }));
  const file = await readFile(await (await download).path(), 'utf8');
  expect(file).toContain('cpt_bid');
  await expect(page.getByText(/^Done: [\d,]+ rows?$/)).toBeVisible();
  await choose(page, page.getByRole('combobox', { name: 'Who' }), 'All actors');
  await choose(page, page.getByRole('combobox', { name: 'What' }), 'All settings');
  await expect(page).not.toHaveURL(/field=|actor=/);
  await lookAt(page, 'history');

  const undo = page.getByRole('button', { name: /^Undo CPT bid/ }).first();
  await press(page, undo);
  const panel = page.getByRole('complementary', { name: /^Undo 1 bid/ });
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(undo).toBeFocused();
  await page.keyboard.press('Enter');
  await lookAt(page, 'history-undo');
  await press(page, panel.getByRole('button', { name: /^Undo 1 bid/ }));
  await expect(page.getByText('1 restored')).toBeVisible();
  await expectFocusKept(page, 'after the undo');
});
