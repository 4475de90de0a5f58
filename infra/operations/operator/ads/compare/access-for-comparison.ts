import {
  type AccountAccess,
  campaignsSought,
  createStoredCampaigns,
  openSecrets,
  ownCredentials,
  readAdsConnections,
  seeAccounts,
} from '@tapwise/adapters';
import { connectionOf, type Directory, DomainError, decideAccount } from '@tapwise/domain';
import type { OperatorTools } from '../../subcommand.ts';
import { openAdsPlatform } from '../ads-clients.ts';
import { type Linked, linkedOrganizations } from '../linked-organizations.ts';

const noOrganizations = { accessOf: () => undefined };

/**
 * The ad account of an organization: what is bound to it or, for this comparison alone, what proves to be it.
 * @throws DomainError `apple_ads_not_connected` where none does; SearchAdsError while the service does not answer.
 */
export async function accessForComparison(
  { log, environment }: OperatorTools,
  directory: Directory,
  { organization: { org_id: orgId, name, account_name } }: Linked,
): Promise<AccountAccess> {
  const connections = await readAdsConnections(log, await log.lastPosition());
  const { account, credentials: ownUser } = connectionOf(connections, orgId);
  const credentials = ownUser === null ? undefined : ownCredentials(ownUser, (await openSecrets(environment)).vault);
  const access = (adAccountId: number): AccountAccess =>
    credentials === undefined ? { adAccountId } : { adAccountId, credentials };
  if (account !== null) return access(account.adAccountId);
  const campaignIds = (await createStoredCampaigns(log).ofOrganization(orgId)).slice(0, campaignsSought);
  const client = openAdsPlatform(environment, noOrganizations);
  try {
    const seen = await seeAccounts(client.adAccounts, { credentials, campaignIds });
    const decision = decideAccount(
      { orgId, names: [name, account_name], hasStoredCampaigns: campaignIds.length > 0 },
      seen.forCampaigns(campaignIds),
      {
        organizationsByAccount: connections.organizationsByAccount,
        linkedIds: new Set(linkedOrganizations(directory).map(({ organization }) => organization.org_id)),
      },
    );
    if (decision.kind === 'proven') return access(decision.account.adAccountId);
    throw new DomainError('apple_ads_not_connected', { message: 'No ad account proves to be this organization' });
  } finally {
    await client.close();
  }
}
