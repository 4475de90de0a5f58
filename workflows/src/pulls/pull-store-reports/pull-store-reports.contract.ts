import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';
import type { FirstDaysActivities } from '../pull-extras/pull-extras.contract.ts';
import { pullOptions } from '../pull-organization/pull-organization.contract.ts';

/** The application whose store reports are pulled. */
export interface PullStoreReportsInput {
  readonly application_id: number;
}
export interface StoreReportActivities extends FirstDaysActivities {
  /** Records the next part of the days that are missing. Answers how long to wait before the next round. */
  pullStoreReports(application: { application_id: number }): Promise<{ pause_seconds: number }>;
}

const storeOptions: ActivityOptions = {
  queue: 'storeReports',
  longestSeconds: 1800,
  retry: pullOptions.retry,
};

/** Woken when another key or vendor number was given. */
export const pullStoreReportsProcess = defineProcess<PullStoreReportsInput, StoreReportActivities>({
  name: 'pullStoreReports',
  id: ({ application_id }) => `pull-store-reports/${application_id}`,
  activities: { areFirstDaysIn: recordOptions, pullStoreReports: storeOptions },
});
