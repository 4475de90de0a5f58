import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { type PullOrganizationInput, pullOrganizationId } from '../pull-organization/pull-organization.contract.ts';
import type { pullOrganizationWorkflow } from '../pull-organization/pull-organization.workflow.ts';
import { type RetryAttributionInput, retryAttributionId } from '../retry-attribution/retry-attribution.contract.ts';
import type { retryAttributionWorkflow } from '../retry-attribution/retry-attribution.workflow.ts';
import { taskQueue } from '../task-queue.ts';

/** Starts the pull of an organization unless it is running. One that ended, for whatever reason, is started again. */
export async function startPull(client: Client, input: PullOrganizationInput): Promise<void> {
  await client.workflow.start<typeof pullOrganizationWorkflow>('pullOrganizationWorkflow', {
    taskQueue,
    workflowId: pullOrganizationId(input.application_id, input.org_id),
    workflowIdConflictPolicy: 'USE_EXISTING',
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    args: [input],
  });
}

/** Starts the retry of an install once: neither a running nor a finished one is started again. */
export async function startRetry(client: Client, input: RetryAttributionInput): Promise<void> {
  try {
    await client.workflow.start<typeof retryAttributionWorkflow>('retryAttributionWorkflow', {
      taskQueue,
      workflowId: retryAttributionId(input.application_id, input.install_id),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
      args: [input],
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
