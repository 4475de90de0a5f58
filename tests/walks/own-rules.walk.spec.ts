import { expect, type Page } from '@playwright/test';
import { openSignedIn } from '../e2e/signed-in.ts';
import {
  chooseBackIn,
  chooseIn,
  expectFocusKept,
  hasFocus,
  press,
  tabBackTo,
  typeDay,
  typeInto,
} from './support/by-keys.ts';
import { lookAt, lookAtBoth } from './support/look-at.ts';
import { test } from './support/quiet-page.ts';
import { beside, close, menuOf, openRules, toast } from './support/rules-page.ts';

// Everything here is done with keys alone. The rule is in shadow: the demo's bids stay as they are.
test.describe.configure({ mode: 'serial' });

const name = `Keys rule ${Date.now().toString(36)}`;
const campaign = 'UK AU CA | Competitor';
const trialMs = 120_000;

const panel = (page: Page) => page.getByRole('region', { name: 'If it ran now' });
const caseAt = (page: Page, number: number) => page.getByRole('group', { name: `Case ${number}`, exact: true });
const fieldOf = (page: Page, label: string) =>
  page.getByRole('region', { name: 'This template asks for' }).getByRole('textbox', { name: label });

test('a rule is made of a template, condition by condition, tried, and begun in shadow', async ({ page }) => {
  await openRules(page);
  await press(page, page.getByRole('button', { name: 'New rule' }));
  const item = page.getByRole('menuitem', { name: /^Lower and raise bids by CPA/ });
  await expect(item).toBeVisible();
  await lookAt(page, 'own-rule-templates');
  for (let moves = 0; moves < 20 && !(await hasFocus(item)); moves += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');

  const start = page.getByRole('button', { name: 'Start in shadow' });
  await press(page, start);
  await expect(page.getByText('Enter the lowest and the highest bid').first()).toBeVisible();
  await expect(page.locator('[aria-invalid]:focus')).toHaveCount(1);
  await lookAtBoth(page, 'own-rule-refused');
  await tabBackTo(page, page.getByRole('textbox', { name: 'Name', exact: true }));
  await typeInto(page, page.getByRole('textbox', { name: 'Name', exact: true }), name);
  await press(page, page.getByRole('button', { name: /^Campaigns:/ }));
  const all = page.getByRole('checkbox', { name: /^All campaigns of/ });
  for (const box of await all.all()) if (await box.isChecked()) await press(page, box, 'Space');
  await typeInto(page, page.getByRole('searchbox', { name: 'Campaigns' }), campaign);
  await press(page, page.getByRole('checkbox', { name: campaign }), 'Space');
  await lookAt(page, 'own-rule-campaigns');
  await press(page, page.getByRole('button', { name: 'Done' }));
  await expect(page.getByRole('button', { name: /^Campaigns:/ })).toBeFocused();
  await typeInto(page, fieldOf(page, 'Target CPA'), '2');
  await typeInto(page, fieldOf(page, 'Lowest bid'), '0.2');
  await typeInto(page, fieldOf(page, 'Highest bid'), '9');
  await expect(panel(page).getByText('In words')).toBeVisible({ timeout: trialMs });
  await expect(panel(page).locator('[data-row-id]').first()).toBeVisible({ timeout: trialMs });
  await lookAtBoth(page, 'own-rule-builder');

  const first = caseAt(page, 1);
  await chooseIn(page, first.getByRole('combobox', { name: 'Time range' }).first(), 'last 14 complete days');
  await press(page, first.getByRole('button', { name: 'Options of this condition' }).first());
  await lookAt(page, 'own-rule-condition-options');
  await page.keyboard.press('Enter');
  const conditions = first.locator('[data-test-path]');
  const before = await conditions.count();
  await press(page, first.getByRole('button', { name: 'Add condition' }));
  await expect(conditions).toHaveCount(before + 1);
  await expectFocusKept(page, 'adding a condition');
  const added = conditions.last();
  await chooseBackIn(page, added.getByRole('combobox', { name: 'Metric' }), 'Taps');
  await chooseIn(page, added.getByRole('combobox', { name: 'Comparison' }), 'at least');
  await typeInto(page, added.getByRole('textbox', { name: 'Value' }), '3');
  await press(page, first.getByRole('button', { name: 'Add group' }).first());
  await expectFocusKept(page, 'adding a group');
  const word = first.getByRole('combobox', { name: 'How conditions are joined' });
  await chooseBackIn(page, word.last(), 'None of these');
  const grouped = conditions.last();
  await chooseIn(page, grouped.getByRole('combobox', { name: 'Metric' }), 'Installs');
  await chooseIn(page, grouped.getByRole('combobox', { name: 'Comparison' }), 'above');
  await typeInto(page, grouped.getByRole('textbox', { name: 'Value' }), '400');
  const other = conditions.nth(before + 1);
  await tabBackTo(page, other.getByRole('button', { name: 'Remove condition' }));
  await page.keyboard.press('Enter');
  await expectFocusKept(page, 'removing a condition');
  await expect(panel(page)).toHaveAttribute('aria-busy', 'false', { timeout: trialMs });
  await lookAtBoth(page, 'own-rule-groups');

  const change = page.getByRole('button', { name: 'Change safety' });
  await press(page, change);
  await lookAtBoth(page, 'own-rule-safety', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(change).toBeFocused();
  const runs = page.getByRole('button', { name: 'Change runs' });
  await press(page, runs);
  await lookAtBoth(page, 'own-rule-runs', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(runs).toBeFocused();

  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expect(conditions).toHaveCount(before + 2);
  const backtest = page.getByRole('button', { name: 'Back-test' });
  await press(page, backtest);
  const dialog = page.getByRole('dialog', { name: `Back-test of ${name}` });
  await press(page, dialog.getByRole('button', { name: 'Run back-test' }));
  await expect(dialog.getByRole('button', { name: 'Cancel back-test' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The back-test was cancelled')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Run back-test' })).toBeFocused();
  await lookAt(page, 'own-rule-back-test-cancelled', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(backtest).toBeFocused();

  await press(page, start);
  await page.waitForURL(/\/client\/automation\/\d+/);
  await expect(toast(page, new RegExp(name))).toBeVisible();
  await expectFocusKept(page, 'starting a rule');
  await lookAt(page, 'own-rule-started');
});

test('its page says what each run decided, and why; versions are compared and restored', async ({ page }) => {
  await openRules(page);
  await press(page, page.getByRole('link', { name }));
  await press(page, page.getByRole('button', { name: 'Run now' }));
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.locator('[data-verdict]').first()).toBeVisible({ timeout: trialMs });
  await expectFocusKept(page, 'running now');
  await lookAtBoth(page, 'own-rule-page');

  const reasons = run.locator('[data-row-id] button');
  await press(page, reasons.first());
  const why = beside(page, /^Why did/);
  await expect(why.getByRole('heading').first()).toBeFocused();
  await lookAtBoth(page, 'own-rule-why');
  await close(page, why, reasons.first());
  await page.keyboard.press('ArrowDown');
  await expect(reasons.nth(1)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(reasons.first()).toBeFocused();
  await tabBackTo(page, run.getByRole('searchbox', { name: 'Filter rows' }));
  await page.keyboard.type('zzz');
  await expect(run.getByText('No row matches')).toBeVisible();
  await lookAt(page, 'own-rule-no-row');

  await press(page, page.getByRole('button', { name: 'Edit', exact: true }));
  const once = page.getByRole('checkbox', { name: /^Once only/ }).first();
  await press(page, once, 'Space');
  await expect(page.getByText(/^Draft kept/)).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Save', exact: true }));
  await page.waitForURL(/\/client\/automation\/\d+(\?|$)/);
  await expect(page.getByText(/version 2/).first()).toBeVisible();
  const opener = page.getByRole('button', { name: 'Versions', exact: true });
  await press(page, opener);
  const versions = beside(page, `Versions of ${name}`);
  await expect(versions.getByText(/^Version 2/)).toBeVisible();
  await lookAtBoth(page, 'own-rule-versions');
  await press(page, versions.getByRole('button', { name: 'Restore version 1' }));
  await expect(versions.getByText(/^Version 3/)).toBeVisible();
  await expectFocusKept(page, 'restoring a version');
  await close(page, versions, opener);

  const backtest = page.getByRole('button', { name: 'Back-test', exact: true });
  await press(page, backtest);
  const dialog = page.getByRole('dialog', { name: `Back-test of ${name}` });
  await typeDay(page, dialog.getByLabel('From'), await dialog.getByLabel('To', { exact: true }).inputValue());
  await press(page, dialog.getByRole('button', { name: 'Run back-test' }));
  await expect(dialog.getByRole('heading', { name: /^[\d,]+ runs?, [\d,]+ changes?/ })).toBeVisible({
    timeout: trialMs,
  });
  await expectFocusKept(page, 'a back-test that has ended');
  await lookAtBoth(page, 'own-rule-back-test', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(backtest).toBeFocused();
});

test('rules that pull against each other are on a page of their own', async ({ page }) => {
  await openRules(page);
  await press(page, page.getByRole('button', { name: 'Conflicts' }));
  const conflicts = page.getByRole('region', { name: 'Conflicts', exact: true });
  const settled = conflicts.and(page.locator('[aria-busy="false"]')).getByRole('heading').first();
  await expect(settled.or(page.getByText('No rules pull against each other'))).toBeVisible({ timeout: trialMs });
  await lookAtBoth(page, 'conflicts');
  await press(page, page.getByRole('link', { name: 'All rules' }));
  await expect(page.getByRole('link', { name })).toBeVisible();
});

test('labels are made, named anew and deleted', async ({ page }) => {
  await openSignedIn(page, '/client/settings');
  const manage = page.getByRole('button', { name: /^Manage Labels of/ }).first();
  await press(page, manage);
  const label = `Keys ${Date.now().toString(36)}`;
  await typeInto(page, page.getByLabel('New label'), label);
  await page.keyboard.press('Enter');
  const rename = page.getByRole('button', { name: `Rename ${label}` });
  await expect(rename).toBeVisible();
  await lookAtBoth(page, 'labels', '[data-labels]');
  await press(page, rename);
  await typeInto(page, page.getByLabel('Name', { exact: true }), `${label} b`);
  await page.keyboard.press('Enter');
  const remove = page.getByRole('button', { name: `Delete ${label} b` });
  await expect(remove).toBeVisible();
  await expectFocusKept(page, 'naming a label anew');
  await press(page, remove);
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect(remove).toHaveCount(0);
  await expectFocusKept(page, 'deleting a label');
});

test('the rule is deleted after a question', async ({ page }) => {
  await openRules(page);
  await lookAtBoth(page, 'own-rules-list');
  await press(page, menuOf(page, name));
  const wanted = page.getByRole('menuitem', { name: 'Delete' });
  for (let moves = 0; moves < 20 && !(await hasFocus(wanted)); moves += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }));
  await expect(toast(page, `${name} deleted`)).toBeVisible();
  await expectFocusKept(page, 'deleting');
});
