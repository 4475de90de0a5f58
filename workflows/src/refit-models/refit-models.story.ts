import type { FirstDaysActivities } from '../pull-extras/first-days.ts';
import type { Steps } from '../story/steps.ts';
import type { RefitActivities } from './refit-models.activities.ts';
import type { RefitModelsInput } from './refit-models.contract.ts';

/** Keeps an application's models current: fits them when enough is new, and at least once a day. */
export async function refitModels(
  { call, sleep, continueWith, now }: Steps<RefitModelsInput, RefitActivities & FirstDaysActivities>,
  { application_id, fitted: fittedBefore = null }: RefitModelsInput,
): Promise<void> {
  let fitted = fittedBefore;
  const began = now();
  for (;;) {
    const waited_seconds = (now() - began) / 1000;
    const { are_in, pause_seconds } = await call.areFirstDaysIn({ application_id, part: 'begun', waited_seconds });
    if (are_in) break;
    await sleep(pause_seconds);
  }
  for (;;) {
    const done = await call.refitWhenDue({ application_id, fitted });
    fitted = done.fitted;
    await sleep(done.pause_seconds);
    await continueWith({ application_id, fitted });
  }
}
