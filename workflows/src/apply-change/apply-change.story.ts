import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { ApplyChangeActivities } from './apply-change.activities.ts';
import type { ApplyChangeInput } from './apply-change.contract.ts';

/** Carries a change out: sends what may be sent, and reads back what was not answered until every row has its outcome. */
export async function applyChange(
  steps: Steps<ApplyChangeInput, ApplyChangeActivities>,
  input: ApplyChangeInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.applyChange(input));
}
