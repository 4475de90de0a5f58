import type { BillingPlansResponse, CheckoutResponse } from '@tapwise/contract';
import { reportUsage } from '../shared/usage/report-usage.ts';
import { InvalidTicket, readCheckout, readPlans } from './checkout-api.ts';
import { checkoutMessages as words } from './messages.ts';
import { loadProvider, type Provider, type ProviderEvent } from './provider-script.ts';

type Page = Window & { Paddle?: Provider };
const payments = '/client/payments';

/** Where the page goes when the window has closed; replaced in tests. */
export interface Surroundings {
  leave(path: string): void;
}

/**
 * Opens the provider's window for the ticket in the address. Nothing is provisioned here: the provider reports a payment to
 * the server.
 * @param state where the page says how it goes
 */
export async function startCheckout(
  state: HTMLElement,
  page: Page,
  { leave }: Surroundings = { leave: (path) => page.location.replace(path) },
): Promise<void> {
  const ticket = extractTicket(page);
  const plans = readPlans();
  const open = async (): Promise<void> => {
    say(state, words.opening);
    try {
      if (ticket === null) throw new InvalidTicket();
      const checkout = await readCheckout(ticket);
      void plans.then((list) => namePlan(state, checkout, list));
      const provider = await loadProvider(checkout.script_url, page);
      openWindow(provider, checkout, page, follow(state, leave, retryable));
    } catch (error) {
      if (error instanceof InvalidTicket) say(state, words.invalid, 'alert');
      else await retryable();
    }
  };
  const retryable = async (): Promise<void> => {
    const sales = (await plans)?.sales_url ?? null;
    const retry = page.document.createElement('button');
    retry.textContent = words.retry;
    retry.addEventListener('click', () => void open());
    say(state, words.blocked, 'alert', [retry, ...(sales === null ? [] : [link(sales, words.sales)])]);
  };
  // The ticket of another link that is opened in the same tab.
  page.addEventListener('hashchange', () => page.location.reload());
  await open();
}

/** Takes the ticket out of the address, so that no history or log keeps it; a reload still has it. */
function extractTicket({ location, history }: Page): string | null {
  const kept = (history.state as { ticket?: string } | null)?.ticket;
  const ticket = location.hash.length > 1 ? location.hash.slice(1) : (kept ?? null);
  if (ticket !== null) history.replaceState({ ticket }, '', location.pathname + location.search);
  return ticket;
}

function openWindow(
  provider: Provider,
  { environment, client_token, transaction_id, email }: CheckoutResponse,
  { document, location }: Page,
  eventCallback: (event: ProviderEvent) => void,
): void {
  if (environment === 'sandbox') provider.Environment.set('sandbox');
  provider.Initialize({ token: client_token, eventCallback });
  provider.Checkout.open({
    transactionId: transaction_id,
    customer: { email },
    settings: {
      displayMode: 'overlay',
      variant: 'one-page',
      locale: 'en',
      allowLogout: false,
      showAddDiscounts: false,
      theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
      successUrl: `${location.origin}${payments}?checkout=done`,
    },
  });
}

const usageOf: Readonly<Record<string, 'checkout_opened' | 'checkout_completed' | 'checkout_closed' | undefined>> = {
  'checkout.loaded': 'checkout_opened',
  'checkout.completed': 'checkout_completed',
  'checkout.closed': 'checkout_closed',
};

/** Once it is left, nothing that the window still says matters. */
function follow(state: HTMLElement, leave: (path: string) => void, failed: () => Promise<void>) {
  let left = false;
  const leaveTo = (path: string): void => {
    if (left) return;
    left = true;
    leave(path);
  };
  return ({ name }: ProviderEvent): void => {
    if (name === 'checkout.loaded') say(state, words.open);
    const step = usageOf[name ?? ''];
    if (step !== undefined && !left) reportUsage(step, {});
    if (name === 'checkout.completed') leaveTo(`${payments}?checkout=done`);
    if (name === 'checkout.closed') leaveTo(payments);
    if (name === 'checkout.error' && !left) void failed();
  };
}

const counts = new Intl.NumberFormat('en-US');

function namePlan(state: HTMLElement, { plan, period }: CheckoutResponse, list: BillingPlansResponse | null): void {
  const installs = list?.plans.find(({ level }) => level === plan)?.installs;
  if (installs === undefined || state.previousElementSibling?.id === 'plan') return;
  const line = state.ownerDocument.createElement('p');
  line.id = 'plan';
  line.textContent = words.plan(counts.format(installs), period);
  state.before(line);
}

function say(state: HTMLElement, text: string, role: 'status' | 'alert' = 'status', actions: HTMLElement[] = []): void {
  const line = state.ownerDocument.createElement('p');
  line.setAttribute('role', role);
  line.textContent = text;
  line.dataset.waits = String(text === words.opening);
  state.replaceChildren(line, ...actions);
}

function link(url: string, text: string): HTMLElement {
  const anchor = document.createElement('a');
  Object.assign(anchor, { href: url, textContent: text, target: '_blank', rel: 'noopener noreferrer' });
  return anchor;
}
