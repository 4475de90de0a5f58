export { readAlertFigures } from './reading/automation/alert-figures/read-alert-figures.ts';
export type { RaisesUnderWay } from './reading/automation/open-raises.ts';
export {
  type EvaluationQuestion,
  type EvaluationSources,
  joinEvaluationData,
  readCampaignIds,
  readEvaluationData,
} from './reading/automation/read-evaluation-data.ts';
export { noTermDecisions, readTermDecisions, type TermDecisions } from './reading/automation/read-term-decisions.ts';
export { readRuleFacts } from './reading/automation/rule-sources.ts';
export { readSpendRates } from './reading/automation/spend-rates.ts';
export { installsOfMonth } from './reading/billing/installs-of-month.queries.ts';
export {
  askChanges,
  askChangesPart,
  type ChangeKind,
  type ChangeLevel,
  type ChangesPart,
  type ChangesQuestion,
  changeKinds,
  type SettingsChange,
} from './reading/changes/ask-changes.ts';
export { budgetsOfDay } from './reading/changes/budgets-of-day.queries.ts';
export { exactSharesSince } from './reading/explanations/exact-shares.queries.ts';
export {
  explainRow,
  type IncomePart,
  type RowExplanation,
  type RowQuestion,
  rowGrain,
} from './reading/explanations/explain-row.ts';
export { oldestFigures } from './reading/history/oldest-figures.queries.ts';
export type { OperatorFinding } from './reading/operations/operator-finding.ts';
export { type OperatorSection, operatorReport, type PartState } from './reading/operations/operator-report.ts';
export { type LoggedTables, parkedStreams } from './reading/operations/parked-streams.ts';
export {
  firstFillText,
  isFirstFill,
  type ProjectionsState,
  projectionsState,
} from './reading/operations/projections-state.ts';
export { leaseStates, queueStates } from './reading/operations/shared-work.ts';
export {
  type ActiveSubscriptionsQuestion,
  activeSubscriptions,
  type PricedSubscription,
  receivedSoFar,
} from './reading/predictions/active-subscriptions.ts';
export {
  linesState,
  type ProductLinesState,
  subscriptionLines,
} from './reading/predictions/subscription-lines.queries.ts';
export { pageFigures } from './reading/product-pages/page-figures.queries.ts';
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
export type { ClaimTypeFilter, StatusFilter } from './reading/reports/facts/fact-question.ts';
export { areLabelsOfApplication } from './reading/reports/facts/label-facts.queries.ts';
export { searchCampaigns } from './reading/reports/facts/search-campaigns.queries.ts';
export { type CampaignName, campaignNames } from './reading/reports/facts/structure-facts.queries.ts';
export { monthlyReport } from './reading/reports/monthly-report.ts';
export type {
  AsOf,
  Cell,
  MonthlyQuestion,
  MonthlyReport,
  MonthRow,
  ProductCounts,
  Report,
  ReportCells,
  ReportQuestion,
  ReportRow,
  RowWindow,
  Series,
  SeriesBucket,
  SeriesItem,
  SeriesQuestion,
} from './reading/reports/report.ts';
export { type ReportScope, reportScope } from './reading/reports/report-scope.ts';
export { type Heard, lastHeardOf } from './reading/reports/state/last-heard.queries.ts';
export { firstPullDone, tablesPosition } from './reading/reports/state/report-state.queries.ts';
export { adGroupOfScope, campaignOfScope } from './reading/reports/state/scope-ownership.queries.ts';
export { sdkVersions } from './reading/reports/state/sdk-versions.queries.ts';
export { todayTotals } from './reading/reports/today-totals.ts';
export {
  asksAdsAlone,
  openPastFigures,
  type PastRuleFigures,
} from './reading/rule-figures/past/open-past-figures.ts';
export { readRuleFigures } from './reading/rule-figures/read-rule-figures.ts';
export type { FiguredUnit, RuleFigures, RuleFiguresQuestion } from './reading/rule-figures/rule-figures.ts';
export {
  type AskedReport,
  askScheduledReport,
  type ReportContent,
  type ReportOrder,
  reportAges,
  reportContent,
} from './reading/scheduled-reports/report-content.ts';
export { keywordImpressions } from './reading/search-terms/keyword-impressions.queries.ts';
export { type TermFiguresResult, termFigures } from './reading/search-terms/term-figures.queries.ts';
export { type CourseCells, type TodayCourse, todayCourse } from './reading/today/today-course.ts';
export {
  type AttemptRow,
  askDeliveries,
  type DeliveryPosition,
  type DeliveryRow,
  deliveriesById,
  deliveriesInRange,
  deliveryCreated,
} from './reading/webhooks/deliveries.queries.ts';
export { deliveryAttempts, waitingDeliveries } from './reading/webhooks/waiting-deliveries.queries.ts';
export { currentDatabase } from './tables/current-database.queries.ts';
export type { ParkedStream } from './tables/parked-stream.queries.ts';
export { pastTablesExist } from './tables/past-tables.queries.ts';
export { type SqlExample, sqlExamples } from './views/example.queries.ts';
export { formattedStatement, isSubquery, notThere } from './views/gate.queries.ts';
export { analystViews, endScopeStatements, scopeStatements } from './views/scope-statements.queries.ts';
export type { ViewScope } from './views/view-scope.ts';
