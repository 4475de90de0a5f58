import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import { keepSteps } from '../rounds/keep-steps.workflow.ts';
import { writeQueue } from '../task-queues.ts';
import type { ApplyChangeSetActivities } from './apply-change-set.activities.ts';
import type { ApplyChangeSetInput } from './apply-change-set.contract.ts';

const { applyChangeSet } = proxyActivities<ApplyChangeSetActivities>({
  taskQueue: writeQueue,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** A history stays far below its limit, also while Stop all lasts for days. */
const stepsPerRun = 500;

/** Makes a scheduled set a change when its time has come, and sees it through. */
export async function applyChangeSetWorkflow(input: ApplyChangeSetInput): Promise<void> {
  const ended = await keepSteps(() => applyChangeSet(input), stepsPerRun);
  if (ended === 'go on') await continueAsNew<typeof applyChangeSetWorkflow>(input);
}
