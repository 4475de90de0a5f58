import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import { keepSteps } from '../rounds/keep-steps.workflow.ts';
import { writeQueue } from '../task-queues.ts';
import type { ApplyChangeActivities } from './apply-change.activities.ts';
import type { ApplyChangeInput } from './apply-change.contract.ts';

const { applyChange } = proxyActivities<ApplyChangeActivities>({
  taskQueue: writeQueue,
  startToCloseTimeout: '15 minutes',
  // A worker that died is noticed after this long. Whatever it had sent is read back before anything is sent again.
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** A history stays far below its limit, also while Stop all holds a change back for days. */
const stepsPerRun = 500;

/** Carries a change out: sends what may be sent, and reads back what was not answered until every row has its outcome. */
export async function applyChangeWorkflow(input: ApplyChangeInput): Promise<void> {
  const ended = await keepSteps(() => applyChange(input), stepsPerRun);
  if (ended === 'go on') await continueAsNew<typeof applyChangeWorkflow>(input);
}
