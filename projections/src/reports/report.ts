/** How far each source has come, ISO 8601 in UTC; `null` while nothing has come from it. */
export interface AsOf {
  ads: string | null;
  sdk: string | null;
  store: string | null;
  impression_share: null;
}

/** Whose numbers are asked for, as the directory knows them. Rights are checked by the caller. */
export interface ReportScope {
  applicationId: number;
  /** The store's id of the app: only its campaigns are shown. */
  adamId: number;
  orgId: number;
  /** ISO 4217 code (or the ad service's spelling) of bids, budgets and spend of the ad organization. */
  orgCurrency: string;
  /** IANA name; days of a range are calendar days in it. */
  timeZone: string;
  /** ISO 4217 code of the application: money of an answer. */
  currency: string;
  /** In the store's programme with the lower fee. */
  smallBusiness: boolean;
  /** Every ad organization linked to the application, the one asked for included. */
  linkedOrgIds: readonly number[];
}

export type ClaimTypeFilter = 'click' | 'view' | 'total';
export type StatusFilter = 'all' | 'active' | 'paused';

export interface ReportQuestion {
  scope: ReportScope;
  /** First and last day, `YYYY-MM-DD` in the organization's time zone, both included. */
  from: string;
  to: string;
  /** ISO 3166 alpha-2 codes; `null` is every country. */
  countries: readonly string[] | null;
  claimType: ClaimTypeFilter;
  status: StatusFilter;
  /** Needed below campaign level. */
  campaignId?: number;
  /** Needed at keyword level. */
  adGroupId?: number;
  /** The instant states of subscriptions are told for; its day in the organization's zone is today. */
  now: Date;
}

/** Subscriptions and purchases of one product by state, and what they brought in, net, in the application's currency. */
export interface ProductCounts {
  count: number;
  trial: number;
  trial_canceled: number;
  billing_issues: number;
  active: number;
  canceled: number;
  refunded: number;
  current_income: number | null;
}

/** One cell: a number, a word, or `null` for what is not known. */
export type Cell = number | string | boolean | null;

/** The columns under the names callers read. Columns a level does not have are absent. */
export interface ReportCells {
  products: Record<string, ProductCounts>;
  [column: string]: Cell | Record<string, ProductCounts>;
}

/** A row; ids of its parents stand in `campaign_id` and `ad_group_id`. */
export interface ReportRow extends ReportCells {
  id: number;
  name: string;
  status: string | null;
}

export interface Report {
  rows: ReportRow[];
  totals: ReportCells;
  asOf: AsOf;
  /** Sentences joined by a space; absent when there is nothing to warn of. */
  warning?: string;
  /** Commit position up to which the tables were complete when they were asked. */
  position: bigint;
}
