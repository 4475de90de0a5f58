import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openReports, press, table } from '../../../testing/screens/open-reports.ts';
import { reportCalls } from '../../../testing/screens/open-scheduled-reports.ts';

/** Where reports are scheduled, there are none yet. */
const responses = { [`GET ${reportCalls}`]: { status: 'ok', schedules: [] } };

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

  const again = await openReports('', { responses });
  await expect.poll(again.address).toMatch(/tab=full&sort=-taps/);
  await press('Saved views');
  await menu.getByRole('button', { name: 'Schedule By taps' }).click();
  await expect
    .poll(again.address)
    .toMatch(/^\/client\/automation\/reports\?.*tab=full&sort=-taps&panel=new&name=By\+taps$/);
  const report = page.getByRole('complementary', { name: 'New report' });
  await report.getByLabelText('Name', { exact: true }).fill('Taps of the week');
  await expect.element(report.getByLabelText('Name', { exact: true })).toHaveValue('Taps of the week');
});

it('what is shown is scheduled with its labels, and a saved view can be deleted', async () => {
  localStorage.clear();
  const { address } = await openReports('?labels=3,5&country=US', { responses });
  const menu = page.getByRole('dialog', { name: 'Saved views' });
  await press('Saved views');
  await menu.getByLabelText('Name of this view').fill('By taps');
  await menu.getByRole('button', { name: 'Save view' }).click();
  await menu.getByRole('button', { name: 'Delete By taps' }).click();
  await expect.element(menu.getByText(/^No saved views yet/)).toBeVisible();
  await menu.getByRole('button', { name: 'Schedule what is shown' }).click();
  await expect.poll(address).toMatch(/^\/client\/automation\/reports\?.*country=US&labels=3%2C5&panel=new$/);
  const report = page.getByRole('complementary', { name: 'New report' });
  await expect.element(report.getByText('Campaigns, Short report, US, 2 labels')).toBeVisible();
});
