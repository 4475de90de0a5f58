import { type Client, WorkflowExecutionAlreadyStartedError, type WorkflowStartOptions } from '@temporalio/client';
import type { Workflow } from '@temporalio/common';
import { type ApplyChangeInput, applyChangeId } from '../apply-change/apply-change.contract.ts';
import type { applyChangeWorkflow } from '../apply-change/apply-change.workflow.ts';
import { type ApplyChangeSetInput, applyChangeSetId } from '../apply-change-set/apply-change-set.contract.ts';
import type { applyChangeSetWorkflow } from '../apply-change-set/apply-change-set.workflow.ts';
import { type CreateCampaignInput, createCampaignId } from '../create-campaign/create-campaign.contract.ts';
import type { createCampaignWorkflow } from '../create-campaign/create-campaign.workflow.ts';
import {
  type DeliverWebhooksInput,
  deliverWebhooksId,
  deliveryWaits,
} from '../deliver-webhooks/deliver-webhooks.contract.ts';
import type { deliverWebhooksWorkflow } from '../deliver-webhooks/deliver-webhooks.workflow.ts';
import {
  type PullExtrasInput,
  pullMonthsId,
  pullSearchTermsId,
  pullSharesId,
} from '../pull-extras/pull-extras.contract.ts';
import type {
  pullMonthsWorkflow,
  pullSearchTermsWorkflow,
  pullSharesWorkflow,
} from '../pull-extras/pull-extras.workflow.ts';
import {
  accessRenewed,
  type PullOrganizationInput,
  pullOrganizationId,
} from '../pull-organization/pull-organization.contract.ts';
import type { pullOrganizationWorkflow } from '../pull-organization/pull-organization.workflow.ts';
import {
  connectionChanged,
  type PullStoreReportsInput,
  pullStoreReportsId,
} from '../pull-store-reports/pull-store-reports.contract.ts';
import type { pullStoreReportsWorkflow } from '../pull-store-reports/pull-store-reports.workflow.ts';
import { type RefitModelsInput, refitModelsId } from '../refit-models/refit-models.contract.ts';
import type { refitModelsWorkflow } from '../refit-models/refit-models.workflow.ts';
import { type RetryAttributionInput, retryAttributionId } from '../retry-attribution/retry-attribution.contract.ts';
import type { retryAttributionWorkflow } from '../retry-attribution/retry-attribution.workflow.ts';
import { type RunAutomationInput, runAutomationId } from '../run-automation/run-automation.contract.ts';
import type { runAutomationWorkflow } from '../run-automation/run-automation.workflow.ts';
import { readSyncKey, syncCreativesId } from '../sync-creatives/sync-creatives.contract.ts';
import type { syncCreativesWorkflow } from '../sync-creatives/sync-creatives.workflow.ts';
import { taskQueue } from '../task-queues.ts';

/** For work that goes on for ever: one that runs is kept, one that ended, for whatever reason, is started again. */
const forEver = {
  taskQueue,
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'ALLOW_DUPLICATE',
} as const;
/** For work that is done once: neither a running nor a finished one is started again. */
const onceOnly = {
  taskQueue,
  workflowIdConflictPolicy: 'USE_EXISTING',
  workflowIdReusePolicy: 'REJECT_DUPLICATE',
} as const;

/**
 * Starts the pull of an organization's structure and figures unless it is running.
 * @param renewed Ends the pause after a failure of one that runs, because it may have access again.
 */
export async function startPull(client: Client, input: PullOrganizationInput, renewed = false): Promise<void> {
  const workflowId = pullOrganizationId(input.application_id, input.org_id);
  await startOrWake<typeof pullOrganizationWorkflow>(client, 'pullOrganizationWorkflow', renewed, {
    ...forEver,
    workflowId,
    args: [input],
  });
}

/**
 * Starts the pulls of an organization's old months, search terms and impression shares unless they run or are done.
 * @param renewed Has those that run look at once, because they may have access again.
 */
export async function startExtraPulls(client: Client, input: PullExtrasInput, renewed = false): Promise<void> {
  const { application_id, org_id } = input;
  const args: [PullExtrasInput] = [input];
  await startOrWake<typeof pullSearchTermsWorkflow>(client, 'pullSearchTermsWorkflow', renewed, {
    ...forEver,
    workflowId: pullSearchTermsId(application_id, org_id),
    args,
  });
  await startOrWake<typeof pullSharesWorkflow>(client, 'pullSharesWorkflow', renewed, {
    ...forEver,
    workflowId: pullSharesId(application_id, org_id),
    args,
  });
  await unlessDone(
    startOrWake<typeof pullMonthsWorkflow>(client, 'pullMonthsWorkflow', renewed, {
      ...onceOnly,
      workflowId: pullMonthsId(application_id, org_id),
      args,
    }),
  );
}

