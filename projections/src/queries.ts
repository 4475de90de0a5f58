export {
  type ChangeKind,
  type ChangeLevel,
  changeKinds,
  type SettingsChange,
} from './reading/changes/ask-changes.ts';
export { budgetsOfDay } from './reading/changes/budgets-of-day.queries.ts';
export {
  type IncomePart,
  type RowExplanation,
  type RowQuestion,
  rowGrain,
} from './reading/explanations/explain-row.ts';
export { oldestFigures } from './reading/history/oldest-figures.queries.ts';
export {
  type LiveSubscriptionsQuestion,
  liveSubscriptions,
  type PricedSubscription,
  receivedSoFar,
} from './reading/predictions/live-subscriptions.ts';
export {
  linesState,
  type ProductLinesState,
  subscriptionLines,
} from './reading/predictions/subscription-lines.queries.ts';
export type { CountryValue } from './reading/products/country-values.ts';
export type { CountryCurve, ProductCurves } from './reading/products/product-curves.ts';
export type { SoldProduct } from './reading/products/product-prices.ts';
export { type ProjectionsState, projectionsState } from './reading/projections-state.ts';
export { type CampaignName, campaignNames } from './reading/reports/facts/structure-facts.queries.ts';
export type {
  AsOf,
  Cell,
  ClaimTypeFilter,
  MonthlyQuestion,
  MonthlyReport,
  MonthRow,
  ProductCounts,
  Report,
  ReportCells,
  ReportQuestion,
  ReportRow,
  ReportScope,
  Series,
  SeriesBucket,
  SeriesItem,
  SeriesQuestion,
  StatusFilter,
} from './reading/reports/report.ts';
export { firstPullDone, tablesPosition } from './reading/reports/state/report-state.queries.ts';
export { adGroupOfScope, campaignOfScope } from './reading/reports/state/scope-ownership.queries.ts';
export type { CourseCells, TodayCourse } from './reading/today/today-course.ts';
export {
  adGroupReport,
  adGroupSeries,
  allKeywordsReport,
  askChanges,
  campaignReport,
  campaignSeries,
  countryReport,
  countryValues,
  explainRow,
  keywordReport,
  keywordSeries,
  monthlyReport,
  productCurves,
  productPrices,
  todayCourse,
  todayTotals,
} from './reading/whole-questions.ts';
export { type ParkedStream, readParkedStreams } from './tables/parked-stream.queries.ts';
