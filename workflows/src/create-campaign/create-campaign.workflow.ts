import { continueAsNew, proxyActivities, sleep } from '@temporalio/workflow';
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
const stepsInRun = 100;

/** Carries a creation out, step by step. Its progress is in the log, so a new run needs nothing of the one before. */
export async function createCampaignWorkflow(input: CreateCampaignInput): Promise<void> {
  for (let step = 0; step < stepsInRun; step += 1) {
    const end = await createCampaign(input);
    if (end.done) return;
    await sleep(Math.ceil(end.again_seconds * 1000));
  }
  await continueAsNew<typeof createCampaignWorkflow>(input);
}
