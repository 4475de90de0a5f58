import {
  type AdsConnections,
  connectionOf,
  type Directory,
  DomainError,
  type LinkedOrganization,
  requireFittingAccount,
} from '@tapwise/domain';
import type { CommandContext } from '../../event-log/commands/command-context.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import type { KeyVault } from '../../secrets/key-vault.ts';
import type { AdAccountReader } from '../ad-service/ad-accounts.ts';
import { SearchAdsError } from '../ad-service/errors.ts';
import { ownCredentials } from './account-access.ts';
import { bindAccount } from './bind-account.ts';
import { campaignsSought, seeAccounts } from './seen-accounts.ts';
import type { StoredCampaigns } from './stored-campaigns.ts';

export interface ChoiceSources {
  readonly log: EventLog;
  readonly directory: Directory;
  readonly connections: AdsConnections;
  readonly adAccounts: AdAccountReader;
  readonly storedCampaigns: StoredCampaigns;
  readonly vault: Pick<KeyVault, 'decrypt'>;
}

export interface ChosenAccount {
  readonly organization: Pick<LinkedOrganization, 'org_id' | 'name' | 'account_name'>;
  readonly adAccountId: number;
  readonly by: 'person' | 'operator';
  readonly context: CommandContext;
}

/** Longest look over all accounts. */
const lookMs = 60_000;

/**
 * Binds an organization to the account that a person named, if it fits.
 * @returns commit position of the last event. @throws DomainError as `requireFittingAccount` and `bindAccount`; `unavailable` while the
 * service does not answer.
 */
export async function chooseAccount(sources: ChoiceSources, choice: ChosenAccount): Promise<bigint> {
  const { log, directory, connections, adAccounts, storedCampaigns, vault } = sources;
  const { organization, adAccountId, by, context } = choice;
  const { org_id: orgId, name, account_name } = organization;
  const accepted = connectionOf(connections, orgId).credentials;
  const campaignIds = (await storedCampaigns.ofOrganization(orgId)).slice(0, campaignsSought);
  const credentials = accepted === null ? undefined : ownCredentials(accepted, vault);
  const seen = await unlessAway(
    seeAccounts(adAccounts, { credentials, campaignIds, signal: AbortSignal.timeout(lookMs) }),
  );
  const linked = [...directory.applications.values()].flatMap(({ organizations }) => organizations);
  const account = requireFittingAccount(
    { adAccountId, by, isOwnAccess: accepted !== null },
    { orgId, names: [name, account_name], hasStoredCampaigns: campaignIds.length > 0 },
    seen.forCampaigns(campaignIds),
    {
      organizationsByAccount: connections.organizationsByAccount,
      linkedIds: new Set(linked.map(({ org_id }) => org_id)),
    },
  );
  return bindAccount(log, { orgId, adAccountId, v1OrgId: account.v1OrgId, provenBy: by, context });
}

async function unlessAway<Result>(looking: Promise<Result>): Promise<Result> {
  try {
    return await looking;
  } catch (error) {
    if (error instanceof SearchAdsError) throw new DomainError('unavailable', { cause: error });
    throw error;
  }
}
