export { pullOrganizationWorkflow } from './pull-organization/pull-organization.workflow.ts';
export { retryAttributionWorkflow } from './retry-attribution/retry-attribution.workflow.ts';
