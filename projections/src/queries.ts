export { adGroupReport, campaignReport, factParamsOf, keywordReport } from './reports/ask-report.ts';
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
export { factsSql } from './reports/report-facts.queries.ts';
export { firstPullDone, tablesPosition } from './reports/report-state.queries.ts';
export { adGroupOfScope, campaignOfScope } from './reports/scope-ownership.queries.ts';
export { todayTotals } from './reports/today-totals.ts';
