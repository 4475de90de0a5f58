import { z } from 'zod';

const plans = [
  ['10K', 'MONTHLY', 9_900],
  ['10K', 'ANNUAL', 69_900],
  ['40K', 'MONTHLY', 19_900],
  ['40K', 'ANNUAL', 139_900],
  ['100K', 'MONTHLY', 29_900],
  ['100K', 'ANNUAL', 209_900],
] as const;

/** What the seller has set up: the simulator's own, unless others are given. */
export interface SellerPrice {
  readonly id: string;
  readonly cents: number;
  readonly interval: 'month' | 'year';
}

/** All settings of a simulator; also what an embedding test gives. */
export interface PaymentsOptions {
  /** 0 = any free port. */
  readonly port: number;
  readonly host: string;
  /** Folder of the state; `:memory:` keeps nothing. */
  readonly dataDir: string;
  /** Where notifications go; null: they are not sent. */
  readonly notifyUrl: string | null;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly prices: readonly SellerPrice[];
}

const priceId = z.string().regex(/^pri_[a-z0-9]{26}$/);
const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('.data/payments'),
  PADDLE_NOTIFY_URL: z.url().optional(),
  PADDLE_API_KEY: z.string().default('pdl_sdbx_apikey_simulated'),
  PADDLE_WEBHOOK_SECRET: z.string().default('pdl_ntfset_simulated'),
});

/** Reads the environment, the only place that does. @throws when a setting cannot be understood; empty settings count as absent. */
export function readEnvironment(): PaymentsOptions {
  const variables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
  const env = schema.parse(variables);
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    notifyUrl: env.PADDLE_NOTIFY_URL ?? null,
    apiKey: env.PADDLE_API_KEY,
    // The newest of several signs.
    webhookSecret: env.PADDLE_WEBHOOK_SECRET.split(',')[0]?.trim() ?? '',
    prices: sellerPrices(variables),
  };
}

/** @param variables Ids by the product's variables; each that is absent gets one of the simulator's own. */
export function sellerPrices(variables: Readonly<Record<string, string | undefined>> = {}): SellerPrice[] {
  return plans.map(([size, period, cents]) => ({
    id: priceId.parse(variables[`PADDLE_PRICE_${size}_${period}`] ?? ownPriceId(size, period)),
    cents,
    interval: period === 'MONTHLY' ? 'month' : 'year',
  }));
}

const ownPriceId = (size: string, period: string): string =>
  `pri_01simulated${size}${period}`.toLowerCase().padEnd(30, '0');
