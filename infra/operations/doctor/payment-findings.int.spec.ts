import { readEnvironment } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sellerPrices } from '../../simulators/payments/src/environment.ts';
import { startPayments } from '../../simulators/payments/src/simulator.ts';
import { freePort } from '../start/free-port.ts';
import { paymentFindings } from './payment-findings.ts';

const names = ['10K_MONTHLY', '10K_ANNUAL', '40K_MONTHLY', '40K_ANNUAL', '100K_MONTHLY', '100K_ANNUAL'];
const apiKey = 'pdl_sdbx_apikey_doctor';
let provider: Awaited<ReturnType<typeof startPayments>>;
let variables: Record<string, string>;
beforeAll(async () => {
  const port = await freePort();
  const prices = sellerPrices();
  const where = { port, host: '127.0.0.1', dataDir: ':memory:', notifyUrl: null };
  provider = await startPayments({ ...where, prices, apiKey, webhookSecret: 'pdl_ntfset_doctor' });
  variables = {
    DEMO: 'off',
    PADDLE_ENVIRONMENT: 'sandbox',
    PADDLE_API_URL: `http://127.0.0.1:${port}`,
    PADDLE_API_KEY: apiKey,
    PADDLE_CLIENT_TOKEN: 'test_doctor',
    PADDLE_WEBHOOK_SECRET: 'pdl_ntfset_doctor',
    ...Object.fromEntries(names.map((name, index) => [`PADDLE_PRICE_${name}`, prices[index]?.id ?? ''])),
  };
});
afterAll(() => provider.stop());

const findings = (overrides: Record<string, string> = {}) =>
  paymentFindings(readEnvironment({ ...variables, ...overrides }));

describe('the doctor on payments', () => {
  it('has nothing to say of the demo, and names what is to be set where nothing is', async () => {
    expect(await paymentFindings(readEnvironment({ DEMO: 'on' }))).toEqual([]);
    expect(await paymentFindings(readEnvironment({ DEMO: 'off' }))).toMatchObject([{ ok: false, optional: true }]);
  });

  it('asks the provider for the prices', async () => {
    expect(await findings()).toMatchObject([{ ok: true }]);
    const swapped = { PADDLE_PRICE_10K_MONTHLY: variables.PADDLE_PRICE_10K_ANNUAL ?? '' };
    expect(await findings(swapped)).toMatchObject([{ ok: false, what: expect.stringContaining('9900 cents') }]);
  });

  it('names what lacks, keys of two worlds, and a provider that does not answer', async () => {
    expect(await findings({ PADDLE_WEBHOOK_SECRET: '' })).toMatchObject([{ fix: 'export PADDLE_WEBHOOK_SECRET=…' }]);
    const mixed = await findings({ PADDLE_CLIENT_TOKEN: 'live_doctor' });
    expect(mixed).toMatchObject([
      { ok: false, fix: expect.stringContaining('PADDLE_CLIENT_TOKEN is of the other world') },
    ]);
    const away = await findings({ PADDLE_API_URL: 'http://127.0.0.1:9' });
    expect(away).toMatchObject([{ ok: false, fix: expect.stringContaining('http://127.0.0.1:9') }]);
  });
});
