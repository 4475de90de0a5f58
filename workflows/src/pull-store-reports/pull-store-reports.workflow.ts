import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import { pullRetry } from '../pull-organization/pull-organization.contract.ts';
import { keepRounds, wokenBy } from '../rounds/keep-rounds.workflow.ts';
import type { StoreReportActivities } from './pull-store-reports.activities.ts';
import { connectionChanged, type PullStoreReportsInput } from './pull-store-reports.contract.ts';

const { pullStoreReports } = proxyActivities<StoreReportActivities>({
  startToCloseTimeout: '30 minutes',
  // A worker that died is noticed after this long, and the activity is given to another.
  heartbeatTimeout: '10 seconds',
  retry: pullRetry,
});

/** Keeps an application's store reports current for ever: 365 days back in parts, newest first, then each new day. */
export async function pullStoreReportsWorkflow(input: PullStoreReportsInput): Promise<void> {
  const { begin, pause } = wokenBy(connectionChanged);
  const round = async () => {
    begin();
    return (await pullStoreReports(input)).pause_seconds;
  };
  await keepRounds(round, pause);
  await continueAsNew<typeof pullStoreReportsWorkflow>(input);
}
