export {
  askChanges,
  type ChangeKind,
  type ChangeLevel,
  changeKinds,
  type SettingsChange,
} from './reading/changes/ask-changes.ts';
export {
  explainRow,
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
export { type CountryValue, countryValues } from './reading/products/country-values.ts';
export { type CountryCurve, type ProductCurves, productCurves } from './reading/products/product-curves.ts';
export { productPrices, type SoldProduct } from './reading/products/product-prices.ts';
export {
  adGroupReport,
  allKeywordsReport,
  campaignReport,
  countryReport,
  keywordReport,
} from './reading/reports/ask-report.ts';
export { adGroupSeries, campaignSeries, keywordSeries } from './reading/reports/ask-series.ts';
export { type CampaignName, campaignNames } from './reading/reports/facts/structure-facts.queries.ts';
export { monthlyReport } from './reading/reports/monthly-report.ts';
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
export { todayTotals } from './reading/reports/today-totals.ts';
export { type CourseCells, type TodayCourse, todayCourse } from './reading/today/today-course.ts';
