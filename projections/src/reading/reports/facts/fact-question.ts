import type { ReportScope } from '../report-scope.ts';

export type ClaimTypeFilter = 'click' | 'view' | 'total';

export type StatusFilter = 'all' | 'active' | 'paused';

/** Whether only some objects are asked for: rows that are no object are then left out. */
export const choosesObjects = ({ status, labels }: Pick<FactQuestion, 'status' | 'labels'>): boolean =>
  status !== 'all' || labels !== undefined;

/** What facts are asked for; the part that all reports have in common. */
export interface FactQuestion {
  scope: ReportScope;
  /** First and last day, `YYYY-MM-DD` in the organization's time zone, both included. */
  from: string;
  to: string;
  /** ISO 3166 alpha-2 codes; `null` is every country. */
  countries: readonly string[] | null;
  claimType: ClaimTypeFilter;
  status: StatusFilter;
  /** Ids of labels: only objects that have one of them, or are in an object that has; all when absent. */
  labels?: readonly number[] | undefined;
  campaignId?: number;
  adGroupId?: number;
  campaignIds?: readonly number[];
  /** The instant states of subscriptions are computed for; its day in the organization's zone is today. */
  now: Date;
}
