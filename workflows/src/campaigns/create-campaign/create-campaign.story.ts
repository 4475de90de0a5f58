import type { Steps } from '../../story/steps.ts';
import type { CreateCampaignActivities, CreateCampaignInput, RemoteStep, StepEnd } from './create-campaign.contract.ts';

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
    else if (next.step === 'stop') await call.recordStop(creation);
    else if (next.step === 'resume') await call.recordResumption(creation);
    else if (next.step === 'complete') {
      await call.storeRules(creation);
      await call.completeCreation(creation);
    } else if (next.step === 'fail') {
      const { message } = next;
      await call.failCreation({ ...creation, reason: 'nothing_created', message, apple_status: null });
    } else await waitOrFail(steps, creation, await doAtService(call, { ...creation, ...next }));
    await continueWith(creation);
  }
}

/** After it the log is asked whether the organization is connected. */
const disconnectedSeconds = 5;

async function doAtService(call: CreateCampaignActivities, next: CreateCampaignInput & RemoteStep): Promise<StepEnd> {
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
  }
}

/** What holds a creation up is waited out for hours; what forbids it ends it. */
async function waitOrFail({ call, sleep }: CreationSteps, { creation_id }: CreateCampaignInput, end: StepEnd) {
  if (end.kind === 'done') return;
  if (end.kind === 'disconnected') return sleep(disconnectedSeconds);
  const { message } = end;
  if (end.kind === 'stuck') {
    const reason = end.nameTaken === true ? 'name_taken' : 'refused_by_apple';
    return call.failCreation({ creation_id, reason, message, apple_status: end.status });
  }
  const { pauseSeconds } = await call.recordDelay({ creation_id, message, retry_after_ms: end.retryAfterMs });
  if (pauseSeconds !== null) return sleep(pauseSeconds);
  return call.failCreation({ creation_id, reason: 'unavailable', message, apple_status: null });
}
