export {
  type Account,
  type Application,
  accountSchema,
  applicationSchema,
  createApplicationAnswerSchema,
  createApplicationBodySchema,
  type Organization,
  organizationSchema,
  type SessionAnswer,
  sessionAnswerSchema,
  signInBodySchema,
  signUpBodySchema,
} from './account.contract.ts';
export { type Failure, failureSchema, logPositionHeader, okSchema } from './envelope.ts';
export { partStatusSchema, type Readiness, readinessSchema } from './health.contract.ts';
export type { Acknowledgement, ClientToServer, ServerToClient } from './live.contract.ts';
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
  reportRowSchema,
  reportTotalsSchema,
  statusFilterSchema,
} from './reports.contract.ts';
