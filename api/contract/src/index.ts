// What screens share with the server, so that they show what it computes and nothing else: definitions of columns, the wording
// of what is missing, and the form of cells in files.
export {
  chartMetricsOf,
  csvLine,
  describeGaps,
  formatMetric,
  joinGaps,
  type Metric,
  type MetricGroup,
  metricOf,
  metricsOf,
  sheetText,
  sheetValue,
} from '@tapwise/domain';
export {
  type Account,
  type Application,
  accountQuerySchema,
  adsAccountNameBodySchema,
  applicationSettingsBodySchema,
  createApplicationAnswerSchema,
  createApplicationBodySchema,
  type Organization,
  type SessionAnswer,
  sdkIntegrationBodySchema,
  sessionAnswerSchema,
  signInBodySchema,
  signUpBodySchema,
  storeConnectionBodySchema,
  storePasswordBodySchema,
  tokenBodySchema,
} from './account.contract.ts';
export {
  type Change,
  type ChangeKind,
  type ChangesAnswer,
  changesAnswerSchema,
  changesPath,
  changesQuerySchema,
} from './changes.contract.ts';
export { logPositionHeader, okSchema } from './envelope.ts';
export {
  type ExplanationAnswer,
  explanationAnswerSchema,
  explanationPath,
  explanationQuerySchema,
  type IncomePart,
} from './explanation.contract.ts';
export { partStatusSchema, type Readiness, readinessSchema } from './health.contract.ts';
export { type HistoryAnswer, historyAnswerSchema, historyPath, historyQuerySchema } from './history.contract.ts';
export {
  type Acknowledgement,
  type ClientToServer,
  type ServerToClient,
  subscribeMessageSchema,
  unwatchMessageSchema,
  watchMessageSchema,
} from './live.contract.ts';
export {
  type CountriesLtvAnswer,
  type CountryLtvData,
  countriesLtvAnswerSchema,
  countriesLtvPath,
  countriesLtvQuerySchema,
  type IapInfoAnswer,
  type IapPricesAnswer,
  type InAppPurchase,
  iapInfoAnswerSchema,
  iapInfoPath,
  iapInfoQuerySchema,
  iapPricesAnswerSchema,
  iapPricesPath,
  iapPricesQuerySchema,
  storeDevices,
} from './products.contract.ts';
export {
  type AsOf,
  claimTypeSchema,
  countryReportAnswerSchema,
  keywordGroupSchema,
  type ProductCounts,
  type ReportAnswer,
  type ReportCall,
  type ReportParams,
  type ReportRow,
  type ReportTotals,
  reportAnswerSchema,
  reportCalls,
  reportQuerySchema,
  reportRowSchema,
  reportTotalsSchema,
  statusFilterSchema,
} from './reports.contract.ts';
export {
  type CampaignNamesAnswer,
  campaignNamesAnswerSchema,
  campaignNamesPath,
  campaignNamesQuerySchema,
  type Granularity,
  granularitySchema,
  type MonthlyAnswer,
  type MonthlyRow,
  monthlyAnswerSchema,
  monthlyQuerySchema,
  monthlyReportPath,
  type SeriesAnswer,
  type SeriesBucket,
  type SeriesCall,
  type SeriesItem,
  seriesAnswerSchema,
} from './series.contract.ts';
export {
  type CourseCells,
  type TodayByHourAnswer,
  todayByHourAnswerSchema,
  todayByHourPath,
  todayByHourQuerySchema,
} from './today.contract.ts';
