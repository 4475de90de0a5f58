import { DomainError } from '../../shared/domain-error.ts';
import { foldName } from '../application/linking.ts';
import type { AdAccountCandidate } from './ads-connection.state.ts';
import { connectionTexts } from './connection-texts.ts';

/** An ad account that may run campaigns of the App Store and that a key of ours or of the organization sees. */
export interface SeenAdAccount extends AdAccountCandidate {
  readonly v1OrgId: number | null;
  /** Which of the organization's stored campaigns are in it; `null` while the service did not answer that. */
  readonly foundCampaigns: readonly number[] | null;
}

/** Of an organization, what its account is recognized by. */
export interface SoughtOrganization {
  readonly orgId: number;
  /** Its own name and the submitted one. */
  readonly names: readonly string[];
  readonly hasStoredCampaigns: boolean;
}

/** Which accounts other organizations have. */
export interface OtherOrganizations {
  /** Organization by the ad account that is bound to it. */
  readonly organizationsByAccount: ReadonlyMap<number, number>;
  /** Ids of all organizations that applications have. */
  readonly linkedIds: ReadonlySet<number>;
}

export type AccountDecision =
  | { readonly kind: 'proven'; readonly account: SeenAdAccount; readonly provenBy: 'campaigns' | 'number_and_name' }
  | { readonly kind: 'unproven'; readonly candidates: readonly AdAccountCandidate[] }
  /** The service has to be asked again before anything is decided. */
  | { readonly kind: 'undecided' };

/**
 * Decides which of all visible accounts is an organization.
 *
 * Campaigns that we stored prove it when they are found in exactly one account. Only an organization without any is recognized by its
 * number and its name together: a name alone proves nothing, and neither does a number. An account that is bound elsewhere is none.
 */
export function decideAccount(
  organization: SoughtOrganization,
  accounts: readonly SeenAdAccount[],
  others: OtherOrganizations,
): AccountDecision {
  if (organization.hasStoredCampaigns) return byCampaigns(organization, accounts, others);
  const free = accounts.filter((account) => isFree(account, organization, others));
  const same = free.find((account) => account.adAccountId === organization.orgId && hasName(organization, account));
  if (same !== undefined) return { kind: 'proven', account: same, provenBy: 'number_and_name' };
  return unproven(free.filter((account) => mayBe(organization, account, others)));
}

function byCampaigns(
  organization: SoughtOrganization,
  accounts: readonly SeenAdAccount[],
  others: OtherOrganizations,
): AccountDecision {
  if (accounts.some(({ foundCampaigns }) => foundCampaigns === null)) return { kind: 'undecided' };
  const holders = accounts.filter(({ foundCampaigns }) => foundCampaigns !== null && foundCampaigns.length > 0);
  const free = holders.filter((account) => isFree(account, organization, others));
  const [only] = free;
  if (holders.length === 1 && only !== undefined) return { kind: 'proven', account: only, provenBy: 'campaigns' };
  return unproven(free);
}

const unproven = (accounts: readonly SeenAdAccount[]): AccountDecision => ({
  kind: 'unproven',
  candidates: accounts.map(({ adAccountId, name }) => ({ adAccountId, name })),
});

const isFree = (
  { adAccountId }: SeenAdAccount,
  { orgId }: SoughtOrganization,
  { organizationsByAccount }: OtherOrganizations,
): boolean => (organizationsByAccount.get(adAccountId) ?? orgId) === orgId;

const hasName = ({ names }: SoughtOrganization, { name }: SeenAdAccount): boolean =>
  foldName(name) !== '' && names.some((candidate) => foldName(candidate) === foldName(name));

/** Offered to a person. The number of another organization is most likely that one, whatever its name. */
const mayBe = (organization: SoughtOrganization, account: SeenAdAccount, { linkedIds }: OtherOrganizations): boolean =>
  account.adAccountId === organization.orgId || (hasName(organization, account) && !linkedIds.has(account.adAccountId));

/** An account that a person names for an organization. */
export interface AccountChoice {
  readonly adAccountId: number;
  readonly by: 'person' | 'operator';
  /** The accounts were seen with the organization's own credentials. */
  readonly isOwnAccess: boolean;
}

/**
 * Checks an account that a person chose. Where no stored campaign can prove it, a person may choose among those that the organization's
 * own key sees, and with our key only what may be the organization: our key sees the accounts of all our customers.
 * @throws DomainError `not_found` when it is not seen, bound elsewhere or not for this person to see; `refused` when it does not hold the
 * stored campaigns; `unavailable` while the service does not say whether it does.
 */
export function requireFittingAccount(
  choice: AccountChoice,
  organization: SoughtOrganization,
  accounts: readonly SeenAdAccount[],
  others: OtherOrganizations,
): SeenAdAccount {
  const account = accounts.find(({ adAccountId }) => adAccountId === choice.adAccountId);
  if (account === undefined || !isFree(account, organization, others)) throw new DomainError('not_found');
  if (organization.hasStoredCampaigns) {
    if (account.foundCampaigns === null) throw new DomainError('unavailable');
    if (account.foundCampaigns.length === 0) {
      throw new DomainError('refused', { message: connectionTexts.notHolding });
    }
    return account;
  }
  const mayChoose = choice.by === 'operator' || choice.isOwnAccess || mayBe(organization, account, others);
  if (!mayChoose) throw new DomainError('not_found');
  return account;
}
