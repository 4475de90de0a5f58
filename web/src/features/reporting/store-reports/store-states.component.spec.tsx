import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, expectFits } from '../../../testing/accessible.ts';
import { account, application, sessionResponse } from '../../../testing/fixtures/fixtures.ts';
import { countriesLtv, iapPrices } from '../../../testing/fixtures/store-fixtures.ts';
import { openScreen } from '../../../testing/screens/open-screen.tsx';
import { failure, never } from '../../../testing/stand-in-server.ts';

const noApplication =
  'You should create an application and integrate App Store Connect to see in-app purchases statistics.';
const notConnected = 'Please set up App Store Connect integration in settings to see in-app purchases statistics.';
const processing = 'Your reports are processing and will be available in a few minutes';

const screens = [
  { path: '/client/inapps', title: 'In-Apps', empty: 'No in-app purchases yet' },
  { path: '/client/countries', title: 'Countries', empty: 'No installs or sales yet' },
];
const curves = [
  { path: '/trial_conversion', title: 'Trial conversion by hour' },
  { path: '/cltv', title: 'Lifetime value by charge' },
];

const withoutApplication = { 'GET /api/account': sessionResponse(account(), []) };
const unconnected = {
  'GET /api/account': sessionResponse(account(), [application({ asc_integration: 'not_integrated' })]),
};
const silent = {
  'GET /api/application/iap_prices': iapPrices([], null),
  'GET /api/application/countries_ltv': countriesLtv([], null),
};
const unsold = {
  'GET /api/application/iap_prices': iapPrices([]),
  'GET /api/application/countries_ltv': countriesLtv([]),
};
const noCurve = { 'GET /api/application/iap_info': () => failure(404, 'This product was not found.') };

const message = (words: string) => page.getByRole('heading', { level: 2, name: words, exact: true });
const focusedName = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

async function press(name: string): Promise<void> {
  const button = page.getByRole('button', { name });
  (button.element() as HTMLElement).focus();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard('{Enter}');
}

describe.each([...screens, ...curves])('$path', ({ path, title }) => {
  it('says that there is no application, and leads to where one is made', async () => {
    const { address } = await openScreen(path, { responses: withoutApplication });
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect.element(message(noApplication)).toBeVisible();
    await press('Open Settings');
    await expect.poll(address).toMatch(/^\/client\/settings/);
    await expect.element(page.getByRole('form', { name: 'New application' })).toBeVisible();
  });

  it('says that the store is not connected, and leads to that very step', async () => {
    await openScreen(path, { responses: unconnected });
    await expect.element(message(notConnected)).toBeVisible();
    expectFits();
    await press('Open Settings');
    await expect.poll(focusedName).toContain('Store connection');
    await userEvent.keyboard('{Enter}');
    const steps = page.getByRole('dialog', { name: 'Store connection, Moonvale' });
    await expect.element(steps).toBeVisible();
    // A dialog that is torn down open gives the focus back a while later, to whatever page is there then.
    await userEvent.keyboard('{Escape}');
    await expect.element(steps).not.toBeInTheDocument();
  });
});

describe.each(screens)('$path', ({ path, empty }) => {
  it("waits for the store's first report, and asks again by a button", async () => {
    const { server } = await openScreen(path, { responses: silent });
    await expect.element(message(processing)).toBeVisible();
    await expect.element(page.getByText(/Looks again by itself in \d+ s\./)).toBeVisible();
    const countRequests = () => server.calls.filter(({ url }) => /iap_prices|countries_ltv/.test(url.pathname)).length;
    const before = countRequests();
    await press('Look now');
    await expect.poll(countRequests).toBeGreaterThan(before);
  });

  it('says that nothing was sold yet, under its header', async () => {
    await openScreen(path, { responses: unsold });
    await expect.element(message(empty)).toBeVisible();
    await expect.element(page.getByRole('columnheader').first()).toBeVisible();
  });
});

it.each(screens)('$path says what the reports of the store leave out', async ({ path }) => {
  const warning = "3 rows of the store's reports of 3 Feb 2026 are not counted. Their proceeds are 12.30 USD.";
  const responses = {
    'GET /api/application/iap_prices': { ...iapPrices([]), warning },
    'GET /api/application/countries_ltv': { ...countriesLtv([]), warning },
  };
  await openScreen(path, { responses });
  await expect.element(page.getByText(warning)).toBeVisible();
  await expectAccessible(`${path} with a warning`);
});

it('screens that load say so and have no accessibility fault in either theme', async () => {
  for (const { path, call } of [
    { path: '/client/inapps', call: 'GET /api/application/iap_prices' },
    { path: '/client/countries', call: 'GET /api/application/countries_ltv' },
    { path: '/cltv', call: 'GET /api/application/iap_info' },
  ]) {
    await openScreen(path, { responses: { [call]: never } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(page.getByText('Loading...').first()).toBeInTheDocument();
    await expectAccessible(`${path} loads`);
  }
});

it('no state has an accessibility fault in either theme', async () => {
  for (const { path, responses, words } of [
    { path: '/client/inapps', responses: silent, words: processing },
    { path: '/client/inapps', responses: unsold, words: 'No in-app purchases yet' },
    { path: '/client/countries', responses: unsold, words: 'No installs or sales yet' },
    { path: '/client/countries?device=iPad', responses: unsold, words: 'No row matches' },
    { path: '/cltv', responses: unconnected, words: notConnected },
    { path: '/trial_conversion', responses: noCurve, words: 'No subscriptions yet' },
    { path: '/client/countries', responses: withoutApplication, words: noApplication },
  ]) {
    await openScreen(path, { responses });
    await expect.element(message(words)).toBeVisible();
    await expectAccessible(`${path}: ${words}`);
  }
});
