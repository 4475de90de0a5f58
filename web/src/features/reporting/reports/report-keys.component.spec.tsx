import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { openReports, table } from '../../../testing/screens/open-reports.ts';

const loaded = () => expect.poll(table.names).toHaveLength(3);
const focus = (name: string | RegExp) => {
  const button = page.getByRole('button', { name });
  (button.element() as HTMLElement).focus();
  return button;
};

describe('Reports by keys', () => {
  it('moves through cells, to headers that sort, and down and up the levels', async () => {
    await openReports();
    await loaded();
    table.name()?.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => document.activeElement?.getAttribute('aria-colindex')).toBe('2');
    await userEvent.keyboard('{End}');
    const last = table.grid()?.getAttribute('aria-colcount');
    await expect.poll(() => document.activeElement?.getAttribute('aria-colindex')).toBe(last);
    await userEvent.keyboard('{Home}');
    await expect.poll(() => document.activeElement).toBe(table.name());
    await userEvent.keyboard('{Control>}{End}{/Control}');
    const lastRow = table.grid()?.getAttribute('aria-rowcount');
    const rowOfFocus = () => document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
    await expect.poll(rowOfFocus).toBe(lastRow);
    await userEvent.keyboard('{Control>}{Home}{/Control}');
    await expect.poll(() => document.activeElement === table.name()).toBe(true);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    await expect.poll(() => document.activeElement).toBe(table.header('name'));
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => table.sorted('name')).toBe('descending');
    await expect.poll(() => document.activeElement).toBe(table.header('name'));
    await userEvent.keyboard('{Control>}{Home}{/Control}{Enter}');
    await expect.poll(table.names).toEqual(['Exact']);
    await expect.poll(() => document.activeElement === table.name()).toBe(true);
    await userEvent.keyboard('{Backspace}');
    await loaded();
    await expect.poll(() => document.activeElement?.getAttribute('role')).toBe('rowheader');
    await userEvent.keyboard('/');
    await expect.element(page.getByRole('searchbox', { name: 'Filter rows' })).toHaveFocus();
  });

  it('has one tab stop in the table, whose focus outlives scrolling out of view', async () => {
    const many = Array.from({ length: 200 }, (_, index) => ({
      id: 1000 + index,
      name: `Campaign ${index}`,
      base: sums({ spend: 500 - index, taps: 30, installs: 12 }),
    }));
    await openReports('?tab=full', { responses: { 'GET /api/asa/campaigns': report(many) } });
    await expect.poll(() => table.names()[0]).toBe('Campaign 0');
    expect(table.grid()?.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    const first = table.name();
    first?.focus();
    const box = table.grid();
    box?.scrollTo({ top: box.scrollHeight, left: box.scrollWidth });
    await expect.poll(table.names).toContain('Campaign 199');
    expect(table.names()).not.toContain('Campaign 20');
    await expect.poll(() => document.activeElement).toBe(first);
  });

  it('selects a block with Shift and arrows, and Ctrl+C copies it with all digits', async () => {
    await openReports();
    await loaded();
    const selected = () => table.grid()?.querySelectorAll('[aria-selected="true"]').length;
    table.cell(501, 'taps')?.focus();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
    await expect.poll(selected).toBe(4);
    const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await userEvent.keyboard('{Control>}c{/Control}');
    await expect.poll(() => copied.mock.calls.length).toBe(1);
    const cells = (copied.mock.calls[0]?.[0] ?? '').split('\n').map((line) => line.split('\t'));
    copied.mockRestore();
    expect(cells.map((line) => line.length)).toEqual([2, 2]);
    expect(cells.map(([taps]) => taps)).toEqual(['30', '50']);
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(selected).toBe(0);
  });

  it('picks a range by letter and gives the focus back to its button', async () => {
    const asaOrganizations = application().asaOrganizations.map((asaOrganization) => ({
      ...asaOrganization,
      time_zone: 'America/Los_Angeles',
    }));
    await openReports('', {
      responses: { 'GET /api/account': sessionResponse(account(), [application({ asaOrganizations })]) },
    });
    await loaded();
    const button = focus(/Last 7 days/);
    await userEvent.keyboard('{Enter}');
    const dialog = page.getByRole('dialog', { name: 'Date range' });
    await expect.element(dialog.getByText('Dates in Los Angeles time', { exact: true })).toBeVisible();
    await userEvent.keyboard('9');
    const chosen = dialog.getByRole('button', { name: 'Last 90 days' });
    await expect.element(chosen).toHaveAttribute('aria-pressed', 'true');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  it('lists the keys, and moves columns without a mouse', async () => {
    await openReports();
    await loaded();
    table.name()?.focus();
    await userEvent.keyboard('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.element(list).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(list).not.toBeInTheDocument();
    const button = focus('Columns');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Columns' })).toBeVisible();
    const up = focus(/^Move up Installs/);
    await userEvent.keyboard('{Enter}');
    await expect.element(up).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button).toHaveFocus();
    expect(table.columns().indexOf('installs')).toBe(table.columns().indexOf('taps') - 1);
  });
});
