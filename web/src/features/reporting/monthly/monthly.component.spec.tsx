import { type MonthlyRow, monthlyResponseSchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { type StandInCall, timedOut } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/asa/monthly_reports';
const thisYear = new Date().getFullYear();
const months = Array.from(
  { length: new Date().getMonth() + 1 },
  (_, month) => `${thisYear}-${String(month + 1).padStart(2, '0')}`,
);

const figures = (installs: number) => ({
  impressions: installs * 20,
  taps: installs * 2,
  installs,
  spend: installs * 3,
  first_launches: installs,
  trials: installs / 2,
  conversions: installs / 4,
  current_income: installs * 2,
  predicted_income: installs * 4,
  current_result: -installs,
  predicted_result: installs,
  current_roas: 2 / 3,
  predicted_roas: 4 / 3,
});

const monthlyResponse = (rows: MonthlyRow[], installs: number) =>
  monthlyResponseSchema.parse({
    status: 'ok',
    rows,
    totals: rows.length === 0 ? {} : figures(installs),
    currency: 'USD',
    as_of: { ads: '2026-08-23T10:00:00.000Z', sdk: null, store: null, impression_share: null },
  });

/** Each of two applications has a hundred installs a month; all together twice that. */
function monthly({ url }: StandInCall) {
  if (url.searchParams.get('year') !== String(thisYear)) return monthlyResponse([], 0);
  const installs = url.searchParams.has('application_id') ? 100 : 200;
  const rows = months.map((month) => ({ month, ...figures(installs) }));
  return monthlyResponse(rows, installs * months.length);
}

const open = (options: ScreenOptions = {}, query = '') =>
  openScreen(`/client/monthlyreports${query}`, {
    ...options,
    responses: {
      'GET /api/account': sessionResponse(account(), [application(), application({ id: 2, name: 'Ledgerly' })]),
      [call]: monthly,
      ...options.responses,
    },
  });

const grid = () => page.getByRole('grid', { name: /^Monthly Reports/ });
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row-id]')];
const totals = () => document.querySelector('[data-row="totals"]')?.textContent ?? '';
const column = (name: string) => document.querySelector(`[data-column="${name}"]`);

describe('the running year', () => {
  it('is shown by month, its last month marked, with a total', async () => {
    const { address } = await open();
    await expect.poll(() => rows().length).toBe(months.length);
    expect(rows().at(-1)?.textContent).toContain('so far');
    expect(totals()).toContain(`Total ${thisYear}`);
    expect(column('predicted_result')).not.toBeNull();
    await page.getByRole('checkbox', { name: 'include predictions for active subscriptions' }).click();
    await expect.poll(() => column('predicted_result')).toBeNull();
    expect(column('current_result')).not.toBeNull();
    expect(address()).toContain('predictions=0');
  });

  it('is added up over all apps, or of one', async () => {
    const { address } = await open({}, '?app=all&org=all');
    await expect.poll(totals).toContain((200 * months.length).toLocaleString('en-US'));
    await page.getByRole('combobox', { name: 'Application' }).click();
    await page.getByRole('option', { name: 'Ledgerly' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect.poll(address).toContain('app=2');
    await expect.poll(totals).toContain((100 * months.length).toLocaleString('en-US'));
  });

  it('opens a month of all apps into its apps', async () => {
    await open({}, '?app=all&org=all');
    await expect.poll(() => rows().length).toBe(months.length);
    const month = () => rows()[months.length - 1]?.querySelector<HTMLElement>('[role="rowheader"]');
    expect(month()?.getAttribute('aria-expanded')).toBe('false');
    month()?.click();
    await expect.poll(() => rows().length).toBe(months.length + 2);
    expect(month()?.getAttribute('aria-expanded')).toBe('true');
    await expectAccessible('open');
    month()?.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => rows().length).toBe(months.length);
  });
});

it('steps the year with keys, waits for Update, and ends in 2017 and this year', async () => {
  const { address } = await open();
  await expect.poll(() => rows().length).toBe(months.length);
  const year = page.getByRole('spinbutton', { name: 'Year' });
  (year.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(year).toHaveValue(String(thisYear));
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(year).toHaveValue(String(thisYear - 1));
  await expect.element(grid()).toHaveAccessibleName(`Monthly Reports ${thisYear}`);
  await userEvent.keyboard('{Home}');
  await expect.element(year).toHaveValue('2017');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(page.getByRole('heading', { name: 'No data for 2017' })).toBeVisible();
  expect(address()).toContain('year=2017');
});

it('has no accessibility fault in either theme: loaded, empty, failed', async () => {
  const { server, reload } = await open();
  await expect.poll(() => rows().length).toBe(months.length);
  await expectAccessible('loaded');
  server.setResponse(call, monthlyResponse([], 0));
  await reload();
  await expect.element(page.getByRole('heading', { name: `No data for ${thisYear}` })).toBeVisible();
  await expectAccessible('empty');
  server.setResponse(call, timedOut);
  await reload();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The request took too much time to execute.');
  await expectAccessible('failed');
  server.setResponse(call, monthly);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(() => rows().length).toBe(months.length);
});

it('fits a screen of 320 pixels', async () => {
  await open({ width: 320, height: 640 });
  await expect.poll(() => rows().length).toBe(months.length);
  expectFits();
});