async function startOrWake<Started extends Workflow>(
  client: Client,
  name: string,
  renewed: boolean,
  options: WorkflowStartOptions<Started>,
): Promise<void> {
  if (renewed) await client.workflow.signalWithStart<Started>(name, { ...options, signal: accessRenewed } as never);
  else await client.workflow.start<Started>(name, options);
}

/**
 * Starts the pull of an application's store reports unless it is running.
 * @param renewed Wakes a running one, because its key is another now.
 */
export async function startStoreReports(client: Client, input: PullStoreReportsInput, renewed: boolean): Promise<void> {
  const options = { ...forEver, workflowId: pullStoreReportsId(input.application_id), args: [input] as [typeof input] };
  if (!renewed) {
    await client.workflow.start<typeof pullStoreReportsWorkflow>('pullStoreReportsWorkflow', options);
    return;
  }
  const signalled = { ...options, signal: connectionChanged };
  await client.workflow.signalWithStart<typeof pullStoreReportsWorkflow>('pullStoreReportsWorkflow', signalled);
}

/** Starts the refits of an application's models unless they are running. */
export async function startRefits(client: Client, input: RefitModelsInput): Promise<void> {
  await client.workflow.start<typeof refitModelsWorkflow>('refitModelsWorkflow', {
    ...forEver,
    workflowId: refitModelsId(input.application_id),
    args: [input],
  });
}

/** Starts the retry of an install once: neither a running nor a finished one is started again. */
export async function startRetry(client: Client, input: RetryAttributionInput): Promise<void> {
  await unlessDone(
    client.workflow.start<typeof retryAttributionWorkflow>('retryAttributionWorkflow', {
      ...onceOnly,
      workflowId: retryAttributionId(input.application_id, input.install_id),
      args: [input],
    }),
  );
}

/** Carries a change out unless a workflow does or has done so. One that failed is started again: its progress is in the log. */
export async function startChange(client: Client, input: ApplyChangeInput): Promise<void> {
  await unlessDone(
    client.workflow.start<typeof applyChangeWorkflow>('applyChangeWorkflow', {
      taskQueue,
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'ALLOW_DUPLICATE_FAILED_ONLY',
      workflowId: applyChangeId(input.change_id),
      args: [input],
    }),
  );
}

/** Carries a creation out unless a workflow does. One that ended is started again when someone continues it: its progress is in the log. */
export async function startCreation(client: Client, { creation_id }: CreateCampaignInput): Promise<void> {
  await client.workflow.start<typeof createCampaignWorkflow>('createCampaignWorkflow', {
    ...forEver,
    workflowId: createCampaignId(creation_id),
    args: [{ creation_id }],
  });
}

/** Reads the product pages of an organization unless a workflow does so now. */
export async function startSync(client: Client, key: string): Promise<void> {
  await client.workflow.start<typeof syncCreativesWorkflow>('syncCreativesWorkflow', {
    ...forEver,
    workflowId: syncCreativesId(key),
    args: [readSyncKey(key)],
  });
}

/** Applies a set unless a workflow does so now. One that ended is started again: the set may have been scheduled again. */
export async function startChangeSet(client: Client, { change_set_id }: ApplyChangeSetInput): Promise<void> {
  await client.workflow.start<typeof applyChangeSetWorkflow>('applyChangeSetWorkflow', {
    ...forEver,
    workflowId: applyChangeSetId(change_set_id),
    args: [{ change_set_id }],
  });
}

/** Has an endpoint's delivery queue go on now: starts it, or wakes it while it waits for its next attempt. */
export async function startDeliveries(client: Client, { endpoint_id }: DeliverWebhooksInput): Promise<void> {
  await client.workflow.signalWithStart<typeof deliverWebhooksWorkflow>('deliverWebhooksWorkflow', {
    ...forEver,
    workflowId: deliverWebhooksId(endpoint_id),
    args: [{ endpoint_id }],
    signal: deliveryWaits,
  });
}

/** Has a rule do what is due in an organization, unless a workflow does so now. */
export async function startAutomation(client: Client, input: RunAutomationInput): Promise<void> {
  await client.workflow.start<typeof runAutomationWorkflow>('runAutomationWorkflow', {
    ...forEver,
    workflowId: runAutomationId(input),
    args: [input],
  });
}

async function unlessDone(starting: Promise<unknown>): Promise<void> {
  try {
    await starting;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
