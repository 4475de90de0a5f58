import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import { keepSteps } from '../rounds/keep-steps.workflow.ts';
import { writeQueue } from '../task-queues.ts';
import type { RunAutomationActivities } from './run-automation.activities.ts';
import type { RunAutomationInput } from './run-automation.contract.ts';

const { runAutomation } = proxyActivities<RunAutomationActivities>({
  taskQueue: writeQueue,
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '5 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** A history stays far below its limit, also while a change waits for days. */
const stepsPerRun = 500;

/** Does what is due for a rule in one organization: evaluates it at its slot, and sees its raises through. */
export async function runAutomationWorkflow(input: RunAutomationInput): Promise<void> {
  const ended = await keepSteps(() => runAutomation(input), stepsPerRun);
  if (ended === 'go on') await continueAsNew<typeof runAutomationWorkflow>(input);
}
