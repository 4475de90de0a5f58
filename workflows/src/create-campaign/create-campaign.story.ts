import { repeatStep } from '../story/repeat-step.ts';
import type { Steps } from '../story/steps.ts';
import type { CreateCampaignActivities } from './create-campaign.activities.ts';
import type { CreateCampaignInput } from './create-campaign.contract.ts';

/** Carries a creation out, step by step. */
export async function createCampaign(
  steps: Steps<CreateCampaignInput, CreateCampaignActivities>,
  input: CreateCampaignInput,
): Promise<void> {
  await repeatStep(steps, input, () => steps.call.createCampaign(input));
}
