import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportLaunch, reportTransactions, type TapwiseOptions } from '../../../sdk-clients/react-native/src/index.ts';
import { type IngestService, startIngestService } from '../../support/services/ingest-service.ts';

let ingest: IngestService;
let url: string;
let apiKey: string;
beforeAll(async () => {
  ingest = await startIngestService();
  apiKey = await ingest.addApplication({ id: 31, adamId: 1500000031, bundleId: 'com.example.calm' });
  await ingest.app.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(ingest.app.server.address() as AddressInfo).port}`;
});
afterAll(() => ingest.stop());

/** A phone: what it keeps, whether it is online, and how long it was asked to wait. */
function phone(overrides: Partial<TapwiseOptions> = {}) {
  const kept = new Map<string, string>();
  const waits: number[] = [];
  const state = { online: true };
  const options: TapwiseOptions = {
    apiKey,
    url,
    attributionToken: async () => null,
    newId: () => randomUUID(),
    storage: {
      getItem: async (key) => kept.get(key) ?? null,
      setItem: async (key, value) => kept.set(key, value),
    },
    fetch: (...call) => (state.online ? fetch(...call) : Promise.reject(new TypeError('Network request failed'))),
    pause: async (ms) => void waits.push(ms),
    ...overrides,
  };
  return { options, waits, state };
}

const purchase = (id: string) => ({
  transaction_id: id,
  original_transaction_id: id,
  product_id: 'pro',
  purchased_at: new Date().toISOString(),
});

describe('the SDK for React Native', () => {
  it('reports an install once, and answers later launches from what it keeps', async () => {
    const { options, state } = phone();
    const first = await reportLaunch(options);
    expect(first).toMatchObject({ attribution: null, firstTime: true });
    const events = await ingest.events(`install-31.${first.installId}`);
    expect(events.map(({ type }) => type)).toContain('InstallReported');
    state.online = false;
    expect(await reportLaunch(options)).toEqual({ ...first, firstTime: false });
  });

  it('waits offline, longer each time, and reports the same install and its purchases at the next launch', async () => {
    const { options, waits, state } = phone();
    state.online = false;
    const offline = await reportLaunch(options);
    expect(offline).toMatchObject({ attribution: undefined, firstTime: false });
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
    await reportTransactions(options, [purchase('900000000000031')]);
    state.online = true;
    const online = await reportLaunch(options);
    expect(online).toMatchObject({ installId: offline.installId, attribution: null, firstTime: true });
    const linked = await ingest.events('subscription-900000000000031');
    expect(linked).toMatchObject([{ type: 'TransactionLinked', data: { install_id: online.installId } }]);
  });

  it('does not ask again with a key that is refused', async () => {
    const { options, waits } = phone({ apiKey: 'wrong' });
    expect(await reportLaunch(options)).toMatchObject({ attribution: undefined });
    expect(waits).toEqual([]);
  });
});
