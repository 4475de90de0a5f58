import type { Steps } from '../../story/steps.ts';
import { waitForFirstDays } from '../pull-extras/first-days.story.ts';
import type { PullStoreReportsInput, StoreReportActivities } from './pull-store-reports.contract.ts';

/** Keeps an application's store reports current: 365 days back in parts, newest first, then each new day. */
export async function pullStoreReports(
  steps: Steps<PullStoreReportsInput, StoreReportActivities>,
  { application_id }: PullStoreReportsInput,
): Promise<void> {
  await waitForFirstDays(steps, { application_id, part: 'complete' });
  for (;;) {
    const { pause_seconds } = await steps.call.pullStoreReports({ application_id });
    await steps.untilWoken(pause_seconds);
    await steps.continueWith({ application_id });
  }
}
