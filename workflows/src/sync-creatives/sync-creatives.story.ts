import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { SyncCreativesActivities } from './sync-creatives.activities.ts';
import type { SyncCreativesInput } from './sync-creatives.contract.ts';

/** Makes the product pages of an application usable for ads of an organization. */
export async function syncCreatives(
  steps: Steps<SyncCreativesInput, SyncCreativesActivities>,
  input: SyncCreativesInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.syncCreatives(input));
}
