import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import { keepSteps } from '../rounds/keep-steps.workflow.ts';
import { writeQueue } from '../task-queues.ts';
import type { CreateCampaignActivities } from './create-campaign.activities.ts';
import type { CreateCampaignInput } from './create-campaign.contract.ts';

const { createCampaign } = proxyActivities<CreateCampaignActivities>({
  taskQueue: writeQueue,
  startToCloseTimeout: '15 minutes',
  // A worker that died is noticed after this long. Whatever it had sent is looked for before anything is sent again.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Steps in one run, so that its history stays short. */
const stepsPerRun = 100;

/** Carries a creation out, step by step. Its progress is in the log, so a new run needs nothing of the one before. */
export async function createCampaignWorkflow(input: CreateCampaignInput): Promise<void> {
  const ended = await keepSteps(() => createCampaign(input), stepsPerRun);
  if (ended === 'go on') await continueAsNew<typeof createCampaignWorkflow>(input);
}
