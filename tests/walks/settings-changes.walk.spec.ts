import { expect, type Page, test } from '@playwright/test';
import { reportsPage } from '../e2e/reports-page.ts';
import { firstFiguresMs, openSignedIn } from '../e2e/signed-in.ts';
import { expectFocusKept, moveTo, press, tabTo, typeInto } from './support/by-keys.ts';
import { lookAt } from './support/look-at.ts';

// Everything here is done with keys alone, on campaigns that the story makes itself.
test.describe.configure({ mode: 'serial' });

const made = Date.now().toString(36);
const skag = `Keys SKAG ${made}`;
const discovery = `Keys Discovery ${made}`;

const tool = (page: Page, group: string, name: string) =>
  page.getByRole('region', { name: group }).getByRole('link', { name: new RegExp(`^${name}`) });
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first();

/** Fills in what both forms that create a campaign have. */
async function describeCampaign(page: Page, form: ReturnType<Page['getByRole']>, name: string): Promise<void> {
  await typeInto(page, form.getByRole('textbox', { name: 'Name' }), name);
  await press(page, form.getByRole('button', { name: /^Countries/ }));
  await page.keyboard.type('ireland');
  await press(page, page.getByRole('checkbox', { name: /^Ireland/ }), 'Space');
  await page.keyboard.press('Escape');
  await typeInto(page, form.getByRole('textbox', { name: /^Daily budget/ }), '$40');
  await typeInto(page, form.getByRole('textbox', { name: /^CPT/ }), '0.90');
}

/** Finds the one row of a name in the table by its filter. */
async function findRow(page: Page, name: string) {
  const { rows, grid } = reportsPage(page);
  await expect(rows.first()).toBeVisible({ timeout: firstFiguresMs });
  await typeInto(page, page.getByRole('searchbox', { name: 'Filter rows' }), name);
  await expect(rows).toHaveCount(1);
  await tabTo(page, grid.locator('[tabindex="0"]'));
  return rows.first();
}

