import { expect, type Locator, test } from '@playwright/test';
import { reportsPage } from '../e2e/reports-page.ts';
import { firstFiguresMs, openSignedIn } from '../e2e/signed-in.ts';
import {
  choose,
  chooseAction,
  expectFocusKept,
  press,
  tabBackTo,
  tabTo,
  typeDay,
  typeInto,
} from './support/by-keys.ts';
import { lookAt } from './support/look-at.ts';
import { beside, close, menuOf, openRule, openRules, past, rowOf, toast } from './support/rules-page.ts';

// Everything here is done with keys alone. The rule is the story's own; the demo's rules have a past to look at.
test.describe.configure({ mode: 'serial' });

const name = `Keys rule ${Date.now().toString(36)}`;
const campaign = 'US | Brand | Exact';

test('a rule is added with a preview of what it would do, edited, and given another campaign', async ({ page }) => {
  await openRules(page);
  await lookAt(page, 'rules');
  const add = page.getByRole('button', { name: 'Add', exact: true });
  await press(page, add);
  const form = beside(page, 'Add automation');
  await expect(form.getByRole('heading', { name: 'Add automation' })).toBeFocused();
  await press(page, form.getByRole('button', { name: 'Create rule' }));
  await expect(form.getByText('Automation type is required')).toBeVisible();
  const type = form.getByRole('combobox', { name: 'Automation type' });
  await expect(type).toBeFocused();
  await lookAt(page, 'rule-form-refused', 'aside');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await choose(page, type, 'Raise bids');
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), name);
  await choose(page, form.getByRole('combobox', { name: 'Updates per day' }), '8');
  await choose(page, form.getByRole('combobox', { name: 'Campaign type' }), 'Regular');
  await choose(page, form.getByRole('combobox', { name: 'Step' }), 'Constant');
  await typeInto(page, form.getByRole('textbox', { name: /^Step value/ }), '0.05');
  await typeInto(page, form.getByRole('textbox', { name: /^Impressions cap/ }), '9000000');
  await typeInto(page, form.getByRole('textbox', { name: /^CPT bid cap/ }), '$20');
  await typeInto(page, form.getByRole('searchbox'), campaign);
  await press(page, form.getByRole('checkbox', { name: campaign }), 'Space');
  await expect(form.getByText(/^1 campaign chosen/)).toBeVisible();
  await expect(form.getByText(/\d keywords?, \d+ raised, \d+ at a cap/)).toBeVisible();
  await expect(form.getByRole('button', { name: 'Count again' })).toBeVisible();
  await lookAt(page, 'rule-form', 'aside');
  await press(page, form.getByRole('button', { name: 'Count again' }));
  await expect(form.getByRole('button', { name: /^(Count again|Stop counting)$/ })).toBeFocused();
  await press(page, form.getByRole('button', { name: 'Create rule' }));
  await expect(toast(page, 'Automated campaign successfully created')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(add).toBeFocused();

  await chooseAction(page, menuOf(page, name), 'Edit');
  const editing = beside(page, `Edit ${name}`);
  await typeInto(page, editing.getByRole('textbox', { name: /^CPA cap/ }), '25');
  await lookAt(page, 'rule-edit', 'aside');
  await press(page, editing.getByRole('button', { name: 'Save' }));
  await expect(toast(page, 'Automated campaign successfully updated')).toBeVisible();
  await expect(editing).toHaveCount(0);
  await expect(menuOf(page, name)).toBeFocused();

  await chooseAction(page, menuOf(page, name), 'Apply to');
  const applying = beside(page, `Apply ${name} to`);
  await typeInto(page, applying.getByRole('searchbox'), 'UK AU CA NZ IE');
  await press(page, applying.getByRole('checkbox', { name: 'UK AU CA NZ IE | Brand' }), 'Space');
  await lookAt(page, 'rule-apply', 'aside');
  await press(page, applying.getByRole('button', { name: 'Save' }));
  await expect(rowOf(page, name)).toContainText('2 campaigns');
  await expect(menuOf(page, name)).toBeFocused();
});

