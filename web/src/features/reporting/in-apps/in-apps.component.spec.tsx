import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { iapInfo, iapPrices, purchase } from '../../../testing/fixtures/store-fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { timedOut } from '../../../testing/stand-in-server.ts';

const call = 'GET /api/application/iap_prices';
const sold = iapPrices([purchase('moon.month'), purchase('moon.year'), purchase('moon.lamp', { subscription: false })]);

const open = (options: ScreenOptions = {}) =>
  openScreen('/client/inapps', {
    ...options,
    responses: { [call]: sold, 'GET /api/application/iap_info': iapInfo(), ...options.responses },
  });

const row = (selector: string) => document.querySelector<HTMLElement>(`[role="treegrid"] ${selector}`);
const month = () => row('[data-row-id="moon.month"]');
const products = () => document.querySelectorAll('[data-row-id][data-level="1"]').length;

describe('the products of an application', () => {
  it('are opened with Right and closed with Left, which the address remembers', async () => {
    const { reload } = await open();
    await expect.poll(products).toBe(3);
    month()?.focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.poll(() => month()?.getAttribute('aria-expanded')).toBe('true');
    await userEvent.keyboard('{ArrowRight}');
    const country = row('[data-level="2"]');
    await expect.poll(() => document.activeElement).toBe(country);
    expect(country?.getAttribute('aria-level')).toBe('2');
    await reload();
    await expect.poll(() => month()?.getAttribute('aria-expanded')).toBe('true');
    row('[data-level="2"]')?.focus();
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => document.activeElement).toBe(month());
    await userEvent.keyboard('{ArrowLeft}');
    await expect.poll(() => month()?.getAttribute('aria-expanded')).toBe('false');
  });

  it('lead to the two curves of a subscription', async () => {
    const { address } = await open();
    await page.getByRole('link', { name: /, lifetime value of moon.month/ }).click();
    await expect.poll(address).toMatch(/^\/cltv\?application_id=1&product_id=moon\.month/);
    await expect.element(page.getByRole('heading', { level: 1, name: 'Lifetime value by charge' })).toBeVisible();
  });
});

it('has no accessibility fault in either theme: opened, failed, not set up', async () => {
  const { server, reload } = await open();
  await expect.poll(products).toBe(3);
  month()?.querySelector('button')?.click();
  await expect.poll(() => month()?.getAttribute('aria-expanded')).toBe('true');
  await expectAccessible('opened');
  server.setResponse(call, timedOut);
  await reload();
  const alert = page.getByRole('alert');
  await expect.element(alert).toHaveTextContent('The request took too much time to execute.');
  await expectAccessible('failed');
  server.setResponse(call, sold);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect.poll(products).toBe(3);
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
  await expect.poll(products).toBe(3);
  expectFits();
});
