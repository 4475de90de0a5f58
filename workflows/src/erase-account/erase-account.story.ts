import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { EraseAccountActivities } from './erase-account.activities.ts';
import type { EraseAccountInput } from './erase-account.contract.ts';

/** Erases an account when its time has come, unless that is cancelled before. */
export async function eraseAccount(
  steps: Steps<EraseAccountInput, EraseAccountActivities>,
  input: EraseAccountInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.eraseWhenDue(input));
}
