import type { VisibleOrganization } from '../application/linking.ts';
import type { AdsConnections } from './ads-connections.ts';

/**
 * Which organizations the visible ad accounts are, for linking: the one that an account is bound to keeps its id, an account that is
 * bound to none has its own. An account that may be an organization which waits for a choice is left out until it is made.
 */
export function organizationsOfAccounts(
  accounts: readonly VisibleOrganization[],
  { byOrganization, organizationsByAccount }: Pick<AdsConnections, 'byOrganization' | 'organizationsByAccount'>,
): VisibleOrganization[] {
  const waiting = [...byOrganization.values()].filter(({ account }) => account === null);
  const offered = new Set(waiting.flatMap(({ candidates }) => candidates ?? []).map(({ adAccountId }) => adAccountId));
  const organizations: VisibleOrganization[] = [];
  for (const account of accounts) {
    const orgId = organizationsByAccount.get(account.org_id);
    if (orgId === undefined && offered.has(account.org_id)) continue;
    organizations.push({ ...account, org_id: orgId ?? account.org_id });
  }
  return organizations;
}
