import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../infra/operations/start/free-port.ts';
import { type Simulator, startSimulator } from '../../infra/simulators/apple/src/simulator.ts';
import { type PaymentsOptions, sellerPrices, startPayments } from '../../infra/simulators/payments/src/simulator.ts';
import { eventually, type Product, startProduct } from '../support/product/product.ts';
import bundlePrograms from '../support/programs/bundle-programs.ts';
import { runCommand } from '../support/programs/operator-command.ts';
import type { OutboxMail } from '../support/workers/mailing.ts';

/** A product without a demo, between a simulated Apple and a simulated payment provider, all on loopback. */
export interface StoryWorld {
  readonly url: string;
  readonly ingestUrl: string;
  readonly apple: Simulator;
  /** Steers the payment provider. */
  payments(name: 'clock' | 'outcome', body: object): Promise<void>;
  /** The only subscription at the provider. */
  subscriptionId(): Promise<string>;
  /** The newest mail of a kind to an address, once it is there. */
  mail(kind: string, to: string): Promise<OutboxMail>;
  /** The operator's command about trials. */
  endTrial(accountId: number, until: Date): Promise<void>;
  stop(): Promise<void>;
}

const secrets = { PADDLE_API_KEY: 'pdl_sdbx_apikey_story', PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_story' };

export async function startStoryWorld(): Promise<StoryWorld> {
  await bundlePrograms();
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-story-'));
  const port = await freePort();
  const ingest = await freePort();
  const paymentsPort = await freePort();
  const appleFolder = join(folder, 'apple');
  mkdirSync(appleFolder);
  // A small market that does not move; everything that comes to the product is sent by a person of the story.
  const apple = await startSimulator({ dataDir: appleFolder, scale: 0.05, historyMonths: 1, movement: 'off' });
  const provider: PaymentsOptions = {
    port: paymentsPort,
    host: '127.0.0.1',
    dataDir: ':memory:',
    prices: sellerPrices(),
    apiKey: secrets.PADDLE_API_KEY,
    webhookSecret: secrets.PADDLE_WEBHOOK_SECRET,
    notifyUrl: `http://127.0.0.1:${ingest}/payments/notifications`,
  };
  const paying = await startPayments(provider);
  const product = await startProduct({
    environment: {
      DEMO: 'off',
      PORT: String(port),
      INGEST_PORT: String(ingest),
      SQL_PORT: 'off',
      PULL_INTERVAL_SECONDS: '2',
      ...appleSettings(apple, appleFolder),
      ...paymentSettings(paying.url),
    },
  });
  return {
    url: product.url,
    ingestUrl: product.ingestUrl,
    apple,
    payments: (name, body) => control(paying.url, name, body),
    subscriptionId: async () => {
      const response = await fetch(`${paying.url}/_control/state`);
      const { subscriptions } = (await response.json()) as { subscriptions: { id: string }[] };
      return subscriptions.at(-1)?.id ?? '';
    },
    mail: (kind, to) => newestMail(product, kind, to),
    endTrial: async (accountId, until) => {
      const args = ['trial', '--account', String(accountId), '--until', until.toISOString()];
      const { code, complaint } = await runCommand('billing', { DATA_DIR: product.dataDir }, ...args);
      if (code !== 0) throw new Error(complaint);
    },
    stop: async () => {
      await product.stop();
      await Promise.all([paying.stop(), apple.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function appleSettings({ url }: Simulator, folder: string): Record<string, string> {
  const file = JSON.parse(readFileSync(join(folder, 'provider.json'), 'utf8')) as Record<string, string>;
  return {
    APPLE_ADS_V1_URL: `${url}/v1`,
    APPLE_ADS_TOKEN_URL: `${url}/auth/oauth2/token`,
    ADSERVICES_URL: `${url}/api/v1/`,
    APP_STORE_CONNECT_URL: url,
    APP_STORE_LOOKUP_URL: url,
    EXCHANGE_RATES_URL: `${url}/rates/eurofxref-hist.xml`,
    APPLE_ROOT_CERTIFICATES: join(folder, 'root.pem'),
    APPLE_ADS_CLIENT_ID: file.client_id ?? '',
    APPLE_ADS_TEAM_ID: file.team_id ?? '',
    APPLE_ADS_KEY_ID: file.key_id ?? '',
    APPLE_ADS_PRIVATE_KEY_FILE: file.private_key_file ?? '',
  };
}

function paymentSettings(url: string): Record<string, string> {
  const names = ['10K_MONTHLY', '10K_ANNUAL', '40K_MONTHLY', '40K_ANNUAL', '100K_MONTHLY', '100K_ANNUAL'];
  const prices = sellerPrices();
  return {
    ...secrets,
    PADDLE_ENVIRONMENT: 'sandbox',
    PADDLE_CLIENT_TOKEN: 'test_story',
    PADDLE_API_URL: url,
    PADDLE_SCRIPT_URL: `${url}/paddle/v2/paddle.js`,
    ...Object.fromEntries(names.map((name, index) => [`PADDLE_PRICE_${name}`, prices[index]?.id ?? ''])),
  };
}

async function control(url: string, name: string, body: object): Promise<void> {
  const response = await fetch(`${url}/_control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
}

async function newestMail({ dataDir }: Product, kind: string, to: string): Promise<OutboxMail> {
  const outbox = join(dataDir, 'outbox');
  const findMail = () =>
    readdirSync(outbox)
      .filter((file) => file.startsWith(`${kind}--`) && file.endsWith('.json'))
      .map((file) => JSON.parse(readFileSync(join(outbox, file), 'utf8')) as OutboxMail)
      .filter((mail) => mail.to === to)
      .toSorted((a, b) => b.created_at.localeCompare(a.created_at))[0];
  const mail = await eventually(
    async () => findMail(),
    (mail) => mail !== undefined,
  );
  if (mail === undefined) throw new Error(`No ${kind} to ${to}`);
  return mail;
}
