import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { ApplyChangeSetActivities } from './apply-change-set.activities.ts';
import type { ApplyChangeSetInput } from './apply-change-set.contract.ts';

/** Applies a set when its time has come, and follows it to completion. */
export async function applyChangeSet(
  steps: Steps<ApplyChangeSetInput, ApplyChangeSetActivities>,
  input: ApplyChangeSetInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.applyChangeSet(input));
}
