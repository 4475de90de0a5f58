export {
  type PullOrganizationInput,
  pullOrganizationId,
} from './pull-organization/pull-organization.contract.ts';
export {
  type RetryAttributionInput,
  retryAttributionId,
} from './retry-attribution/retry-attribution.contract.ts';
export { taskQueue } from './task-queues.ts';
