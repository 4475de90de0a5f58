export { pullOrganizationProcess } from './pulls/pull-organization/pull-organization.contract.ts';
export { taskQueue } from './temporal/task-queues.ts';
export { retryAttributionProcess } from './users/retry-attribution/retry-attribution.contract.ts';
