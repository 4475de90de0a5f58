import type { Steps } from '../story/steps.ts';
import type { StoreReportActivities } from './pull-store-reports.activities.ts';
import type { PullStoreReportsInput } from './pull-store-reports.contract.ts';

/**
 * Keeps an application's store reports current: 365 days back in parts, newest first, then each new day. The days of its ad
 * organizations go first, because they are what a new customer looks at.
 */
export async function pullStoreReports(
  { call, sleep, untilWoken, continueWith, now }: Steps<PullStoreReportsInput, StoreReportActivities>,
  { application_id }: PullStoreReportsInput,
): Promise<void> {
  const began = now();
  for (;;) {
    const waited_seconds = (now() - began) / 1000;
    const { are_in, pause_seconds } = await call.areFirstDaysIn({ application_id, part: 'complete', waited_seconds });
    if (are_in) break;
    await sleep(pause_seconds);
  }
  for (;;) {
    const { pause_seconds } = await call.pullStoreReports({ application_id });
    await untilWoken(pause_seconds);
    await continueWith({ application_id });
  }
}
