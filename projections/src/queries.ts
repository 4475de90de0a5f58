export type {
  AsOf,
  Cell,
  ClaimTypeFilter,
  ProductCounts,
  Report,
  ReportCells,
  ReportQuestion,
  ReportRow,
  ReportScope,
  StatusFilter,
} from './reports/report.ts';

import type { ClickHouseClient } from '@tapwise/infra';
import type { AsOf, Report, ReportCells, ReportQuestion, ReportScope } from './reports/report.ts';

/** Rows per campaign. At most three round trips. @throws the engine's error; an abort rejects. */
export declare function campaignReport(
  client: ClickHouseClient,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report>;
/** Rows per ad group of `question.campaignId`. */
export declare function adGroupReport(
  client: ClickHouseClient,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report>;
/** Rows per keyword of `question.campaignId`, `question.adGroupId`. */
export declare function keywordReport(
  client: ClickHouseClient,
  question: ReportQuestion,
  signal?: AbortSignal,
): Promise<Report>;
/** Campaign totals of today, each organization at its own today, claim type total; scopes of ONE application. */
export declare function todayTotals(
  client: ClickHouseClient,
  scopes: readonly ReportScope[],
  now: Date,
): Promise<{ totals: ReportCells; asOf: AsOf; position: bigint }>;
/** How far the tables are; `undefined` while nothing has been projected. */
export declare function tablesPosition(
  client: ClickHouseClient,
): Promise<{ position: bigint; recordedAt: Date } | undefined>;
/** Whether a pull of the organization is in the tables. */
export declare function firstPullDone(client: ClickHouseClient, applicationId: number, orgId: number): Promise<boolean>;
/** Whether the campaign belongs to the scope's application and organization; true for one that only users name. */
export declare function campaignOfScope(
  client: ClickHouseClient,
  scope: ReportScope,
  campaignId: number,
): Promise<boolean>;
/** Whether the ad group belongs to the campaign in the scope; true for one that only users name. */
export declare function adGroupOfScope(
  client: ClickHouseClient,
  scope: ReportScope,
  campaignId: number,
  adGroupId: number,
): Promise<boolean>;
