import '../app/base.css';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible, expectFits } from '../testing/accessible.ts';
import { planList } from '../testing/fixtures/billing-fixtures.ts';
import { failure, type StandInResponse, type StandInServer, standInServer } from '../testing/stand-in-server.ts';
import styles from './checkout.css?inline';
import { startCheckout } from './checkout.ts';

/** A script that opens nothing and keeps what it was asked, as the provider's would. */
const script = `window.opened = [];
  window.Paddle = {
    Environment: { set: (environment) => window.opened.push(environment) },
    Initialize: ({ token, eventCallback }) => { window.opened.push(token); window.emit = (name) => eventCallback({ name }); },
    Checkout: { open: (options) => window.opened.push(options) },
  };`;
const scriptUrl = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
const checkout = {
  status: 'ok',
  transaction_id: 'txn_1',
  client_token: 'test_token',
  environment: 'sandbox',
  script_url: scriptUrl,
  email: 'ada@tapwise.example',
  plan: 3,
  period: 'annual',
};

type Opened = Window & { opened?: unknown[]; emit?: (name: string) => void; Paddle?: unknown };
const here = window as Opened;
const address = location.pathname + location.search;
let left: string[];
let listening: { mock: { calls: Parameters<typeof window.addEventListener>[] } };

beforeEach(() => {
  left = [];
  listening = vi.spyOn(window, 'addEventListener');
  delete here.Paddle;
  document.body.innerHTML = `<style>${styles}</style><main><h1>Checkout</h1><div id="state"></div></main>`;
});
afterEach(() => {
  // It would load the page again under the tests of other files.
  for (const [type, listener] of listening.mock.calls) {
    if (type === 'hashchange') window.removeEventListener(type, listener);
  }
  vi.restoreAllMocks();
  history.replaceState(null, '', address);
  document.body.replaceChildren();
});

async function open(responses: Readonly<Record<string, StandInResponse>>, hash = '#ticket'): Promise<StandInServer> {
  const server = standInServer({ 'GET /api/billing/plans': planList, ...responses });
  history.replaceState(null, '', address + hash);
  const state = document.getElementById('state');
  if (state === null) throw new Error('The page has no place for its state');
  await startCheckout(state, window as never, { leave: (path) => left.push(path) });
  return server;
}

describe('the page that takes the card', () => {
  it('takes its ticket out of the address, opens the window with it, and is left once by what the window says', async () => {
    await open({ 'GET /api/billing/checkout': checkout });
    expect(location.hash).toBe('');
    expect(history.state).toEqual({ ticket: 'ticket' });
    const settings = {
      displayMode: 'overlay',
      variant: 'one-page',
      locale: 'en',
      allowLogout: false,
      showAddDiscounts: false,
      theme: 'light',
      successUrl: `${location.origin}/client/payments?checkout=done`,
    };
    const options = { transactionId: 'txn_1', customer: { email: 'ada@tapwise.example' }, settings };
    expect(here.opened).toEqual(['sandbox', 'test_token', options]);
    await expect.element(page.getByText('Plan for 40,000 installs a month, billed once a year')).toBeVisible();
    here.emit?.('checkout.loaded');
    await expect.element(page.getByRole('status')).toHaveTextContent('The payment window is open.');
    here.emit?.('checkout.payment.error');
    here.emit?.('checkout.completed');
    here.emit?.('checkout.closed');
    expect(left).toEqual(['/client/payments?checkout=done']);
  });

  it('goes back to Payments when the window is closed; a live window is not a sandbox', async () => {
    await open({ 'GET /api/billing/checkout': { ...checkout, environment: 'live' } });
    expect(here.opened?.[0]).toBe('test_token');
    here.emit?.('checkout.closed');
    expect(left).toEqual(['/client/payments']);
  });

  it('says that a link is over, also one without a ticket, and asks for nothing more', async () => {
    const over = () => failure(404, 'This link is no longer valid.');
    for (const hash of ['#ticket', '']) {
      history.replaceState(null, '', address);
      await open({ 'GET /api/billing/checkout': over }, hash);
      await expect.element(page.getByRole('alert')).toHaveTextContent('This link is no longer valid.');
      expect(page.getByRole('button').elements()).toEqual([]);
    }
    expect(here.Paddle).toBeUndefined();
  });

  it('whose script does not load offers to try again, and whom to ask', async () => {
    const server = await open({ 'GET /api/billing/checkout': { ...checkout, script_url: '/no/such/script.js' } });
    const words = 'The payment window could not be opened. Check your ad blocker and try again.';
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
    const sales = page.getByRole('link', { name: 'Contact sales' });
    await expect.element(sales).toHaveAttribute('href', 'mailto:sales@tapwise.example');
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset.theme = theme;
      await expectAccessible(theme);
    }
    document.documentElement.dataset.theme = 'light';
    await page.viewport(320, 600);
    expectFits();
    server.setResponse('GET /api/billing/checkout', checkout);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => here.opened?.length).toBe(3);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});
