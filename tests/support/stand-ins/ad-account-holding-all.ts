import { type AdAccountReader, createAdsPlatformClient } from '@tapwise/adapters';
import { startStandInAdsPlatform } from './stand-in-ads-platform.ts';

/** An interface with one ad account, which holds every campaign that is looked for. */
export interface AdAccountHoldingAll {
  readonly adAccountId: number;
  readonly adAccounts: AdAccountReader;
  stop(): Promise<void>;
}

const adAccountId = 990001;

export async function startAdAccountHoldingAll(): Promise<AdAccountHoldingAll> {
  const service = await startStandInAdsPlatform();
  service.respond = ({ path, body }) => {
    if (path === '/acls') {
      const adAccount = { id: adAccountId, name: 'Holds all', orgId: 990000 };
      return { body: { result: { acls: [{ adAccount, roles: ['Admin'] }] } } };
    }
    if (path === '/campaigns/query') {
      const filters = body.filters as { field: string; value: readonly number[] }[];
      const result = (filters.find(({ field }) => field === 'id')?.value ?? []).map((id) => ({ id }));
      return { body: { result, pagination: { totalCount: result.length } } };
    }
    const facts = { timezone: 'UTC', currency: 'USD', productFeatures: ['APPSTORE_APP_MANUAL'] };
    return { body: { result: { id: adAccountId, name: 'Holds all', orgId: 990000, ...facts } } };
  };
  const client = createAdsPlatformClient({ ...service, accounts: { accessOf: () => undefined }, firstRetryMs: 1 });
  return {
    adAccountId,
    adAccounts: client.adAccounts,
    stop: async () => {
      await client.close();
      await service.stop();
    },
  };
}
