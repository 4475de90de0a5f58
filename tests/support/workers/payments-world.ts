import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createAdServicesClient,
  createAppLookup,
  createPaymentProvider,
  type PaymentProvider,
  paymentSettings,
  readEnvironment,
  StoreSignature,
} from '@tapwise/adapters';
import { buildIngestApp } from '@tapwise/sdk-ingest';
import { freePort } from '../../../infra/operations/start/free-port.ts';
import { type PaymentsOptions, sellerPrices, startPayments } from '../../../infra/simulators/payments/src/simulator.ts';
import { createApplyBillingRequestActivities } from '../../../workflows/src/accounts/apply-billing-request/apply-billing-request.activities.ts';
import { billingRequests } from '../../../workflows/src/accounts/apply-billing-request/apply-billing-request.requests.ts';
import { createReconcilePaymentsActivities } from '../../../workflows/src/accounts/reconcile-payments/reconcile-payments.activities.ts';
import { reconcilePaymentsProcess } from '../../../workflows/src/accounts/reconcile-payments/reconcile-payments.contract.ts';
import { checkpointsIn } from '../../../workflows/src/start/checkpoint.ts';
import { runProcess } from '../../../workflows/src/testing/run-process.ts';
import { runRequested } from '../../../workflows/src/testing/run-requested.ts';
import { type ApiService, startApi } from '../services/api-service.ts';

/** The parts of a product that take part in a payment, over one log, and a simulated provider. */
export interface PaymentsWorld {
  readonly api: ApiService;
  /** Of the provider. */
  readonly url: string;
  control(name: string, body: object): Promise<Record<string, unknown>>;
  /** The provider's books. */
  state(): Promise<{
    transactions: Record<string, unknown>[];
    subscriptions: Record<string, unknown>[];
    notifications: { event_type: string; status: string }[];
  }>;
  stop(): Promise<void>;
}

const secrets = { PADDLE_API_KEY: 'pdl_sdbx_apikey_test', PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_test' };

export async function startPaymentsWorld(): Promise<PaymentsWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'tapwise-payments-'));
  const port = await freePort();
  const ingestPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const prices = sellerPrices();
  const names = ['10K_MONTHLY', '10K_ANNUAL', '40K_MONTHLY', '40K_ANNUAL', '100K_MONTHLY', '100K_ANNUAL'];
  const environment = readEnvironment({
    ...secrets,
    DATA_DIR: folder,
    PADDLE_ENVIRONMENT: 'sandbox',
    PADDLE_CLIENT_TOKEN: 'test_token',
    PADDLE_API_URL: url,
    PADDLE_SCRIPT_URL: `${url}/paddle/v2/paddle.js`,
    ...Object.fromEntries(names.map((name, index) => [`PADDLE_PRICE_${name}`, prices[index]?.id])),
  });
  const settings = paymentSettings(environment);
  if ('faults' in settings) throw new Error(settings.faults.join());
  const api = await startApi({ tables: true, payments: createPaymentProvider(settings) });
  const ingest = ingestOver(api);
  await ingest.listen({ port: ingestPort, host: '127.0.0.1' });
  const options: PaymentsOptions = {
    port,
    host: '127.0.0.1',
    dataDir: ':memory:',
    prices,
    apiKey: secrets.PADDLE_API_KEY,
    webhookSecret: secrets.PADDLE_WEBHOOK_SECRET,
    notifyUrl: `http://127.0.0.1:${ingestPort}/payments/notifications`,
  };
  const payments = await startPayments(options);
  const stopping = new AbortController();
  const working = runBilling(api, createPaymentProvider(settings), stopping.signal);
  return {
    api,
    url,
    control: async (name, body) => {
      const response = await fetch(`${url}/_control/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`${name}: ${await response.text()}`);
      return (await response.json()) as Record<string, unknown>;
    },
    state: async () => (await (await fetch(`${url}/_control/state`)).json()) as never,
    stop: async () => {
      await payments.stop();
      stopping.abort();
      await working;
      await ingest.close();
      await api.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Only payments come in, so nothing else outside is there. */
function ingestOver({ log, deps }: ApiService) {
  const nowhere = 'http://127.0.0.1:1';
  return buildIngestApp({
    log,
    directory: deps.directory,
    vault: deps.vault,
    logger: deps.logger,
    now: Date.now,
    adServices: createAdServicesClient({ url: nowhere, timeoutMs: 100 }),
    lookup: createAppLookup(nowhere),
    signature: new StoreSignature([]),
    paymentSecrets: [secrets.PADDLE_WEBHOOK_SECRET],
  });
}

/** What the workflows process does about payments. */
async function runBilling({ log, deps }: ApiService, provider: PaymentProvider, signal: AbortSignal): Promise<void> {
  const { directory, logger } = deps;
  const billing = { log, directory, provider, logger, now: () => new Date() };
  const activities = createReconcilePaymentsActivities(billing);
  const reconciling = runProcess(reconcilePaymentsProcess, {}, { activities, logger, signal });
  await runRequested({
    log,
    kinds: [billingRequests],
    activities: createApplyBillingRequestActivities(billing),
    checkpoint: checkpointsIn(log, 1)('requests'),
    logger,
    signal,
  });
  await reconciling.ended();
}
