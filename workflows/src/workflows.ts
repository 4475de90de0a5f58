export { applyChangeWorkflow } from './apply-change/apply-change.workflow.ts';
export { applyChangeSetWorkflow } from './apply-change-set/apply-change-set.workflow.ts';
export { createCampaignWorkflow } from './create-campaign/create-campaign.workflow.ts';
export { deliverWebhooksWorkflow } from './deliver-webhooks/deliver-webhooks.workflow.ts';
export {
  pullMonthsWorkflow,
  pullSearchTermsWorkflow,
  pullSharesWorkflow,
} from './pull-extras/pull-extras.workflow.ts';
export { pullOrganizationWorkflow } from './pull-organization/pull-organization.workflow.ts';
export { pullStoreReportsWorkflow } from './pull-store-reports/pull-store-reports.workflow.ts';
export { refitModelsWorkflow } from './refit-models/refit-models.workflow.ts';
export { retryAttributionWorkflow } from './retry-attribution/retry-attribution.workflow.ts';
export { runAutomationWorkflow } from './run-automation/run-automation.workflow.ts';
export { syncCreativesWorkflow } from './sync-creatives/sync-creatives.workflow.ts';
