import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type ApiService, startApi } from '../../../../tests/support/services/api-service.ts';
import {
  type StandInStoreReports,
  startStandInStoreReports,
} from '../../../../tests/support/stand-ins/stand-in-store-reports.ts';

let store: StandInStoreReports;
let api: ApiService;
let token: string;
let id: number;

beforeAll(async () => {
  store = await startStandInStoreReports();
  api = await startApi({ storeUrl: store.url });
  ({ token } = await api.signUp());
  const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
  id = Number((await api.call('POST', '/api/application', { token, body })).body.application_id);
});
afterEach(() => store.faults.splice(0));
afterAll(async () => {
  await Promise.all([api.stop(), store.stop()]);
});

const give = (fields: object = {}) =>
  api.call('POST', '/api/application/asc_credentials', {
    token,
    body: { application_id: id, ...store.key, ...fields },
  });
const state = () => {
  const application = api.deps.directory.state.applications.get(id);
  return application?.status === 'open' ? application.store_connection : undefined;
};

describe('keys of the store', () => {
  it.each([
    [
      'another issuer',
      { issuer_id: '00000000-0000-4000-8000-000000000000' },
      'store_key_refused',
      'Apple did not accept this key. Check Issuer ID and KEY ID.',
    ],
    [
      'another key id',
      { key_id: 'ZZZZZ99999' },
      'store_key_refused',
      'Apple did not accept this key. Check Issuer ID and KEY ID.',
    ],
    [
      'another vendor number',
      { vendor_number: '80000009' },
      'vendor_number_refused',
      'Vendor number is not valid for this key',
    ],
  ])('are refused and not kept with %s', async (_what, fields, code, error_message) => {
    expect(await give(fields)).toMatchObject({ status: 400, body: { status: 'error', code, error_message } });
    expect(state()).toBeNull();
  });

  it('are refused without the right to read reports', async () => {
    store.faults.push({ status: 403 });
    expect(await give()).toMatchObject({
      status: 400,
      body: {
        code: 'store_key_without_rights',
        error_message:
          "The key needs 'Sales and Reports' rights and must come from an admin or owner of the store account.",
      },
    });
    expect(state()).toBeNull();
  });

  it('are refused while an agreement at Apple is not signed, whatever the right of the key', async () => {
    store.faults.push({ status: 403, code: 'FORBIDDEN.REQUIRED_AGREEMENTS_MISSING_OR_EXPIRED' });
    const error_message = 'Apple asks the account holder to sign an agreement in App Store Connect.';
    expect(await give()).toMatchObject({ status: 400, body: { code: 'store_agreement_missing', error_message } });
    expect(state()).toBeNull();
  });

  it('are kept once the store has taken them, also when nothing was sold', async () => {
    const questionsBefore = store.questions.length;
    expect((await give()).status).toBe(200);
    expect(state()).toMatchObject({ key_id: store.key.key_id });
    expect(store.questions.slice(questionsBefore)).toHaveLength(1);
  });

  it.each([500, 503, 429])('are accepted unverified while the store answers %i', async (status) => {
    store.faults.push({ status });
    expect((await give({ vendor_number: store.key.vendor_number })).status).toBe(200);
  });

  it('are accepted unverified when the store does not answer in time', async () => {
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const other = await startApi({ storeUrl: `http://127.0.0.1:${(silent.address() as AddressInfo).port}` });
    const person = await other.signUp();
    const body = { name: 'Moonvale', url: 'https://apps.apple.com/app/id1500000001' };
    const created = await other.call('POST', '/api/application', { token: person.token, body });
    const response = await other.call('POST', '/api/application/asc_credentials', {
      token: person.token,
      body: { application_id: Number(created.body.application_id), ...store.key },
    });
    silent.closeAllConnections();
    silent.close();
    await other.stop();
    expect(response.status).toBe(200);
  });
});
