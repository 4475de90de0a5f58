import { expect, test } from '@playwright/test';
import { reportsPage } from '../e2e/reports-page.ts';
import { firstFiguresMs } from '../e2e/signed-in.ts';
import { moveTo, press, tabTo, typeInto } from './support/by-keys.ts';
import { lookAt } from './support/look-at.ts';
import { type OwnTeam, startOwnTeam } from './support/own-team.ts';

let team: OwnTeam;
test.beforeAll(async () => {
  team = await startOwnTeam();
});
test.afterAll(() => team.stop());

const sets = '/client/management/change_sets';

test('edits are collected, approved by a second person, applied, and taken back as one', async ({ page, browser }) => {
  await team.open(page, team.owner, '/client/management/guardrails');
  const second = page.getByRole('checkbox', { name: /^A second person approves change sets/ });
  await press(page, second, 'Space');
  await press(page, page.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Guardrails saved')).toBeVisible();

  await team.open(page, team.owner, `/client/reports?campaign_id=${team.campaignId}`);
  const { rows, grid, cell } = reportsPage(page);
  await expect(rows.first()).toBeVisible({ timeout: firstFiguresMs });
  await tabTo(page, grid.locator('[tabindex="0"]'));
  await page.keyboard.press('Control+Home');
  await moveTo(page, await cell(rows.first(), 'cpt_bid'));
  // Enter keeps a bid and goes to the row below.
  await page.keyboard.type('1.1');
  await page.keyboard.press('Enter');
  await page.keyboard.type('2.2');
  await page.keyboard.press('Enter');
  const bar = page.getByRole('group', { name: 'Pending edits' });
  await expect(bar.getByRole('status')).toContainText('2 bids');
  await press(page, bar.getByRole('button', { name: 'Add to change set' }));
  const adding = page.getByRole('dialog', { name: 'Add 2 bids to a change set' });
  await typeInto(page, adding.getByRole('textbox', { name: 'Name' }), 'Holiday week');
  await lookAt(page, 'add-to-change-set', '[role="dialog"]');
  await press(page, adding.getByRole('button', { name: 'Add to change set' }));
  await expect(page.getByText('2 bids added to Holiday week')).toBeVisible();
  await press(page, page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Open' }));

  const panel = page.getByRole('complementary', { name: 'Holiday week' });
  const title = panel.getByRole('heading', { name: 'Holiday week' });
  await expect(title).toBeFocused();
  await lookAt(page, 'change-set-draft');
  await typeInto(page, panel.getByRole('textbox', { name: /^Comment/ }), 'Before the holidays');
  await press(page, panel.getByRole('button', { name: 'Submit' }));
  await expect(panel.getByText('Waits for approval')).toBeVisible();
  await expect(title).toBeFocused();
  await expect(panel.getByText('A second person approves this change set.')).toBeVisible();

  const other = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await team.open(other, team.colleague, sets);
  await press(other, other.getByRole('button', { name: 'Holiday week' }));
  const theirs = other.getByRole('complementary', { name: 'Holiday week' });
  await expect(theirs.getByRole('heading', { name: 'Holiday week' })).toBeFocused();
  await typeInto(other, theirs.getByRole('textbox', { name: /^Comment/ }), 'Looks right');
  await lookAt(other, 'change-set-approval');
  await press(other, theirs.getByRole('button', { name: 'Approve' }));
  await expect(theirs.getByText(/approved by Ben Example/)).toBeVisible();
  await expect(theirs.getByRole('heading', { name: 'Holiday week' })).toBeFocused();
  await other.context().close();

  // It is seen by the first person without a reload.
  await expect(panel.getByText(/approved by Ben Example/)).toBeVisible();
  await press(page, panel.getByRole('button', { name: 'Apply now' }));
  await expect(page.getByText('Holiday week applied')).toBeVisible();
  expect(team.bids()).toEqual(['1.1', '2.2']);
  await expect(title).toBeFocused();
  await lookAt(page, 'change-set-applied');

  const undoing = page.getByRole('complementary', { name: /^Undo 2 bids/ });
  await expect(async () => {
    await press(page, panel.getByRole('button', { name: 'Undo the change set' }));
    await expect(undoing).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await lookAt(page, 'change-set-undo');
  await press(page, undoing.getByRole('button', { name: 'Undo 2 bids' }));
  await expect(page.getByText('2 restored')).toBeVisible();
  expect(team.bids()).toEqual(['1', '2']);
  await expect(title).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Holiday week' })).toBeFocused();
});
