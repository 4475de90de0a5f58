// The definitions of report columns, so that screens show what the server computes and nothing else.
export { type Metric, type MetricGroup, metricsOf } from '@tapwise/domain';
export {
  type Account,
  type Application,
  accountQuerySchema,
  accountSchema,
  adsAccountNameBodySchema,
  applicationSchema,
  applicationSettingsBodySchema,
  createApplicationAnswerSchema,
  createApplicationBodySchema,
  type Organization,
  organizationSchema,
  type SessionAnswer,
  sdkIntegrationBodySchema,
  sessionAnswerSchema,
  signInBodySchema,
  signUpBodySchema,
  storePasswordBodySchema,
  tokenBodySchema,
} from './account.contract.ts';
export { type Failure, failureSchema, logPositionHeader, okSchema } from './envelope.ts';
export { partStatusSchema, type Readiness, readinessSchema } from './health.contract.ts';
export {
  type Acknowledgement,
  type ClientToServer,
  type ServerToClient,
  subscribeMessageSchema,
  unwatchMessageSchema,
  watchMessageSchema,
} from './live.contract.ts';
export {
  type AsOf,
  asOfSchema,
  claimTypeSchema,
  type ProductCounts,
  productCountsSchema,
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
