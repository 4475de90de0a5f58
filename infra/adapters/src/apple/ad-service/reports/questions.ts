import type { Day, ReportLevel } from '@tapwise/domain';

/** What is asked of a report by day; both days are included. */
export interface ReportQuestion {
  readonly level: ReportLevel;
  readonly orgId: number;
  /** The organization's; amounts in another one say so. */
  readonly currency: string;
  /** Needed below campaign level: the service has no report over all campaigns there. */
  readonly campaignId?: number;
  readonly from: Day;
  readonly to: Day;
}

/** What is asked of the organization as a whole; both days are included. */
export interface RangeQuestion {
  readonly orgId: number;
  /** The organization's; amounts in another one say so. */
  readonly currency: string;
  readonly from: Day;
  readonly to: Day;
}
export type CampaignRangeQuestion = RangeQuestion & { readonly campaignId: number };

/** A page of a long range is cut shorter, so that an answer stays within some ten megabytes. */
export const bucketsPerPage = 14_000;
