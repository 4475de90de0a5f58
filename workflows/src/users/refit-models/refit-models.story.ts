import { waitForFirstDays } from '../../pulls/pull-extras/first-days.story.ts';
import type { FirstDaysActivities } from '../../pulls/pull-extras/pull-extras.contract.ts';
import type { Steps } from '../../story/steps.ts';
import type { RefitActivities, RefitModelsInput } from './refit-models.contract.ts';

/** Keeps an application's models current: fits them when enough is new, and at least once a day. */
export async function refitModels(
  steps: Steps<RefitModelsInput, RefitActivities & FirstDaysActivities>,
  { application_id, fitted: fittedBefore = null }: RefitModelsInput,
): Promise<void> {
  let fitted = fittedBefore;
  await waitForFirstDays(steps, { application_id, part: 'begun' });
  for (;;) {
    const done = await steps.call.refitWhenDue({ application_id, fitted });
    fitted = done.fitted;
    await steps.sleep(done.pause_seconds);
    await steps.continueWith({ application_id, fitted });
  }
}
