import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { curve, iapInfo, iapPrices, purchase } from '../../../testing/fixtures/store-fixtures.ts';
import { openScreen, type ScreenOptions } from '../../../testing/screens/open-screen.tsx';
import { failure, timedOut } from '../../../testing/stand-in-server.ts';
import { drawnLines, overlappingTexts } from '../../../testing/text-places.ts';

const call = 'GET /api/application/iap_info';
const pages = [
  {
    path: '/cltv',
    title: 'Lifetime value by charge',
    point: /^Charge 2: Already paid .*LTV \$.*Renewals due/,
  },
  {
    path: '/trial_conversion',
    title: 'Trial conversion by hour',
    point: /^Hour 1: Chance .*%.*Trials seen/,
  },
];

const open = (path: string, options: ScreenOptions = {}) =>
  openScreen(path, {
    ...options,
    responses: {
      [call]: iapInfo(),
      'GET /api/application/iap_prices': iapPrices([purchase('moon.month')]),
      ...options.responses,
    },
  });

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const drawing = (name: string) => page.getByRole('img', { name });
const country = (code: string) => document.querySelector<HTMLElement>(`[data-row-id="${code}"]`);

for (const { path, title, point } of pages) {
  describe(path, () => {
    it('draws the curve, reads it with keys, and shows it as a table', async () => {
      await open(path);
      await expect.element(heading(title)).toBeVisible();
      await expect.element(drawing(title)).toBeVisible();
      drawing(title).element().closest<HTMLElement>('[tabindex="0"]')?.focus();
      await userEvent.keyboard('{ArrowRight}{ArrowRight}');
      const spoken = () =>
        [...document.querySelectorAll('[aria-live="polite"]')].map((region) => region.textContent ?? '');
      await expect.poll(() => spoken().some((text) => point.test(text))).toBe(true);
      await page.getByRole('button', { name: 'Show curve as table' }).click();
      const table = page.getByRole('region', { name: new RegExp(`${title}.*as a table`) });
      await expect.poll(() => table.getByRole('row').elements().length).toBeGreaterThan(2);
    });

    it('keeps the chosen country in the address, with the world beside it', async () => {
      const { address, reload } = await open(path);
      await expect.poll(() => country('DE')).not.toBeNull();
      country('DE')?.querySelector('button')?.click();
      await expect.poll(() => country('DE')?.getAttribute('aria-current')).toBe('true');
      expect(address()).toContain('country=DE');
      await reload();
      await expect.poll(() => country('DE')?.getAttribute('aria-current')).toBe('true');
      await page.getByRole('button', { name: 'Show curve as table' }).click();
      await expect.element(page.getByRole('columnheader', { name: 'Worldwide' })).toBeVisible();
    });

    it('says when there is no curve, and when there is no such product', async () => {
      const { address } = await open(`${path}?application_id=1&product_id=nothing.like.this`, {
        responses: { [call]: () => failure(404, 'This product was not found.') },
      });
      await expect.element(page.getByRole('heading', { level: 2, name: 'This product was not found.' })).toBeVisible();
      await page.getByRole('button', { name: 'Show the first product' }).click();
      await expect.poll(address).not.toContain('product_id');
      await expect.element(page.getByRole('heading', { level: 2, name: 'No subscriptions yet' })).toBeVisible();
    });
  });
}

describe('the two curves', () => {
  it('lead to each other and back to In-Apps', async () => {
    await open('/cltv');
    await page.getByRole('link', { name: 'Trial conversion' }).click();
    await expect.element(heading('Trial conversion by hour')).toBeVisible();
    await page.getByRole('link', { name: 'In-Apps' }).click();
    await expect.element(page.getByRole('treegrid', { name: 'In-Apps' })).toBeVisible();
  });

  it('are worked with keys: country, table and the other curve', async () => {
    const { address } = await open('/cltv');
    await expect.poll(() => country('US')).not.toBeNull();
    country('US')?.querySelector('button')?.focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => country('US')?.getAttribute('aria-current')).toBe('true');
    await expect.poll(() => document.activeElement).toBe(country('US')?.querySelector('button'));
    (page.getByRole('button', { name: 'Show curve as table' }).element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    const back = page.getByRole('button', { name: 'Show curve as chart' });
    await expect.poll(() => document.activeElement === back.element()).toBe(true);
    (page.getByRole('link', { name: 'Trial conversion' }).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(heading('Trial conversion by hour')).toBeVisible();
    expect(address()).toContain('country=US');
    const field = page.getByRole('combobox', { name: 'Country' }).element() as HTMLElement;
    field.focus();
    await userEvent.keyboard('world');
    const active = () => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    await expect.poll(active).toBe('Worldwide');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).not.toContain('country=');
  });

  it('do not count what has not been seen yet as nothing', async () => {
    const young = { ...curve(), trialsAtHour: curve().trialsAtHour.map((trials, hour) => (hour > 48 ? 0 : trials)) };
    await open('/trial_conversion', { responses: { [call]: iapInfo({ countries: [young] }) } });
    const tiles = page.getByRole('region', { name: 'Key figures' });
    await expect.element(tiles).toBeVisible();
    await expect.element(tiles).not.toHaveTextContent(/\b0 trials lasted/);
    await expect.element(tiles).toHaveTextContent(/trials? (?:has )?lasted \d+ h/);
  });

  it('have key figures on one line, clear of their labels, also where a label takes two lines', async () => {
    await open('/cltv');
    const tiles = page.getByRole('region', { name: 'Key figures' });
    await expect.element(tiles).toBeVisible();
    await document.fonts.ready;
    const figures = [...tiles.element().querySelectorAll('span:nth-child(2)')];
    const places = (side: 'top' | 'bottom') => new Set(figures.map((figure) => figure.getBoundingClientRect()[side]));
    const [before] = places('top');
    for (const width of ['', '620px']) {
      (tiles.element() as HTMLElement).style.width = width;
      expect([places('top').size, places('bottom').size]).toEqual([1, 1]);
      expect(overlappingTexts(drawnLines(tiles.element()))).toEqual([]);
    }
    expect([...places('top')][0]).toBeGreaterThan(before ?? 0);
  });

  it('need a session, and remember the page asked for', async () => {
    const { address } = await open('/cltv?application_id=1', { signedIn: false });
    await expect.poll(address).toBe('/login');
  });
});

it('has no accessibility fault in either theme: loaded, as a table, failed', async () => {
  for (const { path, title } of pages) {
    const { server, reload } = await open(path);
    await expect.element(drawing(title)).toBeVisible();
    await expectAccessible(path);
    await page.getByRole('button', { name: 'Show curve as table' }).click();
    await expectAccessible(`${path} as a table`);
    server.setResponse(call, timedOut);
    await reload();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The request took too much time to execute.');
    await expect.element(heading(title)).toBeVisible();
    await expectAccessible(`${path} failed`);
    server.setResponse(call, iapInfo());
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(drawing(title)).toBeVisible();
  }
});

it('fits a screen of 320 pixels', async () => {
  await open('/cltv', { width: 320, height: 640 });
  await expect.element(drawing('Lifetime value by charge')).toBeVisible();
  expectFits();
});