test('a SKAG campaign is created, and keywords are added to it', async ({ page }) => {
  await openSignedIn(page, '/client/management/tools');
  await expect(tool(page, 'SKAG Campaigns', 'Create')).toBeVisible({ timeout: firstFiguresMs });
  await lookAt(page, 'tools');
  await press(page, tool(page, 'SKAG Campaigns', 'Create'));
  const form = page.getByRole('complementary', { name: 'Create SKAG campaign' });
  await expect(form.getByRole('heading', { name: 'Create SKAG campaign' })).toBeFocused();
  await describeCampaign(page, form, skag);
  await typeInto(page, form.getByRole('textbox', { name: 'Keywords', exact: true }), 'quiet rain\nquiet sea\n!!!');
  await press(page, form.getByRole('button', { name: 'Create campaign' }));
  await expect(form.getByRole('alert')).toContainText('Contains no letters or digits');
  await lookAt(page, 'create-skag');
  await press(page, form.getByRole('button', { name: 'Fix it' }));
  await expectFocusKept(page, 'after Fix it');
  await press(page, form.getByRole('button', { name: 'Create campaign' }));
  await expect(toast(page, 'Campaign successfully created')).toBeVisible({ timeout: 60_000 });
  await expectFocusKept(page, 'after the form was sent');
  await lookAt(page, 'created-skag');

  await press(page, tool(page, 'SKAG Campaigns', 'Add keywords'));
  const adding = page.getByRole('complementary', { name: 'Add keywords to a SKAG campaign' });
  await typeInto(page, adding.getByRole('combobox', { name: 'Campaign' }), skag);
  await expect(page.getByRole('option', { name: new RegExp(skag) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(page, adding.getByRole('textbox', { name: /^CPT/ }), '1.10');
  await typeInto(page, adding.getByRole('textbox', { name: 'Keywords', exact: true }), 'quiet wind');
  await lookAt(page, 'add-keywords');
  await press(page, adding.getByRole('button', { name: 'Add keywords' }));
  await expect(toast(page, 'Keywords successfully added')).toBeVisible({ timeout: 60_000 });
});

test('a Discovery campaign is created, and keywords are added to it', async ({ page }) => {
  await openSignedIn(page, '/client/management/tools');
  await press(page, tool(page, 'Discovery Campaigns', 'Create'));
  const form = page.getByRole('complementary', { name: 'Create Discovery campaign' });
  await describeCampaign(page, form, discovery);
  await typeInto(page, form.getByRole('textbox', { name: /^Broad keywords/ }), 'quiet');
  await lookAt(page, 'create-discovery');
  await press(page, form.getByRole('button', { name: 'Create campaign' }));
  await expect(toast(page, 'Campaign successfully created')).toBeVisible({ timeout: 60_000 });

  await press(page, tool(page, 'Discovery Campaigns', 'Add keywords'));
  const adding = page.getByRole('complementary', { name: 'Add keywords to Discovery' });
  await typeInto(page, adding.getByRole('combobox', { name: 'Campaign' }), discovery);
  await expect(page.getByRole('option', { name: new RegExp(discovery) })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await typeInto(page, adding.getByRole('textbox', { name: /^CPT/ }), '0.80');
  await typeInto(page, adding.getByRole('textbox', { name: /^Broad keywords/ }), 'calm');
  await press(page, adding.getByRole('button', { name: 'Add keywords' }));
  await expect(toast(page, 'Keywords successfully added')).toBeVisible({ timeout: 60_000 });
});

test('bids and goals of its ad groups are edited, one by one and in bulk, and taken back', async ({ page }) => {
  await openSignedIn(page, '/client/reports');
  const { rows, grid, cell } = reportsPage(page);
  await findRow(page, skag);
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('columnheader', { name: 'Ad group' })).toBeVisible();
  await expect(rows).toHaveCount(3);

  const goal = await cell(rows.first(), 'cpa_goal');
  await moveTo(page, goal);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('group', { name: 'Pending edits' });
  await expect(bar.getByRole('status')).toContainText('1 goal');
  await lookAt(page, 'pending-edits', 'fieldset');
  await press(page, bar.getByRole('button', { name: 'Bulk bids edit' }));
  const bulk = page.getByRole('dialog', { name: 'Bulk bids edit' });
  await tabTo(page, bulk.getByRole('radio', { name: 'Set new' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, bulk.getByRole('radio', { name: 'Amount' }));
  await page.keyboard.press('ArrowRight');
  await typeInto(page, bulk.getByRole('textbox', { name: 'Value' }), '10');
  await expect(bulk.getByText('Affects 3 of 3 rows')).toBeVisible();
  await lookAt(page, 'bulk-edit', '[role="dialog"]');
  await press(page, bulk.getByRole('button', { name: 'Preview' }));
  const preview = page.getByRole('dialog', { name: /^Preview/ });
  await lookAt(page, 'preview', '[role="dialog"]');
  await press(page, preview.getByRole('button', { name: /^Submit/ }));
  await expect(toast(page, '4 edits updated')).toBeVisible();
  await expect(await cell(rows.filter({ hasText: 'quiet wind' }), 'cpt_bid')).toHaveText('1.21');

  await page.goto('/client/management/history');
  const undo = page.getByRole('button', { name: /^Undo 4 settings/ }).first();
  await press(page, undo);
  const panel = page.getByRole('complementary', { name: /^Undo 4 settings/ });
  await lookAt(page, 'undo');
  await press(page, panel.getByRole('button', { name: /^Undo \d/ }));
  await expect(toast(page, /4 restored/)).toBeVisible();
  await expectFocusKept(page, 'after the undo');
});

test('campaigns are paused, activated and deleted', async ({ page }) => {
  await openSignedIn(page, '/client/management');
  for (const name of [skag, discovery]) {
    const row = await findRow(page, name);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Space');
    await expect(page.getByText('1 selected')).toBeVisible();
    if (name === skag) await lookAt(page, 'management');
    for (const [action, status] of [
      ['Pause', 'Paused'],
      ['Activate', 'Active'],
    ] as const) {
      await press(page, page.getByRole('button', { name: action, exact: true }));
      await expect(row).toContainText(status);
    }
    await press(page, page.getByRole('button', { name: 'Delete', exact: true }));
    const dialog = page.getByRole('alertdialog');
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    if (name === skag) await lookAt(page, 'delete', '[role="alertdialog"]');
    await press(page, dialog.getByRole('button', { name: 'Delete' }));
    await expect(toast(page, '1 campaign deleted')).toBeVisible();
    await expect(row).toContainText('Deleted');
    await expectFocusKept(page, 'after the deletion');
  }
});
