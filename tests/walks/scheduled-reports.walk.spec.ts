import { expect, type Page } from '@playwright/test';
import { reportsPage } from '../e2e/reports-page.ts';
import { firstFiguresMs, openSignedIn } from '../e2e/signed-in.ts';
import { chooseAction, chooseIn, expectFocusKept, press, tabBackTo, typeInto } from './support/by-keys.ts';
import { lookAt, lookAtBoth } from './support/look-at.ts';
import { test } from './support/quiet-page.ts';
import { beside, toast } from './support/rules-page.ts';

// Everything here is done with keys alone.
test.describe.configure({ mode: 'serial' });

const name = `Keys report ${Date.now().toString(36)}`;
const view = `Keys view ${Date.now().toString(36)}`;
/** A report waits for its figures, and its file is made in a worker. */
const sendMs = 240_000;

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: name });

async function openReports(page: Page): Promise<void> {
  await openSignedIn(page, '/client/automation/reports');
  await expect(page.getByRole('button', { name: 'New report' })).toBeVisible();
}

test('a saved view of Reports is scheduled', async ({ page }) => {
  await openSignedIn(page, '/client/reports');
  await expect(reportsPage(page).rows.first()).toBeVisible({ timeout: firstFiguresMs });
  await press(page, page.getByRole('button', { name: 'Saved views' }));
  const views = page.getByRole('dialog', { name: 'Saved views' });
  await typeInto(page, views.getByLabel('Name of this view'), view);
  await press(page, views.getByRole('button', { name: 'Save view' }));
  await lookAt(page, 'report-saved-view');
  await press(page, views.getByRole('button', { name: `Schedule ${view}` }));
  const form = beside(page, 'New report');
  await expect(form.getByRole('heading').first()).toBeFocused();
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue(view);
  await typeInto(page, form.getByLabel('Name', { exact: true }), ' ');
  await press(page, form.getByRole('button', { name: 'Schedule report' }));
  await expect(form.getByText('Enter a name')).toBeVisible();
  await expect(form.getByLabel('Name', { exact: true })).toBeFocused();
  await lookAtBoth(page, 'report-form-refused', 'aside');
  await typeInto(page, form.getByLabel('Name', { exact: true }), name);
  await chooseIn(page, form.getByRole('combobox', { name: 'How often' }), 'On weekdays of a week');
  await press(page, form.getByRole('checkbox', { name: 'Wednesday' }), 'Space');
  await chooseIn(page, form.getByRole('combobox', { name: 'Time', exact: true }), '07:30');
  await press(page, form.getByRole('button', { name: 'Preview' }));
  await expect(form.getByRole('table')).toBeVisible({ timeout: sendMs });
  await expectFocusKept(page, 'previewing a report');
  await lookAtBoth(page, 'report-form', 'aside');
  await press(page, form.getByRole('button', { name: 'Schedule report' }));
  await expect(toast(page, `${name} is scheduled`)).toBeVisible();
  await expect(rowOf(page)).toBeVisible();
  await expectFocusKept(page, 'scheduling a report');
});

test('it is sent now, its file is opened, and what was sent is listed', async ({ page }) => {
  await openReports(page);
  const link = rowOf(page).getByRole('link');
  await press(page, link);
  const panel = beside(page, name);
  await expect(panel.getByRole('heading').first()).toBeFocused();
  await expect(panel.getByRole('table').first()).toBeVisible({ timeout: sendMs });
  await lookAtBoth(page, 'report');
  const now = panel.getByRole('button', { name: 'Send to me now' });
  await press(page, now);
  await expect(toast(page, `${name} is being made`)).toBeVisible();
  await expect(now).toBeFocused();
  const file = page.getByRole('button', { name: /^xlsx.*: download / });
  await expect(file).toBeVisible({ timeout: sendMs });
  await expect(rowOf(page)).toContainText(/Sent /);
  await lookAtBoth(page, 'report-sent');
  const download = page.waitForEvent('download');
  await tabBackTo(page, file);
  await page.keyboard.press('Enter');
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  await expect(file).toBeFocused();
  await panel.getByRole('heading').first().waitFor();
});

test('it is changed, paused, started and deleted', async ({ page }) => {
  await openReports(page);
  await lookAtBoth(page, 'scheduled-reports');
  const menu = page.getByRole('button', { name: `Actions of ${name}` });
  await chooseAction(page, menu, 'Edit');
  const form = beside(page, `Edit ${name}`);
  await chooseIn(page, form.getByRole('combobox', { name: 'File' }), 'CSV');
  await press(page, form.getByRole('button', { name: 'Save' }));
  await expect(toast(page, `${name} saved`)).toBeVisible();
  await expectFocusKept(page, 'saving a report');
  await page.keyboard.press('Escape');
  await chooseAction(page, menu, 'Pause');
  await expect(rowOf(page)).toContainText('Paused');
  await expect(menu).toBeFocused();
  await chooseAction(page, menu, 'Delete');
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await lookAt(page, 'report-delete', '[role="alertdialog"]');
  await page.keyboard.press('Escape');
  await expect(menu).toBeFocused();
  await chooseAction(page, menu, 'Delete');
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect(rowOf(page)).toHaveCount(0);
  await expectFocusKept(page, 'deleting a report');
});
