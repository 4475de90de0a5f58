import type { SearchAdsCredentials } from '../../ad-service/calls/access-token.ts';

/** What an organization is at the interface, and as whom it is asked about. */
export interface AccountAccess {
  readonly adAccountId: number;
  /** The organization's own; absent: the shared ones. */
  readonly credentials?: SearchAdsCredentials;
}

/** Which ad account is which organization. */
export interface AccountDirectory {
  /** @returns `undefined` while no ad account is bound to the organization: then nothing is asked about it. */
  accessOf(orgId: number): AccountAccess | undefined;
}
