import { chunksOf, type SeenAdAccount } from '@tapwise/domain';
import type { AdAccountReader, VisibleAccount } from '../ad-service/ad-accounts.ts';
import type { SearchAdsCredentials } from '../ad-service/calls/access-token.ts';
import { SearchAdsError } from '../ad-service/errors.ts';
import type { Reading } from '../ad-service/lists/reading.ts';

/** Campaigns of an organization that are looked for, the newest. */
export const campaignsSought = 50;
/** Campaigns in one question. */
const mostInQuestion = 50;

/** What an API user sees, and which of the campaigns that were looked for are where. */
export interface SeenAccounts {
  readonly accounts: Reading<VisibleAccount>;
  /** Whether an account that is not among them is not there for this user, as far as the service can tell. */
  readonly isComplete: boolean;
  /** The accounts as they look to an organization with these campaigns. */
  forCampaigns(campaignIds: readonly number[]): SeenAdAccount[];
}

export interface AccountSearch {
  /** Absent: as the shared API user. */
  readonly credentials?: SearchAdsCredentials | undefined;
  /** Of all organizations whose accounts are looked for as this user. */
  readonly campaignIds: readonly number[];
  readonly signal?: AbortSignal | undefined;
}

/** Looks over all accounts that an API user sees. @throws SearchAdsError when they cannot be listed. */
export async function seeAccounts(reader: AdAccountReader, search: AccountSearch): Promise<SeenAccounts> {
  const { credentials, campaignIds, signal } = search;
  const question = { credentials, signal };
  const accounts = await reader.visible(question);
  const campaignsByAccount = new Map<number, ReadonlySet<number> | null>();
  for (const { org_id: adAccountId } of accounts.items) {
    campaignsByAccount.set(adAccountId, await campaignsIn(reader, adAccountId, { campaignIds, credentials, signal }));
  }
  return {
    accounts,
    isComplete: accounts.problems.every(({ reason }) => definite.has(reason)),
    forCampaigns: (wanted) => accounts.items.map((account) => seenAccount(account, campaignsByAccount, wanted)),
  };
}

/** What the service says of one account and will say again: it is not for this user. */
const definite: ReadonlySet<string> = new Set(['refused', 'credentials', 'not_found']);

function seenAccount(
  { org_id, org_name, v1_org_id }: VisibleAccount,
  campaignsByAccount: ReadonlyMap<number, ReadonlySet<number> | null>,
  wanted: readonly number[],
): SeenAdAccount {
  const campaigns = campaignsByAccount.get(org_id) ?? null;
  return {
    adAccountId: org_id,
    name: org_name,
    v1OrgId: v1_org_id,
    foundCampaigns: campaigns === null ? null : wanted.filter((id) => campaigns.has(id)),
  };
}

/** @returns `null` while the service does not answer. */
async function campaignsIn(
  reader: AdAccountReader,
  adAccountId: number,
  { campaignIds, ...question }: AccountSearch,
): Promise<ReadonlySet<number> | null> {
  const present = new Set<number>();
  try {
    for (const ids of chunksOf(campaignIds, mostInQuestion)) {
      for (const id of await reader.campaignsIn(adAccountId, ids, question)) present.add(id);
    }
    return present;
  } catch (error) {
    if (error instanceof SearchAdsError) return null;
    throw error;
  }
}