test('it is paused, started, and run now; its mail is switched on and off', async ({ page }) => {
  await openRules(page);
  const running = page.getByRole('switch', { name: `Run ${name}` });
  for (const [key, state] of [
    ['Space', 'Paused'],
    ['Space', 'Running'],
  ] as const) {
    await press(page, running, key);
    await expect(rowOf(page, name)).toContainText(state);
    await expect(running).toBeFocused();
  }
  for (const [action, state] of [
    ['Pause', 'Paused'],
    ['Start', 'Running'],
  ] as const) {
    await chooseAction(page, menuOf(page, name), action);
    await expect(rowOf(page, name)).toContainText(state);
    await expect(menuOf(page, name)).toBeFocused();
  }
  for (const [action, message] of [
    ['Stop notifications', 'You receive no notifications of this rule'],
    ['Receive notifications', 'You receive notifications of this rule'],
  ] as const) {
    await chooseAction(page, menuOf(page, name), action);
    await expect(toast(page, message)).toBeVisible();
    await expect(menuOf(page, name)).toBeFocused();
  }
  await chooseAction(page, menuOf(page, name), 'Run now');
  await expect(page.getByRole('heading', { name: /^Run/ }).last()).toContainText('Run by hand');
  await expect(page.getByText(/\d+ keywords? checked, \d+ raised/)).toBeVisible();
  await expectFocusKept(page, 'running now');
  await lookAt(page, 'rule-run-now');
});

