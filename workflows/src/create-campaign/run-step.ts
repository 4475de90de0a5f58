import { type CreationStep, nextStep, noneCreatedMessage } from '@tapwise/domain';
import { addNegatives } from './steps/add-negatives.ts';
import { checkRequest } from './steps/check-request.ts';
import { finishCampaign } from './steps/finish-campaign.ts';
import { keywordPairs } from './steps/keyword-pairs.ts';
import { makeSharedAdGroup } from './steps/make-ad-group.ts';
import { makeCampaign } from './steps/make-campaign.ts';
import { sharedKeywords } from './steps/shared-keywords.ts';
import { planAt, type StepContext } from './steps/step-context.ts';
import { done, type StepEnd } from './steps/step-end.ts';
import { storeAutomations } from './steps/store-automations.ts';

/** Does the next step of a creation, whatever it is by the log. */
export async function runStep(context: StepContext): Promise<StepEnd> {
  const step = nextStep(context.creation);
  switch (step.step) {
    case 'check':
      return checkRequest(context);
    case 'campaign':
      return makeCampaign(context, step.campaign);
    case 'ad_group':
      return makeSharedAdGroup(context, step.campaign, step.role);
    case 'negatives':
      return addNegatives(context, step);
    case 'keywords':
      return addKeywords(context, step);
    case 'finish':
      return finishCampaign(context, step.campaign, step.end);
    case 'fail':
      return failEmpty(context);
    case 'complete':
      return complete(context);
  }
}

function addKeywords(
  context: StepContext,
  { campaign, positions }: Extract<CreationStep, { step: 'keywords' }>,
): Promise<StepEnd> {
  const ownAdGroups = planAt(context.creation, campaign).match === 'EXACT';
  return (ownAdGroups ? keywordPairs : sharedKeywords)(context, campaign, positions);
}

async function complete(context: StepContext): Promise<StepEnd> {
  const { creation, log } = context;
  await storeAutomations(context);
  const { creation_id } = creation.request;
  await log.step({ type: 'CreationCompleted', data: { creation_id, completed_at: log.at() } });
  return done;
}

/** Nothing could be made of the keywords; what was made for them is removed by now. */
async function failEmpty({ creation, log }: StepContext): Promise<StepEnd> {
  const data = {
    creation_id: creation.request.creation_id,
    reason: 'nothing_created' as const,
    message: noneCreatedMessage(creation),
    apple_status: null,
    failed_at: log.at(),
  };
  await log.step({ type: 'CreationFailed', data });
  return done;
}
