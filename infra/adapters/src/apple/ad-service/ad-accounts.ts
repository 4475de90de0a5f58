import type { VisibleOrganization } from '@tapwise/domain';
import type { SearchAdsCredentials } from './calls/access-token.ts';
import type { Reading } from './lists/reading.ts';

/** An ad account that may run campaigns of the App Store, as an organization of its own number. */
export interface VisibleAccount extends VisibleOrganization {
  /** The organization above it; `null` where the service does not say. */
  v1_org_id: number | null;
}

/** As whom it is asked. */
export interface AccountQuestion {
  /** Absent: as the shared API user. */
  readonly credentials?: SearchAdsCredentials | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which ad accounts an API user sees, and what is in them. */
export interface AdAccountReader {
  /** Currency and zone have to be asked for one by one; accounts that could not be read are problems of the reading. */
  visible(question?: AccountQuestion): Promise<Reading<VisibleAccount>>;
  /**
   * Which of the campaigns are in the account, deleted ones too; none where the user may not look.
   * @param campaignIds at most 50.
   */
  campaignsIn(adAccountId: number, campaignIds: readonly number[], question?: AccountQuestion): Promise<number[]>;
}
