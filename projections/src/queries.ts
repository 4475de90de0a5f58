export {
  askChanges,
  type ChangeKind,
  type ChangeLevel,
  changeKinds,
  type SettingsChange,
} from './changes/ask-changes.ts';
export {
  explainRow,
  type IncomePart,
  type RowExplanation,
  type RowQuestion,
  rowGrain,
} from './explanations/explain-row.ts';
export {
  type LiveSubscriptionsQuestion,
  liveSubscriptions,
  type PricedSubscription,
  receivedSoFar,
} from './predictions/live-subscriptions.ts';
export {
  linesState,
  type ProductLinesState,
  subscriptionLines,
} from './predictions/subscription-lines.queries.ts';
export { type CountryValue, countryValues } from './products/country-values.ts';
export { type CountryCurve, type ProductCurves, productCurves } from './products/product-curves.ts';
export { productPrices, type SoldProduct } from './products/product-prices.ts';
export {
  adGroupReport,
  allKeywordsReport,
  campaignReport,
  countryReport,
  keywordReport,
} from './reports/ask-report.ts';
export { adGroupSeries, campaignSeries, keywordSeries } from './reports/ask-series.ts';
export { type CampaignName, campaignNames } from './reports/facts/structure-facts.queries.ts';
export { monthlyReport } from './reports/monthly-report.ts';
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
} from './reports/report.ts';
export { firstPullDone, tablesPosition } from './reports/state/report-state.queries.ts';
export { adGroupOfScope, campaignOfScope } from './reports/state/scope-ownership.queries.ts';
export { todayTotals } from './reports/today-totals.ts';
export { type CourseCells, type TodayCourse, todayCourse } from './today/today-course.ts';
