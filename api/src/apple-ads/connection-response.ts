import type { AppleAdsConnection } from '@tapwise/contract';
import {
  bindingOf,
  connectionMessage,
  connectionOf,
  credentialsKindOf,
  isReadOnly,
  isStanding,
  type OpenApplication,
} from '@tapwise/domain';
import { type AppleAds, spokenBy } from './apple-ads.ts';

/** What is shown of a connection beside every organization. */
export function connectionSummary(
  appleAds: Pick<AppleAds, 'version' | 'connections'>,
  application: OpenApplication,
  orgId: number,
): Pick<AppleAdsConnection, 'state' | 'binding' | 'message'> {
  const connection = connectionOf(appleAds.connections.state, orgId);
  const spoken = spokenBy(appleAds);
  return {
    state: isStanding(connection, spoken) ? 'standing' : 'working',
    binding: bindingOf(connection),
    message: connectionMessage(connection, { spoken, isReadOnly: isReadOnly(application, orgId) }),
  };
}

/** A connection as its members see it: names and numbers, never a key. */
export function connectionResponse(
  appleAds: Pick<AppleAds, 'version' | 'connections'>,
  application: OpenApplication,
  organization: { readonly org_id: number; readonly name: string },
): AppleAdsConnection {
  const connection = connectionOf(appleAds.connections.state, organization.org_id);
  const { account, candidates, history } = connection;
  return {
    organization_id: organization.org_id,
    name: organization.name,
    ...connectionSummary(appleAds, application, organization.org_id),
    ad_account_id: account?.adAccountId ?? null,
    v1_org_id: account?.v1OrgId ?? null,
    proven_by: account?.provenBy ?? null,
    proven_at: account?.provenAt ?? null,
    credentials: credentialsKindOf(connection),
    candidates: (candidates ?? []).map(({ adAccountId, name }) => ({ ad_account_id: adAccountId, name })),
    history: history.map(({ at, text }) => ({ at, text })),
  };
}
