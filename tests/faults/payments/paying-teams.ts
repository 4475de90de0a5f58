import { closedOutside } from '../../../infra/operations/addresses/closed-outside.ts';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { sellerPrices, startPayments } from '../../../infra/simulators/payments/src/simulator.ts';
import type { RandomDraws } from '../../predictions/random-draws.ts';
import { type Customer, enter } from '../../support/people/customer.ts';
import { type Product, startProduct } from '../../support/product/product.ts';
import { type HistoryPrice, type PaymentHistory, writeHistory } from './payment-history.ts';

export interface PayingTeam {
  readonly customer: Customer;
  readonly history: PaymentHistory;
}

/** A product with teams that went to pay, and what the provider has to say of each since then. */
export interface PayingTeams {
  readonly product: Product;
  readonly secret: string;
  readonly all: readonly PayingTeam[];
  stop(): Promise<void>;
}

const secret = 'pdl_ntfset_shuffled';
const apiKey = 'pdl_sdbx_apikey_shuffled';
const names = ['10K_MONTHLY', '10K_ANNUAL', '40K_MONTHLY', '40K_ANNUAL', '100K_MONTHLY', '100K_ANNUAL'] as const;

/** Transactions are made at a simulated provider, which is gone before the first notification: it has nothing to compare with. */
export async function openPayingTeams(
  draws: RandomDraws,
  size: { teams: number; notificationsPerTeam: number },
): Promise<PayingTeams> {
  const port = await freePort();
  const prices = sellerPrices();
  const where = { port, host: '127.0.0.1', dataDir: ':memory:', notifyUrl: null };
  const provider = await startPayments({ ...where, prices, apiKey, webhookSecret: secret });
  let product: Product | undefined;
  try {
    product = await startProduct({
      environment: {
        ...closedOutside,
        DEMO: 'off',
        PADDLE_ENVIRONMENT: 'sandbox',
        PADDLE_API_URL: provider.url,
        PADDLE_API_KEY: apiKey,
        PADDLE_CLIENT_TOKEN: 'test_shuffled',
        PADDLE_WEBHOOK_SECRET: secret,
        ...Object.fromEntries(names.map((name, index) => [`PADDLE_PRICE_${name}`, prices[index]?.id ?? ''])),
      },
    });
    const all: PayingTeam[] = [];
    for (let number = 0; number < size.teams; number += 1) {
      all.push(await openTeam(product, draws, { number, length: size.notificationsPerTeam }));
    }
    const { stop } = product;
    return { product, secret, all, stop: async () => void (await stop({ remove: true })) };
  } catch (error) {
    await product?.stop();
    throw error;
  } finally {
    await provider.stop();
  }
}

const historyPrices: readonly HistoryPrice[] = sellerPrices().map(({ id }, index) => ({
  id,
  plan: 2 + Math.floor(index / 2),
  period: index % 2 === 0 ? 'monthly' : 'annual',
}));

async function openTeam(
  product: Product,
  draws: RandomDraws,
  { number, length }: { number: number; length: number },
): Promise<PayingTeam> {
  const person = {
    name: `Payer ${number}`,
    email: `payer${number}@example.com`,
    password: `Rzx-longest ${number} of pays`,
  };
  const customer = await enter(product.url, person);
  const bought = draws.pick(
    historyPrices,
    historyPrices.map(() => 1),
  );
  const { checkout_url } = await customer.post('/api/billing/checkout', { plan: bought.plan, period: bought.period });
  const headers = { 'x-checkout-ticket': String(checkout_url).split('#')[1] ?? '' };
  const response = await fetch(`${product.url}/api/billing/checkout`, { headers });
  const { transaction_id: transactionId } = (await response.json()) as { transaction_id: string };
  const name = `shuffled${number}`;
  return { customer, history: writeHistory(draws, { name, transactionId, prices: historyPrices, bought, length }) };
}
