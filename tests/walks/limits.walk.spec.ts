import { expect, test } from '@playwright/test';
import { press, tabTo, typeInto } from './support/by-keys.ts';
import { lookAt } from './support/look-at.ts';
import { type OwnTeam, startOwnTeam } from './support/own-team.ts';

let team: OwnTeam;
test.beforeAll(async () => {
  team = await startOwnTeam();
});
test.afterAll(() => team.stop());

test('limits are edited and saved, and what writes by itself is stopped and released', async ({ page }) => {
  await team.open(page, team.owner, '/client/management/guardrails');
  const factor = page.getByRole('textbox', { name: 'Bid in one step, factor' });
  const mode = page.getByRole('combobox', { name: 'Bid in one step, for people' });
  const save = page.getByRole('button', { name: 'Save' });
  await typeInto(page, factor, '0');
  await page.keyboard.press('Tab');
  await press(page, save);
  await expect(factor).toBeFocused();
  await expect(page.getByRole('alert')).toContainText('Some limits cannot be saved');
  await lookAt(page, 'guardrails-fault');
  await press(page, page.getByRole('button', { name: 'Cancel' }));
  await expect(save).toBeFocused();

  await typeInto(page, factor, '2.5');
  await tabTo(page, mode);
  await page.keyboard.type('Confirm');
  await expect(page.getByText('2 limits changed, not saved')).toBeVisible();
  await lookAt(page, 'guardrails-edited');
  await press(page, save);
  await expect(page.getByText('Guardrails saved')).toBeVisible();
  await expect(save).toBeFocused();
  await page.reload();
  await expect(factor).toHaveValue('2.5');
  await expect(mode).toHaveValue('confirm');

  await press(page, page.getByRole('button', { name: 'Stop all', exact: true }));
  const release = page.getByRole('button', { name: 'Release Stop all' });
  await expect(release).toBeFocused();
  await expect(page.getByText(/^Stop all is active for the whole team/)).toBeVisible();
  await lookAt(page, 'stopped');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Stop all', exact: true })).toBeFocused();
  await expect(page.getByText(/^Stop all is active/)).toHaveCount(0);
});
