import type { Client } from '@temporalio/client';

/** Workflow types of earlier versions, whose processes have other names now. */
const retiredTypes = [
  'applyChangeSetWorkflow',
  'applyChangeWorkflow',
  'createCampaignWorkflow',
  'deliverWebhooksWorkflow',
  'pullMonthsWorkflow',
  'pullOrganizationWorkflow',
  'pullSearchTermsWorkflow',
  'pullSharesWorkflow',
  'pullStoreReportsWorkflow',
  'refitModelsWorkflow',
  'retryAttributionWorkflow',
  'runAutomationWorkflow',
  'syncCreativesWorkflow',
];

/** Ends workflows that no worker knows any more, and that would keep their ids from being used. What they did is in the log. */
export async function endRetiredWorkflows(client: Client): Promise<void> {
  const types = retiredTypes.map((type) => `'${type}'`).join(', ');
  const query = `ExecutionStatus = 'Running' AND WorkflowType IN (${types})`;
  for await (const { workflowId, runId } of client.workflow.list({ query }))
    await client.workflow.getHandle(workflowId, runId).terminate('The process has another name now');
}
