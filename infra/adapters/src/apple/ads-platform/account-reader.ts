import type { VisibleOrganization } from '@tapwise/domain';
import type { z } from 'zod';
import type { SearchAdsTransport } from '../ad-service/calls/transport.ts';
import { SearchAdsError } from '../ad-service/errors.ts';
import type { ItemReader } from '../ad-service/lists/item-reader.ts';
import { partial, type Reading } from '../ad-service/lists/reading.ts';
import { openEnvelope } from './lists/envelope.ts';
import { aclsWire, aclWire, adAccountWire } from './schemas.ts';

/** An account that may run campaigns of the App Store has this feature; those of other kinds are never shown. */
const appStoreFeature = 'APPSTORE_APP_MANUAL';

/** Reads which ad accounts the shared API user sees, as organizations: currency and zone have to be asked for one by one. */
export function createAccountReader(
  transport: SearchAdsTransport,
  read: ItemReader,
): (signal?: AbortSignal) => Promise<Reading<VisibleOrganization>> {
  return async (signal) => {
    const operation = 'GET /acls';
    const call = { operation, method: 'GET' as const, path: '/acls', ...(signal ? { signal } : {}) };
    const entries = await transport.call(call, (body) => aclsWire.parse(openEnvelope(operation, body).data).acls ?? []);
    const listed = read(operation, entries, { schema: aclWire, translate: (wire) => wire });
    const problems = listed.notes.map(({ reason, detail }) => partial(reason, operation, detail));
    const items: VisibleOrganization[] = [];
    for (const { adAccount, roles } of listed.items) {
      try {
        const account = await readAccount(transport, adAccount.id, signal);
        if (!(await runsAppCampaigns(transport, account, signal))) continue;
        items.push({
          org_id: account.id,
          org_name: account.name,
          display_name: null,
          currency: account.currency,
          time_zone: account.timezone,
          payment_model: account.paymentModel || null,
          role_names: roles ?? [],
        });
      } catch (error) {
        if (!(error instanceof SearchAdsError)) throw error;
        problems.push(partial(error.reason, error.operation, error.message));
      }
    }
    return { items, problems, unread: new Map() };
  };
}

/** Where its features are not given, the account runs such campaigns if they may be asked for. */
async function runsAppCampaigns(
  transport: SearchAdsTransport,
  { id: adAccountId, productFeatures }: z.infer<typeof adAccountWire>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (productFeatures) return productFeatures.includes(appStoreFeature);
  const path = '/campaigns/query';
  const operation = `POST ${path}`;
  const body = { filters: [], pagination: { offset: 0, pageSize: 1 } };
  try {
    const call = { operation, method: 'POST' as const, path, adAccountId, body, ...(signal ? { signal } : {}) };
    return await transport.call(call, () => true);
  } catch (error) {
    if (error instanceof SearchAdsError && (error.status === 401 || error.status === 403)) return false;
    throw error;
  }
}

function readAccount(transport: SearchAdsTransport, adAccountId: number, signal: AbortSignal | undefined) {
  const operation = 'GET /ad-accounts/{id}';
  return transport.call(
    { operation, method: 'GET', path: `/ad-accounts/${adAccountId}`, adAccountId, ...(signal ? { signal } : {}) },
    (body) => adAccountWire.parse(openEnvelope(operation, body).data),
  );
}
