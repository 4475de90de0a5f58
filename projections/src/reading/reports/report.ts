import type { Granularity, ReportGaps } from '@tapwise/domain';
import type { ClaimTypeFilter, FactQuestion } from './facts/fact-question.ts';
import type { ReportScope } from './report-scope.ts';

/** One cell: a number, a word, or `null` for what is not known. */
export type Cell = number | string | boolean | null;

/** Some of a report's rows, in an order of their own. */
export interface RowWindow {
  /** Column by which rows are ordered; by name, as without a window, when absent. */
  readonly sort?: string | undefined;
  readonly descending: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Up to when each source is known, ISO 8601 in UTC; `null` while nothing came from it. */
export interface AsOf {
  ads: string | null;
  sdk: string | null;
  store: string | null;
  impression_share: string | null;
}

/**
 * What a report is asked for. `campaignId` is needed below campaign level, `adGroupId` at keyword level, `campaignIds` for the
 * keywords of several campaigns.
 */
export interface ReportQuestion extends FactQuestion {
  /** Rows that add up keywords of one text, besides the keywords. */
  group?: 'keyword' | undefined;
  /** Some of the rows; totals are those of all. Not together with `group`. */
  window?: RowWindow | undefined;
}

/** The same cut into calendar buckets. */
export interface SeriesQuestion extends FactQuestion {
  granularity: Granularity;
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
  predicted_income: number | null;
}

/** The columns under the names callers read. Columns a level does not have are absent. */
export interface ReportCells {
  products: Record<string, ProductCounts>;
  /** Ids, ascending; objects of ads alone have labels. */
  labels?: readonly number[];
  [column: string]: Cell | Record<string, ProductCounts> | readonly number[] | undefined;
}

/**
 * A row; ids of its parents are in `campaign_id` and `ad_group_id`. The id of a country is its code. `maturity` is the
 * share of their first thirty days' income that the row's users have usually brought at their present age.
 */
export interface ReportRow extends ReportCells {
  id: number | string;
  name: string;
  status: string | null;
}

/** What every answer says about itself. */
export interface ReportAges {
  asOf: AsOf;
  /** Sentences joined by a space; absent when there is nothing to warn of. */
  warning?: string;
  /** Commit position up to which the tables were complete when they were asked. */
  position: bigint;
}

export interface Report extends ReportAges {
  rows: ReportRow[];
  totals: ReportCells;
  /** How many rows there are in all, when a window was asked for. */
  rowCount?: number;
}

/** One bucket of an object: the day, Monday or first of the month that names it, and the chart metrics of the level. */
export interface SeriesBucket {
  date: string;
  [metric: string]: number | string | null;
}

export interface SeriesItem {
  id: number;
  name: string;
  status: string | null;
  granularity: SeriesBucket[];
}

export interface Series extends ReportAges {
  /** What the warning is made of, so that one can be made of the answers of several organizations. */
  gaps?: ReportGaps;
  items: SeriesItem[];
}

/** The months of a year, of one or several organizations and applications. */
export interface MonthlyQuestion {
  scopes: readonly ReportScope[];
  year: number;
  countries: readonly string[] | null;
  claimType: ClaimTypeFilter;
  now: Date;
  /** ISO 4217 code: money of the answer. */
  currency: string;
}

/** One calendar month of install, `YYYY-MM`. */
export interface MonthRow extends ReportCells {
  month: string;
}

export interface MonthlyReport extends ReportAges {
  rows: MonthRow[];
  totals: ReportCells;
}
