import { z } from 'zod';
import type { AccountQuestion, AdAccountReader, VisibleAccount } from '../ad-service/ad-accounts.ts';
import type { SearchAdsCall, SearchAdsTransport } from '../ad-service/calls/transport.ts';
import { SearchAdsError } from '../ad-service/errors.ts';
import type { ItemReader } from '../ad-service/lists/item-reader.ts';
import { partial } from '../ad-service/lists/reading.ts';
import { openEnvelope } from './lists/envelope.ts';
import { among, deletedToo, type Filter } from './lists/queries.ts';
import { aclsWire, aclWire, adAccountWire } from './schemas.ts';

/** An account that may run campaigns of the App Store has this feature; those of other kinds are never shown. */
const appStoreFeature = 'APPSTORE_APP_MANUAL';

export function createAccountReader(transport: SearchAdsTransport, read: ItemReader): AdAccountReader {
  return {
    visible: async (question = {}) => {
      const operation = 'GET /acls';
      const call = { operation, method: 'GET' as const, path: '/acls', ...asWhom(question) };
      const entries = await transport.call(
        call,
        (body) => aclsWire.parse(openEnvelope(operation, body).data).acls ?? [],
      );
      const listed = read(operation, entries, { schema: aclWire, translate: (wire) => wire });
      const problems = listed.notes.map(({ reason, detail }) => partial(reason, operation, detail));
      const items: VisibleAccount[] = [];
      for (const { adAccount, roles } of listed.items) {
        try {
          const account = await readAccount(transport, adAccount.id, question);
          if (!(await runsAppCampaigns(transport, account, question))) continue;
          items.push(
            visibleAccount(account, { roles: roles ?? [], v1OrgId: account.orgId ?? adAccount.orgId ?? null }),
          );
        } catch (error) {
          if (!(error instanceof SearchAdsError)) throw error;
          problems.push(partial(error.reason, error.operation, error.message));
        }
      }
      return { items, problems, unread: new Map() };
    },
    campaignsIn: async (adAccountId, campaignIds, question = {}) => {
      const filters = [among('id', campaignIds), deletedToo];
      const ids = await queryCampaigns(transport, { adAccountId, filters, pageSize: campaignIds.length }, question);
      return ids ?? [];
    },
  };
}

type AdAccountWire = z.infer<typeof adAccountWire>;

const visibleAccount = (
  account: AdAccountWire,
  { roles, v1OrgId }: { roles: readonly string[]; v1OrgId: number | null },
): VisibleAccount => ({
  org_id: account.id,
  org_name: account.name,
  display_name: null,
  currency: account.currency,
  time_zone: account.timezone,
  payment_model: account.paymentModel || null,
  role_names: roles,
  v1_org_id: v1OrgId,
});

const asWhom = ({ credentials, signal }: AccountQuestion): Pick<SearchAdsCall, 'credentials' | 'signal'> => ({
  ...(credentials === undefined ? {} : { credentials }),
  ...(signal === undefined ? {} : { signal }),
});

/** Where its features are not given, the account runs such campaigns if they may be asked for. */
async function runsAppCampaigns(
  transport: SearchAdsTransport,
  { id: adAccountId, productFeatures }: AdAccountWire,
  question: AccountQuestion,
): Promise<boolean> {
  if (productFeatures) return productFeatures.includes(appStoreFeature);
  return (await queryCampaigns(transport, { adAccountId, filters: [], pageSize: 1 }, question)) !== undefined;
}

/** A campaign of which only the number counts. */
const numbered = z.object({ id: z.number().int() });

/** @returns ids of the campaigns that the account has, `undefined` where the user may not ask it. */
async function queryCampaigns(
  transport: SearchAdsTransport,
  { adAccountId, filters, pageSize }: { adAccountId: number; filters: readonly Filter[]; pageSize: number },
  question: AccountQuestion,
): Promise<number[] | undefined> {
  const path = '/campaigns/query';
  const operation = `POST ${path}`;
  const body = { filters, pagination: { offset: 0, pageSize } };
  try {
    return await transport.call({ operation, method: 'POST', path, adAccountId, body, ...asWhom(question) }, (answer) =>
      campaignIdsIn(openEnvelope(operation, answer).data),
    );
  } catch (error) {
    if (error instanceof SearchAdsError && !error.ofAccess && (error.status === 401 || error.status === 403)) {
      return undefined;
    }
    throw error;
  }
}

function campaignIdsIn(data: unknown): number[] {
  const campaigns = Array.isArray(data) ? data : [];
  return campaigns.flatMap((campaign: unknown) => numbered.safeParse(campaign).data?.id ?? []);
}

function readAccount(transport: SearchAdsTransport, adAccountId: number, question: AccountQuestion) {
  const operation = 'GET /ad-accounts/{id}';
  return transport.call(
    { operation, method: 'GET', path: `/ad-accounts/${adAccountId}`, adAccountId, ...asWhom(question) },
    (body) => adAccountWire.parse(openEnvelope(operation, body).data),
  );
}
