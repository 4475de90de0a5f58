import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessible.ts';
import { campaigns, openReports, press, table } from '../../testing/open-reports.ts';
import { report } from '../../testing/report-fixtures.ts';

const themes = ['light', 'dark'] as const;
const loaded = () => expect.poll(table.names).toHaveLength(3);
const width = (column: string) => table.header(column)?.getBoundingClientRect().width ?? 0;

describe('the header of a column', () => {
  it.each(themes)('says what the column means, by mouse and by key, in the %s theme', async (theme) => {
    await openReports('', { theme });
    await loaded();
    const header = page.getByRole('columnheader', { name: 'ROAS %' });
    const about = header.getByRole('button', { name: 'About ROAS' });
    const help = page.getByRole('dialog', { name: 'About ROAS, %' });
    await header.hover();
    const box = about.element().getBoundingClientRect();
    expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(24);
    await about.click();
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
    await expect.element(about).toHaveFocus();
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

it.each(themes)('a warning moves nothing when it comes and is read whole by key, in the %s theme', async (theme) => {
  const warning = `${'Predictions for one product are based on little data. '.repeat(8)}The end.`;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await openReports('', {
    theme,
    answers: { 'GET /api/asa/campaigns': () => held.then(() => report(campaigns, 'campaign', warning)) },
  });
  await expect.element(page.getByRole('columnheader', { name: /^Campaign/ })).toBeVisible();
  const place = () => table.grid()?.getBoundingClientRect().toJSON();
  const before = place();
  release();
  const notice = page.getByRole('button', { name: /The end\. Read all$/ });
  await expect.element(notice).toBeVisible();
  expect(place()).toEqual(before);
  (notice.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const whole = page.getByLabelText('What limits these numbers');
  await expect.element(whole.getByText(warning)).toBeVisible();
  expect(place()).toEqual(before);
  await expectAccessible('notice');
  await userEvent.keyboard('{Escape}');
  await expect.element(whole).not.toBeInTheDocument();
  await expect.element(notice).toHaveFocus();
  await page.viewport(320, 700);
  const box = notice.element().getBoundingClientRect();
  expect(box.width).toBeGreaterThanOrEqual(24);
  expect(box.right).toBeLessThanOrEqual(320);
});
