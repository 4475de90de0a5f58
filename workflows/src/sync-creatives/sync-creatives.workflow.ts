import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import { keepSteps } from '../rounds/keep-steps.workflow.ts';
import { writeQueue } from '../task-queues.ts';
import type { SyncCreativesActivities } from './sync-creatives.activities.ts';
import type { SyncCreativesInput } from './sync-creatives.contract.ts';

const { syncCreatives } = proxyActivities<SyncCreativesActivities>({
  taskQueue: writeQueue,
  startToCloseTimeout: '15 minutes',
  // A worker that died is noticed after this long. What it had sent is listed by the ad service.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Steps in one run, so that its history stays short. */
const stepsPerRun = 100;

/** Makes the product pages of an application usable for ads of an organization. */
export async function syncCreativesWorkflow(input: SyncCreativesInput): Promise<void> {
  const ended = await keepSteps(() => syncCreatives(input), stepsPerRun);
  if (ended === 'go on') await continueAsNew<typeof syncCreativesWorkflow>(input);
}
