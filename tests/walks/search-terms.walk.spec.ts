import { expect, type Page, test } from '@playwright/test';
import { reportsPage } from '../e2e/reports-page.ts';
import { firstFiguresMs, openSignedIn } from '../e2e/signed-in.ts';
import { hasFocus, press, tabTo, typeInto } from './support/by-keys.ts';
import { lookAt } from './support/look-at.ts';

test.describe.configure({ mode: 'serial' });

const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const chosen = (page: Page) => page.getByRole('grid').getByRole('radio', { checked: true });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** Opens a filter from its card, chooses a campaign that has terms, and goes to the first of them. */
async function openFilter(page: Page, group: string, picker: string, campaign: string): Promise<void> {
  await openSignedIn(page, '/client/management/tools');
  const card = page.getByRole('region', { name: group }).getByRole('link', { name: /^Filter/ });
  await expect(card).toBeVisible({ timeout: firstFiguresMs });
  await press(page, card);
  const list = page.getByRole('combobox', { name: picker });
  await typeInto(page, list, campaign);
  await expect(page.getByRole('option', { name: campaign })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toHaveValue(campaign);
  const update = page.getByRole('button', { name: /^Update/ });
  if ((await update.getAttribute('aria-disabled')) !== 'true') await press(page, update);
  const { rows, grid } = reportsPage(page);
  await expect(rows.first()).toBeVisible({ timeout: firstFiguresMs });
  await tabTo(page, grid.locator('[tabindex="0"]'));
  await page.keyboard.press('Control+Home');
}

test('terms of a SKAG campaign are decided, saved and taken back', async ({ page }) => {
  await openFilter(page, 'SKAG Campaigns', 'Campaign', 'US | Competitor | Exact');
  const { rows } = reportsPage(page);
  await page.keyboard.press('Alt+3');
  await expect(chosen(page).filter({ hasText: 'minus' })).toHaveCount(await rows.count());
  await page.keyboard.press('Alt+1');
  await expect(status(page, '0 to add, 0 negative')).toBeVisible();
  await page.keyboard.press('3');
  await expect(status(page, '0 to add, 1 negative')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('3');
  await page.keyboard.press('k');
  await page.keyboard.press('1');
  await expect(status(page, '0 to add, 1 negative')).toBeVisible();
  await lookAt(page, 'filter-skag');
  await press(page, save(page));
  const dialog = page.getByRole('dialog', { name: 'Save 1 decision?' });
  await expect(dialog).toBeVisible();
  await lookAt(page, 'filter-skag-preview', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(save(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, dialog.getByRole('button', { name: 'Save 1' }));
  await expect(page.getByText('Negative keywords successfully added')).toBeVisible({ timeout: 60_000 });
  await expect(save(page)).toBeFocused();
  await lookAt(page, 'filter-skag-saved');
  await press(page, page.getByRole('button', { name: 'Undo all' }));
  await expect(page.getByText('1 taken back')).toBeVisible();
  await expect(save(page)).toBeFocused();
});

test('terms of a Discovery campaign are bought and blocked, and all of it is taken back', async ({ page }) => {
  await openFilter(page, 'Discovery Campaigns', 'From', 'US | Discovery');
  await page.keyboard.press('Alt+1');
  const { rows } = reportsPage(page);
  const unknown = rows.filter({ has: page.locator('[data-choice="2"]:not([aria-disabled])') });
  await expect(unknown.first()).toBeVisible();
  const first = unknown.first().getByRole('rowheader');
  for (let step = 0; step < 50 && !(await hasFocus(first)); step += 1) await page.keyboard.press('j');
  await page.keyboard.press('2');
  await page.keyboard.press('j');
  await page.keyboard.press('3');
  await expect(status(page, '1 to add, 1 negative')).toBeVisible();
  await press(page, save(page));
  await expect(page.getByText('CPT is required')).toBeVisible();
  await expect(page.getByRole('textbox', { name: /^CPT/ })).toBeFocused();
  await page.keyboard.type('0.90');
  await lookAt(page, 'filter-discovery');
  await press(page, save(page));
  const dialog = page.getByRole('dialog', { name: 'Save 2 decisions?' });
  await typeInto(page, dialog.getByRole('textbox', { name: /^Reason/ }), 'Seen often');
  await lookAt(page, 'filter-discovery-preview', '[role="dialog"]');
  await press(page, dialog.getByRole('button', { name: 'Save 2' }));
  await expect(page.getByText('Keywords successfully added').first()).toBeVisible({ timeout: 60_000 });
  await lookAt(page, 'filter-discovery-saved');
  await press(page, page.getByRole('button', { name: 'Undo all' }));
  await expect(page.getByText(/taken back$/)).toBeVisible();
  await expect(save(page)).toBeFocused();
});
