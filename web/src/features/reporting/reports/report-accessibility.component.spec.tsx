import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { openReports, press, table } from '../../../testing/screens/open-reports.ts';
import { timedOut } from '../../../testing/stand-in-server.ts';

const loaded = () => expect.poll(table.names).toHaveLength(3);
const dialog = (name: string) => page.getByRole('dialog', { name });
const leave = () => userEvent.keyboard('{Escape}');

describe('Reports has no accessibility fault in either theme', () => {
  it('loaded, with its scope open, without a matching row', async () => {
    await openReports('');
    await loaded();
    await expectAccessible('loaded');
    await press(/Last 7 days/);
    await expect.element(dialog('Date range')).toBeVisible();
    await expectAccessible('range', '[role="dialog"]');
    await leave();
    await press(/^Filter/);
    await expect.element(page.getByRole('checkbox', { name: /Germany/ })).toBeVisible();
    await expectAccessible('filter', '[role="dialog"]');
    await leave();
    await page.getByRole('searchbox', { name: 'Filter rows' }).fill('no such row');
    await expect.element(page.getByRole('heading', { name: 'No row matches' })).toBeVisible();
    await expectAccessible('no match');
  });

  it('with all that its tools open', async () => {
    await openReports('');
    await loaded();
    await press('Columns');
    await expect.element(dialog('Columns')).toBeVisible();
    await expectAccessible('columns', '[role="dialog"]');
    await leave();
    await press('Saved views');
    await page.getByLabelText('Name of this view').fill('Mine');
    await press('Save view');
    await expectAccessible('saved views', '[role="dialog"]');
    await leave();
    table.name()?.focus();
    await userEvent.keyboard('?');
    await expect.element(dialog('Keyboard shortcuts')).toBeVisible();
    await expectAccessible('shortcuts', '[role="dialog"]');
  });

  it('compared, with products, of keywords, on a phone', async () => {
    await openReports('?compare=previous&tab=full');
    await loaded();
    await expectAccessible('compared');
    await page.getByRole('tab', { name: 'In-Apps details' }).click();
    await expect.poll(() => table.header('product:moon.month:count')).not.toBeNull();
    await expectAccessible('products');
    await openReports('?campaign_id=501&ad_group_id=601', { width: 390, height: 844 });
    await expect.poll(table.names).toEqual(['sleep timer']);
    await expectAccessible('keywords on a phone');
  });

  it('when the answer does not come', async () => {
    await openReports('', { responses: { 'GET /api/asa/campaigns': timedOut } });
    await expect.element(page.getByText('The request took too much time to execute.').first()).toBeVisible();
    await expectAccessible('failed');
  });
});
