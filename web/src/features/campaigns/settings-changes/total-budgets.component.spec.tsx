import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../testing/accessible.ts';
import { creationsResponse } from '../../../testing/fixtures/creation-fixtures.ts';
import { readiness } from '../../../testing/fixtures/fixtures.ts';
import { report, sums } from '../../../testing/fixtures/report-fixtures.ts';
import { writesOf } from '../../../testing/fixtures/write-fixtures.ts';
import { press, table } from '../../../testing/screens/open-reports.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';

type Api = 'v1' | 'v5';
const campaigns = [{ id: 501, name: 'US Brand', status: 'RUNNING' }];

const base = sums({ spend: 10, taps: 10, installs: 5 });

describe('a total budget', () => {
  const openManagement = (api: Api, budget: number | null = 900) =>
    openScreen('/client/management', {
      responses: {
        'GET /readyz': readiness(api),
        'GET /api/asa/campaigns': report([{ id: 501, name: 'US Brand', settings: { daily_cap: 50, budget }, base }]),
        'GET /api/asa/creations': creationsResponse(),
      },
    });

  it('is shown and not entered where Apple has none any more, which a key press says', async () => {
    await openManagement('v1');
    await expect.poll(() => table.cell(501, 'budget')?.textContent).toContain('900');
    // What makes the table editable comes after the figures.
    await expect.poll(() => table.cell(501, 'name')?.querySelector('[data-select]')).not.toBeNull();
    table.cell(501, 'budget')?.focus();
    await userEvent.keyboard('{F2}');
    await expect.element(page.getByText('Apple no longer has total budgets.')).toBeVisible();
    expect(table.cell(501, 'budget')?.querySelector('input')).toBeNull();
    // What was once the total limits nothing any more.
    table.cell(501, 'daily_cap')?.focus();
    await userEvent.keyboard('{F2}950{Enter}');
    await expect.poll(() => table.cell(501, 'daily_cap')?.textContent).toContain('950');
    await expectAccessible('campaigns without total budgets', 'main');
  });

  it('has no column where Apple has none any more and none was stored', async () => {
    await openManagement('v1', null);
    await expect.poll(() => table.cell(501, 'daily_cap')?.textContent).toContain('50');
    expect(table.columns()).toContain('spend');
    expect(table.columns()).not.toContain('budget');
    await openManagement('v5', null);
    await expect.poll(() => table.columns()).toContain('budget');
  });

  it('is entered over the older interface', async () => {
    await openManagement('v5');
    await expect.poll(() => table.cell(501, 'budget')?.textContent).toContain('900');
    // What makes the table editable comes after the figures.
    await expect.poll(() => table.cell(501, 'name')?.querySelector('[data-select]')).not.toBeNull();
    table.cell(501, 'budget')?.focus();
    await userEvent.keyboard('{F2}');
    await expect.poll(() => table.cell(501, 'budget')?.querySelector('input')).not.toBeNull();
  });
});

describe('the forms that create', () => {
  const openForm = (path: string, api: Api) =>
    openScreen(`/client/management/tools/${path}?app=1&org=40`, {
      responses: {
        'GET /readyz': readiness(api),
        'GET /api/asa/creations': creationsResponse(),
        'GET /api/asa/campaign_names': { status: 'ok', campaigns },
      },
    });
  const lifetime = () => page.getByRole('textbox', { name: /^Lifetime budget/ });

  it.each(['skag/create', 'discovery/create'])('%s has no field for it where Apple has none', async (path) => {
    await openForm(path, 'v5');
    await expect.element(lifetime()).toBeVisible();
    await lifetime().fill('500');
    await openForm(path, 'v1');
    await expect.element(page.getByRole('textbox', { name: /^Daily budget/ })).toBeVisible();
    expect(lifetime().elements()).toEqual([]);
    await expectAccessible('the form', 'aside');
  });

  it('send nothing of one that was typed before', async () => {
    await openForm('discovery/create', 'v5');
    await lifetime().fill('5');
    await page.getByRole('textbox', { name: 'Name' }).fill('Found');
    await page.getByRole('textbox', { name: /^Daily budget/ }).fill('50');
    await page.getByRole('textbox', { name: /^CPT/ }).fill('1');
    await page.getByRole('button', { name: /^Countries/ }).click();
    await page.getByRole('searchbox', { name: 'Search countries' }).fill('Austria');
    await page.getByRole('checkbox', { name: /^Austria/ }).click();
    await press('Done');
    const { server } = await openForm('discovery/create', 'v1');
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Found');
    await press('Create campaign');
    await expect
      .poll(() => writesOf(server.calls).at(-1)?.body)
      .toMatchObject({
        budget_amount: null,
        daily_budget_amount: '50',
      });
  });
});
