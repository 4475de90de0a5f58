import type { Steps } from '../../story/steps.ts';
import type { CreateCampaignActivities, CreateCampaignInput, NextStep, StepEnd } from './create-campaign.contract.ts';

type CreationSteps = Steps<CreateCampaignInput, CreateCampaignActivities>;

/**
 * Carries a creation out: asks the log for the next step and does it, until the log says that it has ended. A step that was cut off is
 * the next one again, and looks for what it may have made before it makes anything.
 */
export async function createCampaign(steps: CreationSteps, creation: CreateCampaignInput): Promise<void> {
  const { call, untilWoken, continueWith } = steps;
  for (;;) {
    const next = await call.readNextStep(creation);
    if (next.step === 'ended') return;
    if (next.step === 'wait') await untilWoken(next.seconds);
    else await waitOrFail(steps, creation, await doStep(call, { ...creation, ...next }));
    await continueWith(creation);
  }
}

type DueStep = CreateCampaignInput & Exclude<NextStep, { step: 'ended' } | { step: 'wait' }>;

async function doStep(call: CreateCampaignActivities, next: DueStep): Promise<StepEnd> {
  const { creation_id } = next;
  switch (next.step) {
    case 'check':
      return call.checkRequest(next);
    case 'campaign':
      return call.makeCampaign(next);
    case 'ad_group':
      return call.makeAdGroup(next);
    case 'negatives':
      return call.addNegatives(next);
    case 'keywords':
      return call.addKeywords(next);
    case 'finish':
      return call.finishCampaign(next);
    case 'stop':
      await call.recordStop({ creation_id });
      break;
    case 'resume':
      await call.recordResumption({ creation_id });
      break;
    case 'complete':
      await call.storeRules({ creation_id });
      await call.completeCreation({ creation_id });
      break;
    case 'fail':
      await call.failCreation({ creation_id, reason: 'nothing_created', message: next.message, apple_status: null });
  }
  return { kind: 'done' };
}

/** What holds a creation up is waited out for hours; what forbids it ends it. */
async function waitOrFail({ call, sleep }: CreationSteps, { creation_id }: CreateCampaignInput, end: StepEnd) {
  if (end.kind === 'done') return;
  const { message } = end;
  if (end.kind === 'stuck') {
    const reason = end.nameTaken === true ? 'name_taken' : 'refused_by_apple';
    return call.failCreation({ creation_id, reason, message, apple_status: end.status });
  }
  const { pauseSeconds } = await call.recordDelay({ creation_id, message, retry_after_ms: end.retryAfterMs });
  if (pauseSeconds !== null) return sleep(pauseSeconds);
  return call.failCreation({ creation_id, reason: 'unavailable', message, apple_status: null });
}
