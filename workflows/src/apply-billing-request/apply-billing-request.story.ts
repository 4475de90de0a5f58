import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { ApplyBillingRequestActivities } from './apply-billing-request.activities.ts';
import type { ApplyBillingRequestInput } from './apply-billing-request.contract.ts';

/** Carries out what an admin asked the payment provider for. */
export async function applyBillingRequest(
  steps: Steps<ApplyBillingRequestInput, ApplyBillingRequestActivities>,
  input: ApplyBillingRequestInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.carryOutRequest(input));
}
