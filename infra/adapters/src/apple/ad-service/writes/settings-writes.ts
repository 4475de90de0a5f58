import type { RemoteAdGroup, RemoteCampaign, RemoteKeyword, Switch } from './remote.ts';
import type { Amount, RowEnd, WriteEnd, WriteScope } from './write-end.ts';

/** Who is invoiced for a campaign of an organization that pays on account (LOC). */
export interface InvoiceDetails {
  readonly buyerName: string;
  readonly buyerEmail: string;
  readonly billingContactEmail: string;
}

/** Only the fields that are present change. */
export interface CampaignChange {
  readonly name?: string;
  readonly status?: Switch;
  readonly dailyBudget?: Amount;
  /** Only where there is one, and only upwards. */
  readonly totalBudget?: Amount;
  /** Only where the service sets the bids. */
  readonly targetCpa?: Amount;
  readonly countries?: readonly string[];
  readonly invoiceDetails?: InvoiceDetails;
}

/**
 * Only the fields that are present change. A change of Search Match carries the default bid read just before: without it the
 * service may reset the bid; `null` where the service sets it. Targeting cannot be changed: a part of it would wipe the rest.
 */
export type AdGroupChange = {
  readonly name?: string;
  readonly status?: Switch;
  /** `null` clears the goal. */
  readonly cpaGoal?: Amount | null;
} & (
  | { readonly defaultBid?: Amount; readonly searchMatch?: undefined }
  | { readonly defaultBid: Amount | null; readonly searchMatch: boolean }
);

export interface KeywordChange {
  readonly id: number;
  readonly status?: Switch;
  /** `null`: the keyword follows its ad group. */
  readonly bid?: Amount | null;
}

/** Changes and deletions of what exists. Deleting is soft and cannot be undone. */
export interface SettingsWrites {
  updateCampaign(scope: WriteScope, campaignId: number, change: CampaignChange): Promise<WriteEnd<RemoteCampaign>>;
  updateAdGroup(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    change: AdGroupChange,
  ): Promise<WriteEnd<RemoteAdGroup>>;
  /** @param changes 1 to the service's most rows, each keyword once. The rows of the end are in the same order. */
  updateKeywords(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    changes: readonly KeywordChange[],
  ): Promise<WriteEnd<readonly RowEnd<RemoteKeyword>[]>>;
  deleteCampaign(scope: WriteScope, campaignId: number): Promise<WriteEnd<null>>;
  deleteAdGroup(scope: WriteScope, campaignId: number, adGroupId: number): Promise<WriteEnd<null>>;
  /** @param ids 1 to the service's most rows. `deleted` counts them; `null` where the service does not say. */
  deleteKeywords(
    scope: WriteScope,
    campaignId: number,
    adGroupId: number,
    ids: readonly number[],
  ): Promise<WriteEnd<{ readonly deleted: number | null }>>;
}
