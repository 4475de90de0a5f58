import { type CountriesLtvResponse, countriesLtvResponseSchema } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { timedOut } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/application/countries_ltv';

function country(name: string, installs: number, income: number): CountriesLtvResponse['countries'][number] {
  return {
    country: name,
    installs,
    current_income: income,
    predicted_income: income * 2,
    install_to_trial: 0.25,
    ltv: income / installs,
  };
}

const ltvResponse = (countries: CountriesLtvResponse['countries']) =>
  countriesLtvResponseSchema.parse({
    status: 'ok',
    currency: 'USD',
    last_updated: '2026-08-23T10:00:00.000Z',
    set_aside: 0,
    countries,
  });

const world = ltvResponse([country('US', 100, 500), country('DE', 300, 200), country('JP', 200, 900)]);
const ipad = ltvResponse([country('DE', 30, 20)]);

const open = (options: ScreenOptions = {}, path = '/client/countries') =>
  openScreen(path, {
    ...options,
    responses: {
      [call]: ({ url }: { url: URL }) => (url.searchParams.get('device') === 'iPad' ? ipad : world),
      ...options.responses,
    },
  });

const grid = () => page.getByRole('grid', { name: 'Countries' });
const names = () => [...document.querySelectorAll('[data-row-id] [role="rowheader"]')].map((cell) => cell.textContent);
const header = (column: string) => document.querySelector<HTMLElement>(`[data-column="${column}"]`);
const totals = () => document.querySelector('[data-row="totals"]')?.textContent ?? '';

describe('the table of countries', () => {
  it('is in the order of income until a header is pressed', async () => {
    const screen = await open();
    await expect.element(grid()).toBeVisible();
    await expect.poll(names).toEqual(['Japan JP', 'United States US', 'Germany DE']);
    expect(header('current_income')?.getAttribute('aria-sort')).toBe('descending');
    header('installs')?.click();
    await expect.poll(names).toEqual(['Germany DE', 'Japan JP', 'United States US']);
    expect(screen.address()).toContain('sort=-installs');
  });

  it('has a total over its rows, also of one device', async () => {
    const screen = await open();
    await expect.poll(totals).toContain('600');
    await page.getByRole('combobox', { name: 'Device' }).click();
    await page.getByRole('option', { name: 'iPad' }).click();
    await expect.poll(totals).toContain('Total 1 country');
    expect(screen.address()).toContain('device=iPad');
  });

  it('is worked with keys: header, rows and sorting', async () => {
    await open();
    await expect.poll(names).toHaveLength(3);
    document.querySelector<HTMLElement>('[data-row-id] [role="rowheader"]')?.focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowRight}');
    await expect.poll(() => document.activeElement).toBe(header('installs'));
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => header('installs')?.getAttribute('aria-sort')).toBe('descending');
  });
});

describe('without figures', () => {
  it('says why it failed and asks again by Retry', async () => {
    const { server } = await open({ responses: { [call]: timedOut } });
    await expect.element(page.getByRole('alert')).toHaveTextContent('The request took too much time to execute.');
    server.setResponse(call, world);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(names).toHaveLength(3);
  });
});

it('has no accessibility fault in either theme: loaded, failed, not set up', async () => {
  const { server, reload } = await open();
  await expect.poll(names).toHaveLength(3);
  await expectAccessible('loaded');
  server.setResponse(call, timedOut);
  await reload();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expectAccessible('failed');
  server.setResponse(
    'GET /api/account',
    sessionResponse(account(), [application({ asc_integration: 'not_integrated' })]),
  );
  await reload();
  const words = 'Please set up App Store Connect integration in settings to see in-app purchases statistics.';
  await expect.element(page.getByRole('heading', { name: words })).toBeVisible();
  await expectAccessible('not set up');
});

it('fits a screen of 320 pixels', async () => {
  await open({ width: 320, height: 640 });
  await expect.poll(names).toHaveLength(3);
  expectFits();
});