test('logs are filtered and lead to why a unit was treated so, and why not', async ({ page }) => {
  await openRules(page);
  await chooseAction(page, menuOf(page, past), 'View logs');
  const logs = beside(page, `Logs of ${past}`);
  const rows = logs.getByRole('list', { name: 'Log' }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  await lookAt(page, 'logs', 'aside');
  await typeInto(page, logs.getByRole('searchbox'), 'zzz');
  await expect(logs.getByText('No row matches')).toBeVisible();
  await typeInto(page, logs.getByRole('searchbox'), 'Raised the bid');
  await choose(page, logs.getByRole('combobox', { name: 'Rows' }), 'Keywords and terms');
  await expect(async () => {
    const older = logs.getByRole('button', { name: 'Load older' });
    if ((await rows.count()) === 0 && (await older.isVisible())) await press(page, older);
    await expect(rows.first()).toContainText('Raised the bid', { timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await press(page, rows.first().getByRole('button', { name: /^Why/ }));
  const why = beside(page, 'Why did this bid change?');
  await expect(why.getByRole('heading').first()).toBeFocused();
  await expect(why.getByText('How the new bid was made')).toBeVisible();
  await lookAt(page, 'why');
  await press(page, why.getByRole('button', { name: 'View logs' }));
  await expect(logs.getByRole('heading').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(logs).toHaveCount(0);
  await expectFocusKept(page, 'closing logs');

  const reasons = page.getByRole('table').last();
  const kept = page
    .getByRole('row')
    .filter({ hasText: /Skipped|Reached|Limited|Completed/ })
    .first()
    .getByRole('button');
  await expect(reasons).toBeVisible();
  await press(page, kept);
  const whyNot = beside(page, 'Why did this bid not change?');
  await expect(whyNot.getByRole('heading').first()).toBeFocused();
  await lookAt(page, 'why-not', 'aside');
  await close(page, whyNot, kept);
});

test('the page of a rule shows bids over time, units at each cap, and what changed since it began', async ({
  page,
}) => {
  await openRule(page, past);
  const chart = page.getByRole('img', { name: /^Bids over time/ });
  await expect(chart).toBeVisible({ timeout: 120_000 });
  await lookAt(page, 'rule');
  const asTable = page.getByRole('button', { name: 'Show as table' });
  await press(page, asTable);
  const asChart = page.getByRole('button', { name: 'Show as chart' });
  await expect(asChart).toBeFocused();
  await lookAt(page, 'rule-bids-table');
  await page.keyboard.press('Enter');
  await expect(asTable).toBeFocused();
  await tabTo(page, chart);
  await page.keyboard.press('ArrowLeft');
  await expect(
    page
      .locator('[aria-live="polite"]')
      .filter({ hasText: /:.*\d\.\d\d/ })
      .first(),
  ).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Caps' })).toBeVisible();
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: /reached|limited|over/ })
      .first(),
  ).toBeVisible();
  const since = page.getByRole('region', { name: 'Since the rule began' });
  await expect(since).toContainText(/bid change/);
  await since.scrollIntoViewIfNeeded();
  await lookAt(page, 'rule-since');
  const runs = page.getByRole('combobox', { name: 'Run', exact: true });
  await choose(page, page.getByRole('combobox', { name: 'Verdict' }), 'All verdicts');
  await choose(page, runs, 'If it ran now');
  await expect(page.getByRole('heading', { name: 'If it ran now' })).toBeVisible();
  await expect(runs).toBeFocused();
  await choose(page, runs, 'Newest run');
  await tabBackTo(page, page.getByRole('button', { name: 'Dry run' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Nothing is recorded or sent/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dry run' })).toBeFocused();
  await lookAt(page, 'dry-run');
});

test('a back-test is begun, cancelled, begun again for one day, and reports slot by slot', async ({ page }) => {
  await openRule(page, name);
  const opener = page.getByRole('button', { name: 'Back-test' });
  await press(page, opener);
  const dialog = page.getByRole('dialog', { name: `Back-test of ${name}` });
  const begin = dialog.getByRole('button', { name: /^Run / });
  await press(page, begin);
  await expect(dialog.getByText(/^Evaluating 30 days/)).toBeVisible();
  await lookAt(page, 'back-test-running', '[role="dialog"]');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The back-test was cancelled')).toBeVisible();
  await expect(begin).toBeFocused();
  await typeDay(page, dialog.getByLabel('From'), await dialog.getByLabel('To', { exact: true }).inputValue());
  // Of the runs there were: slots every half minute come to more decisions than one back-test holds.
  await press(page, dialog.getByRole('checkbox', { name: 'With the rule version of each slot' }), 'Space');
  await press(page, begin);
  await expect(dialog.getByRole('heading', { name: /^[\d,]+ slots?, [\d,]+ raises?/ })).toBeVisible({
    timeout: 120_000,
  });
  await expect(begin).toBeFocused();
  await press(page, dialog.getByRole('button', { name: /^Show decisions of/ }).first());
  await expect(dialog.getByRole('heading', { name: /^Decisions of this slot/ })).toBeVisible();
  await lookAt(page, 'back-test', '[role="dialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('it is a shadow for a while, and then changes real bids', async ({ page }) => {
  await openRules(page);
  await chooseAction(page, menuOf(page, name), 'Switch to shadow mode');
  await expect(rowOf(page, name)).toContainText('Shadow');
  await expect(menuOf(page, name)).toBeFocused();
  await press(page, page.getByRole('link', { name }));
  const promote = page.getByRole('button', { name: 'Promote to live' });
  await expect(promote).toBeVisible();
  await expect(page.getByText(/would be raised/)).toBeVisible({ timeout: 90_000 });
  await lookAt(page, 'shadow');
  await press(page, promote);
  await expect(toast(page, `${name} changes real bids from its next slot`)).toBeVisible();
  await expect(promote).toHaveCount(0);
  await expectFocusKept(page, 'promoting');
});

test('the bid cell of Reports leads to why the bid is what it is', async ({ page }) => {
  await openSignedIn(page, '/client/reports');
  const { rows, grid, cell } = reportsPage(page);
  await expect(rows.first()).toBeVisible({ timeout: firstFiguresMs });
  await typeInto(page, page.getByRole('searchbox', { name: 'Filter rows' }), 'US | Sleep stories page');
  await expect(rows).toHaveCount(1);
  await tabTo(page, grid.locator('[tabindex="0"]'));
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Ad group' })).toBeVisible();
  await expect(rows.first().getByRole('rowheader')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Keyword' })).toBeVisible();
  await expect(rows.first().getByRole('rowheader')).toBeFocused();
  const bid = await cell(rows.first(), 'cpt_bid');
  for (let step = 0; step < 60 && !(await isFocused(bid)); step += 1) await page.keyboard.press('ArrowRight');
  for (let row = 0; row < 30; row += 1) {
    if (/Rule/.test((await page.getByRole('tooltip').textContent()) ?? '')) break;
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('tooltip').getByRole('button')).toBeVisible();
  }
  await lookAt(page, 'bid-cell', '[role="tooltip"]');
  await page.keyboard.press('Control+i');
  const why = beside(page, /^Why did this bid/);
  await expect(why.getByRole('heading').first()).toBeFocused();
  await lookAt(page, 'why-from-reports', 'aside');
  await page.keyboard.press('Escape');
  await expect(why).toHaveCount(0);
  await expectFocusKept(page, 'closing why');
});

const isFocused = (element: Locator): Promise<boolean> =>
  element.evaluate((node) => node === node.ownerDocument.activeElement);

test('it is deleted after a question', async ({ page }) => {
  await openRules(page);
  const menu = menuOf(page, name);
  await chooseAction(page, menu, 'Delete');
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await lookAt(page, 'rule-delete', '[role="alertdialog"]');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(menu).toBeFocused();
  await chooseAction(page, menu, 'Delete');
  await press(page, dialog.getByRole('button', { name: 'Delete' }));
  await expect(toast(page, `${name} deleted`)).toBeVisible();
  await expect(rowOf(page, name)).toHaveCount(0);
  await expectFocusKept(page, 'deleting');
});
