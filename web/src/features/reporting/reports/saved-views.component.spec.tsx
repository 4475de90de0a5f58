import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openReports, press, table } from '../../../testing/screens/open-reports.ts';

it('a saved view comes back by its name, and Reports opens with it when that is chosen', async () => {
  const { address } = await openReports();
  await expect.poll(table.names).toHaveLength(3);
  await page.getByRole('tab', { name: 'Full report' }).click();
  table.header('taps')?.click();
  await expect.poll(address).toContain('sort=-taps');
  const menu = page.getByRole('dialog', { name: 'Saved views' });
  await press('Saved views');
  await menu.getByLabelText('Name of this view').fill('By taps');
  await menu.getByRole('button', { name: 'Save view' }).click();
  await menu.getByRole('button', { name: 'Open Reports with By taps' }).click();
  await userEvent.keyboard('{Escape}');

  await page.getByRole('tab', { name: 'Short report' }).click();
  table.header('spend')?.click();
  await expect.poll(() => table.sorted('spend')).not.toBe('none');
  await press('Saved views');
  await menu.getByRole('button', { name: 'By taps', exact: true }).click();
  await expect.poll(() => table.sorted('taps')).toBe('descending');
  await expect.element(page.getByRole('tab', { name: 'Full report', selected: true })).toBeVisible();

  const again = await openReports();
  await expect.poll(again.address).toMatch(/tab=full&sort=-taps/);
  await press('Saved views');
  await menu.getByRole('button', { name: 'Delete By taps' }).click();
  await expect.element(menu.getByText(/^No saved views yet/)).toBeVisible();
});
