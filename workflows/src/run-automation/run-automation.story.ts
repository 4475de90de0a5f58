import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { RunAutomationActivities } from './run-automation.activities.ts';
import type { RunAutomationInput } from './run-automation.contract.ts';

/** Does what is due for a rule in one organization: evaluates it at its slot, and follows its raises to completion. */
export async function runAutomation(
  steps: Steps<RunAutomationInput, RunAutomationActivities>,
  input: RunAutomationInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.runAutomation(input));
}
