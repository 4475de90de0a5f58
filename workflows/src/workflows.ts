export { applyChangeWorkflow } from './apply-change/apply-change.workflow.ts';
export {
  pullMonthsWorkflow,
  pullSearchTermsWorkflow,
  pullSharesWorkflow,
} from './pull-extras/pull-extras.workflow.ts';
export { pullOrganizationWorkflow } from './pull-organization/pull-organization.workflow.ts';
export { pullStoreReportsWorkflow } from './pull-store-reports/pull-store-reports.workflow.ts';
export { refitModelsWorkflow } from './refit-models/refit-models.workflow.ts';
export { retryAttributionWorkflow } from './retry-attribution/retry-attribution.workflow.ts';
