export { pullOrganizationProcess } from './pull-organization/pull-organization.contract.ts';
export { retryAttributionProcess } from './retry-attribution/retry-attribution.contract.ts';
export { taskQueue } from './temporal/task-queues.ts';
