import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { report } from '../../../testing/fixtures/report-fixtures.ts';
import { drag, pointAt } from '../../../testing/pointer.ts';
import { campaigns, openReports, press, table } from '../../../testing/screens/open-reports.ts';

const loaded = () => expect.poll(table.names).toHaveLength(3);
const width = (column: string) => table.header(column)?.getBoundingClientRect().width ?? 0;

describe('the header of a column', () => {
  it('says what the column means, by mouse and by key, in either theme', async () => {
    await openReports('');
    await loaded();
    const header = page.getByRole('columnheader', { name: 'ROAS %' });
    const helpButton = header.getByRole('button', { name: 'About ROAS' });
    const help = page.getByRole('dialog', { name: 'About ROAS, %' });
    await header.hover();
    const box = helpButton.element().getBoundingClientRect();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    await helpButton.click();
    await expect.element(help.getByText('Predicted income for one unit of spend.')).toBeVisible();
    await expect.element(help.getByText('Predicted income ÷ Spend')).toBeVisible();
    await expectAccessible('help of a column');
    // The press that opened it sorted nothing, and Esc leads back to the header.
    expect(table.sorted('predicted_roas')).toBe('none');
    await userEvent.keyboard('{Escape}');
    await expect.element(help).not.toBeInTheDocument();
    await expect.element(header).toHaveFocus();
    await userEvent.keyboard('{Control>}i{/Control}');
    await expect.element(help).toBeVisible();
    await userEvent.keyboard('{Escape}{Tab}');
    await expect.element(helpButton).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(help).toBeVisible();
    await page.getByRole('heading', { level: 1, name: 'Reports' }).click();
    await expect.element(help).not.toBeInTheDocument();
  });

  it('sets the width, which the address keeps', async () => {
    const { address, reload } = await openReports();
    await loaded();
    const auto = width('spend');
    const open = async () => {
      table.header('spend')?.focus();
      await userEvent.keyboard('{Control>}i{/Control}');
    };
    await open();
    await page.getByRole('radio', { name: 'Wide' }).click();
    await expect.poll(address).toMatch(/[?&]widths=spend\*w(&|$)/);
    await expect.poll(() => width('spend')).toBeGreaterThan(auto * 1.3);
    await page.getByRole('radio', { name: 'Narrow' }).click();
    await expect.poll(() => width('spend')).toBeLessThan(auto);
    const narrow = width('spend');
    await reload();
    await loaded();
    expect(width('spend')).toBe(narrow);
    await open();
    await page.getByRole('radio', { name: 'Auto' }).click();
    await expect.poll(address).not.toContain('widths=');
  });
});

describe('the edge of a column', () => {
  it('is dragged to a width, which sorts nothing and which the address keeps', async () => {
    const { address, reload } = await openReports();
    await loaded();
    const header = table.header('spend');
    if (header === null) throw new Error('There is no column of spend.');
    const box = header.getBoundingClientRect();
    const from = { x: box.right - 2, y: box.y + 8 };
    await drag(header, from, { x: from.x + 120, y: from.y });
    const wanted = Math.round(box.width + 120);
    await expect.poll(address).toMatch(new RegExp(`[?&]widths=spend\\*${wanted}(&|$)`));
    expect(Math.abs(width('spend') - wanted)).toBeLessThan(1);
    expect(table.sorted('spend')).toBe('descending');
    await reload();
    await loaded();
    expect(Math.abs(width('spend') - wanted)).toBeLessThan(1);
  });
});

describe('the groups of columns', () => {
  it('are headers of their own where columns of two groups take turns', async () => {
    const errors = vi.spyOn(console, 'error');
    await openReports('?cols=spend,installs,current_income,taps,predicted_income,cpt,current_roas,impressions');
    await loaded();
    expect(errors.mock.calls.map(([text]) => String(text)).filter((text) => text.includes('same key'))).toEqual([]);
    errors.mockRestore();
    const described = table
      .columns()
      .slice(1)
      .map((column) => {
        const header = table.header(column ?? '');
        const group = document.querySelectorAll(`[id="${header?.getAttribute('aria-describedby')}"]`);
        const box = group[0]?.getBoundingClientRect();
        const headerBox = header?.getBoundingClientRect();
        return {
          groups: group.length,
          over:
            box !== undefined &&
            headerBox !== undefined &&
            box.left <= headerBox.left + 1 &&
            box.right >= headerBox.right - 1,
        };
      });
    expect(described).toEqual(described.map(() => ({ groups: 1, over: true })));
    expect(described).toHaveLength(8);
  });
});

describe('the tooltip of a header', () => {
  it('is referred to by its header as long as it is there', async () => {
    await openReports();
    await loaded();
    await page.getByRole('columnheader', { name: 'ROAS %' }).hover();
    const tooltip = page.getByRole('tooltip');
    await expect.element(tooltip).toBeVisible();
    const referring = () =>
      [...document.querySelectorAll('[aria-details]')].map((cell) => cell.getAttribute('aria-details'));
    await expect.poll(referring).toEqual([tooltip.element().id]);
    await tooltip.hover();
    await pointAt({ x: 2, y: 2 });
    await expect.element(tooltip).not.toBeInTheDocument();
    expect(referring()).toEqual([]);
  });
});

describe('the choice of columns', () => {
  it('adds and moves columns, the address keeps them, and Reset gives the tab its own', async () => {
    const { address, reload } = await openReports();
    await loaded();
    const before = table.columns();
    const drawer = page.getByRole('dialog', { name: 'Columns' });
    await press('Columns');
    await drawer.getByRole('searchbox').fill('impressions');
    await drawer.getByRole('checkbox', { name: 'Impressions', exact: true }).click();
    await expect.poll(table.columns).toEqual([...before, 'impressions']);
    await drawer.getByRole('searchbox').fill('');
    const up = drawer.getByRole('button', { name: /^Move up Impressions/ });
    await up.click();
    await expect.element(up).toHaveFocus();
    const moved = [...before.slice(0, -1), 'impressions', before.at(-1)];
    await expect.poll(table.columns).toEqual(moved);
    await drawer.getByRole('button', { name: 'Close' }).click();
    expect(address()).toContain('cols=');
    await reload();
    await expect.poll(table.columns).toEqual(moved);
    await press('Columns');
    await drawer.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(table.columns).toEqual(before);
    expect(address()).not.toContain('cols=');
  });
});

it('a warning moves nothing when it comes and is read whole by key, in either theme', async () => {
  const warning = `${'Predictions for one product are based on little data. '.repeat(8)}The end.`;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await openReports('', {
    responses: { 'GET /api/asa/campaigns': () => held.then(() => report(campaigns, 'campaign', warning)) },
  });
  await expect.element(page.getByRole('columnheader', { name: /^Campaign/ })).toBeVisible();
  const gridBox = () => table.grid()?.getBoundingClientRect().toJSON();
  const before = gridBox();
  release();
  const notice = page.getByRole('button', { name: /The end\. Read all$/ });
  await expect.element(notice).toBeVisible();
  expect(gridBox()).toEqual(before);
  (notice.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const whole = page.getByLabelText('What limits these numbers');
  await expect.element(whole.getByText(warning)).toBeVisible();
  expect(gridBox()).toEqual(before);
  await expectAccessible('notice');
  await userEvent.keyboard('{Escape}');
  await expect.element(whole).not.toBeInTheDocument();
  await expect.element(notice).toHaveFocus();
  await page.viewport(320, 700);
  const box = notice.element().getBoundingClientRect();
  expect(box.width).toBeGreaterThanOrEqual(24);
  expect(box.right).toBeLessThanOrEqual(320);
});
