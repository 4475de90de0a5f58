import { subscriptionStream } from '@tapwise/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IngestService, startIngestService } from '../../../tests/support/services/ingest-service.ts';

let service: IngestService;
let apiKey: string;
let otherKey: string;

beforeAll(async () => {
  service = await startIngestService();
  apiKey = await service.addApplication({ id: 511, adamId: 1500000511, bundleId: 'com.example.one' });
  otherKey = await service.addApplication({ id: 512, adamId: 1500000512, bundleId: 'com.example.two' });
});
afterAll(() => service.stop());

const transaction = (original: string) => ({
  transaction_id: `${original}1`,
  original_transaction_id: original,
  product_id: 'yearly',
  purchased_at: '2026-03-01T10:00:00Z',
});
const link = (key: string, install_id: string, ...originals: string[]) =>
  service.post('/sdk/v1/transactions', { api_key: key, install_id, transactions: originals.map(transaction) });

describe('POST /sdk/v1/transactions', () => {
  it('links purchases to an install, also one that is not known yet, and counts a repeated call alike', async () => {
    expect((await link(apiKey, 'a', '9001', '9002')).body).toEqual({ status: 'ok', linked: 2 });
    expect((await link(apiKey, 'a', '9001', '9002')).body).toEqual({ status: 'ok', linked: 2 });
    expect(await service.events(subscriptionStream('9001'))).toHaveLength(1);
  });

  it('records who did it: the SDK of that application, and what led to it', async () => {
    await link(apiKey, 'd', '9006', '9007');
    const recorded = await Promise.all(['9006', '9007'].map((id) => service.log.readStream(subscriptionStream(id))));
    const metadata = recorded.flat().map((event) => event.metadata);
    expect(metadata).toMatchObject(
      [1, 2].map(() => ({ actor: { kind: 'sdk', id: '511' }, causationId: 'link|511|d' })),
    );
    expect(new Set(metadata.map((entry) => entry?.correlationId)).size).toBe(1);
  });

  it('keeps the first link', async () => {
    await link(apiKey, 'b', '9003');
    expect((await link(apiKey, 'c', '9003')).body).toEqual({ status: 'ok', linked: 0 });
    expect(await service.events(subscriptionStream('9003'))).toHaveLength(1);
  });

  it('does not let another application take a link away', async () => {
    await link(otherKey, 'thief', '9004');
    expect((await link(apiKey, 'owner', '9004')).body).toEqual({ status: 'ok', linked: 1 });
  });

  it.each([
    ['an unknown key', { api_key: 'unknown' }, 401],
    [
      'a transaction id that is none',
      { transactions: [{ ...transaction('1'), original_transaction_id: '../x' }] },
      400,
    ],
    ['no transactions', { transactions: undefined }, 400],
  ])('refuses %s', async (_what, overrides, status) => {
    const payload = { api_key: apiKey, install_id: 'a', transactions: [transaction('9005')], ...overrides };
    expect((await service.post('/sdk/v1/transactions', payload)).status).toBe(status);
  });
});
