import { type PlanChoice, planChoices } from '@tapwise/domain';
import { z } from 'zod';

const liveApi = 'https://api.paddle.com';
const sandboxApi = 'https://sandbox-api.paddle.com';
const providerScript = 'https://cdn.paddle.com/paddle/v2/paddle.js';

const isLoopback = ({ hostname }: URL): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

const address = z
  .url({ protocol: /^https?$/ })
  .refine((text) => new URL(text).protocol === 'https:' || isLoopback(new URL(text)), 'http: on loopback only');
const text = z.string().min(1).optional();
const priceId = z
  .string()
  .regex(/^pri_[a-z0-9]{26}$/)
  .optional();

/** The variables that payments are set up with; all are optional, and without any of them payments are off. */
export const paymentVariables = {
  PADDLE_ENVIRONMENT: z
    .enum(['live', 'sandbox'])
    .optional()
    .describe(
      "Which of Paddle's worlds keys and prices are of. Payments are off unless everything but the addresses is set; the demo has a simulated provider.",
    ),
  PADDLE_API_URL: address
    .refine((url) => new URL(url).pathname === '/', 'no path')
    .optional()
    .describe("Base address of the provider's API; Paddle's where it is unset."),
  PADDLE_SCRIPT_URL: address.optional().describe("Address of the provider's script; Paddle's where it is unset."),
  PADDLE_API_KEY: text.describe('Key of the server.'),
  PADDLE_CLIENT_TOKEN: text.describe('Token of the page.'),
  PADDLE_WEBHOOK_SECRET: text.describe('What notifications are signed with; several with commas.'),
  PADDLE_PRICE_10K_MONTHLY: priceId.describe('Price of the smallest plan by month, `pri_…`.'),
  PADDLE_PRICE_10K_ANNUAL: priceId.describe('Price of the smallest plan by year.'),
  PADDLE_PRICE_40K_MONTHLY: priceId.describe('Price of the middle plan by month.'),
  PADDLE_PRICE_40K_ANNUAL: priceId.describe('Price of the middle plan by year.'),
  PADDLE_PRICE_100K_MONTHLY: priceId.describe('Price of the largest plan by month.'),
  PADDLE_PRICE_100K_ANNUAL: priceId.describe('Price of the largest plan by year.'),
};
const variables = z.object(paymentVariables);
type PaymentVariables = z.infer<typeof variables>;

/** In the order of `planChoices`. */
const priceNames = [
  'PADDLE_PRICE_10K_MONTHLY',
  'PADDLE_PRICE_10K_ANNUAL',
  'PADDLE_PRICE_40K_MONTHLY',
  'PADDLE_PRICE_40K_ANNUAL',
  'PADDLE_PRICE_100K_MONTHLY',
  'PADDLE_PRICE_100K_ANNUAL',
] as const;

export interface PlanPrice extends PlanChoice {
  readonly price_id: string;
}

/** What buying needs. */
export interface PaymentSettings {
  readonly environment: 'live' | 'sandbox';
  readonly apiUrl: string;
  readonly scriptUrl: string;
  readonly apiKey: string;
  readonly clientToken: string;
  readonly prices: readonly PlanPrice[];
}

/** Secrets that notifications are signed with. */
export const webhookSecrets = ({ PADDLE_WEBHOOK_SECRET: list = '' }: PaymentVariables): string[] =>
  list
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '');

/** @returns what lacks or contradicts, by name, when payments are not set up. */
export function paymentSettings(
  configured: PaymentVariables,
): PaymentSettings | { readonly faults: readonly string[] } {
  const needed = ['PADDLE_ENVIRONMENT', 'PADDLE_API_KEY', 'PADDLE_CLIENT_TOKEN', 'PADDLE_WEBHOOK_SECRET'] as const;
  const faults = [...needed, ...priceNames]
    .filter((name) => configured[name] === undefined)
    .map((name) => `${name} is unset`);
  const {
    PADDLE_ENVIRONMENT: environment,
    PADDLE_API_KEY: apiKey = '',
    PADDLE_CLIENT_TOKEN: clientToken = '',
  } = configured;
  const [keyPrefix, tokenPrefix] = environment === 'live' ? ['pdl_live_', 'live_'] : ['pdl_sdbx_', 'test_'];
  if (/^pdl_(live|sdbx)_/.test(apiKey) && !apiKey.startsWith(keyPrefix))
    faults.push('PADDLE_API_KEY is of the other world');
  if (/^(live|test)_/.test(clientToken) && !clientToken.startsWith(tokenPrefix))
    faults.push('PADDLE_CLIENT_TOKEN is of the other world');
  if (faults.length > 0 || environment === undefined) return { faults };
  const prices = planChoices.map((choice, index) => ({
    ...choice,
    price_id: configured[priceNames[index] ?? priceNames[0]] ?? '',
  }));
  return {
    environment,
    apiKey,
    clientToken,
    prices,
    apiUrl: (configured.PADDLE_API_URL ?? (environment === 'live' ? liveApi : sandboxApi)).replace(/\/$/, ''),
    scriptUrl: configured.PADDLE_SCRIPT_URL ?? providerScript,
  };
}
