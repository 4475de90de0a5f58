import type { VisibleOrganization } from '../application/linking.ts';
import type { AdsConnections } from './ads-connections.ts';

/**
 * Which organizations the visible ad accounts are, for linking: the one that an account is bound to keeps its id, an account that is
 * bound to none has its own. An account that may be an organization which has no account yet is left out, whether by its number or as a
 * candidate: it is not another organization.
 */
export function organizationsOfAccounts<Account extends VisibleOrganization>(
  accounts: readonly Account[],
  { byOrganization, organizationsByAccount }: Pick<AdsConnections, 'byOrganization' | 'organizationsByAccount'>,
): Account[] {
  const waiting = [...byOrganization].filter(([, { account }]) => account === null);
  const offered = new Set(
    waiting.flatMap(([orgId, { candidates }]) => [orgId, ...(candidates ?? []).map(({ adAccountId }) => adAccountId)]),
  );
  const organizations: Account[] = [];
  for (const account of accounts) {
    const orgId = organizationsByAccount.get(account.org_id);
    if (orgId === undefined && offered.has(account.org_id)) continue;
    organizations.push({ ...account, org_id: orgId ?? account.org_id });
  }
  return organizations;
}
