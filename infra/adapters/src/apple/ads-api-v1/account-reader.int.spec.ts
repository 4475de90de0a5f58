import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type StandInAdsPlatform,
  startStandInAdsPlatform,
} from '../../../../../tests/support/stand-ins/stand-in-ads-platform.ts';
import { type AdsPlatformClient, createAdsPlatformClient } from './client.ts';

let service: StandInAdsPlatform;
let client: AdsPlatformClient;

beforeEach(async () => {
  service = await startStandInAdsPlatform();
  const accounts = { accessOf: () => undefined };
  client = createAdsPlatformClient({ ...service, accounts, firstRetryMs: 1, timeoutMs: 2000 });
});

afterEach(async () => {
  await client.close();
  await service.stop();
});

const account = { id: 52, name: 'Moon', orgId: 50, timezone: 'Europe/Berlin', currency: 'EUR' };
const listOf = (...result: object[]) => ({ body: { result, pagination: { totalCount: result.length } } });

describe('ad accounts', () => {
  it('are shown as organizations of their own numbers, with the organization above them', async () => {
    const acl = { adAccount: { id: 52, name: 'Moon', orgId: 50 }, roles: ['Admin'] };
    const whole = { ...account, productFeatures: ['APPSTORE_APP_MANUAL'] };
    service.responses.push({ body: { result: { acls: [acl] } } }, { body: { result: whole } });
    const { items, problems } = await client.adAccounts.visible();
    expect(problems).toEqual([]);
    expect(items).toEqual([
      {
        org_id: 52,
        org_name: 'Moon',
        display_name: null,
        currency: 'EUR',
        time_zone: 'Europe/Berlin',
        payment_model: null,
        role_names: ['Admin'],
        v1_org_id: 50,
      },
    ]);
  });

  it("are asked for with an organization's own key, which is read only when a token is wanted", async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    let reads = 0;
    const credentials = {
      clientId: 'SEARCHADS.own',
      teamId: 'SEARCHADS.own',
      keyId: 'key',
      privateKeyId: 'first',
      readPrivateKey: async () => {
        reads += 1;
        return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
      },
    };
    const none = { body: { result: { acls: [] } } };
    service.responses.push(none, none);
    await client.adAccounts.visible({ credentials });
    await client.adAccounts.visible({ credentials });
    expect(service.calls.map(({ token }) => token)).toEqual(['token-1-SEARCHADS.own', 'token-1-SEARCHADS.own']);
    expect(reads).toBe(1);
    service.responses.push(none);
    await client.adAccounts.visible({ credentials: { ...credentials, privateKeyId: 'second' } });
    expect(service.calls.at(-1)?.token).toBe('token-2-SEARCHADS.own');
  });

  it('say which of some campaigns they hold, deleted ones too', async () => {
    service.responses.push(listOf({ id: 502, name: 'Brand' }));
    expect(await client.adAccounts.campaignsIn(52, [501, 502])).toEqual([502]);
    expect(service.calls).toMatchObject([
      {
        path: '/campaigns/query',
        context: 'adAccountId=52',
        body: {
          filters: [
            { field: 'id', operator: 'IN', value: [501, 502] },
            { field: 'deleted', operator: 'IN', value: [true, false] },
          ],
        },
      },
    ]);
  });

  it('hold none of them for a user who may not look, and say nothing while they are away', async () => {
    service.responses.push({ status: 403, body: {} });
    expect(await client.adAccounts.campaignsIn(52, [501])).toEqual([]);
    service.responses.push(...Array.from({ length: 6 }, () => ({ status: 500, body: '' })));
    await expect(client.adAccounts.campaignsIn(52, [501])).rejects.toMatchObject({ status: 500 });
  });
});
