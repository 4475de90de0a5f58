import { pullOptions } from '../pull-organization/pull-organization.contract.ts';
import { type ActivityOptions, defineProcess, recordOptions } from '../story/process.ts';
import type { FirstDaysActivities } from './first-days.ts';
import type { ExtraPullActivities } from './pull-extras.activities.ts';

/** The ad organization of an application, whose months, search terms and impression shares are pulled. */
export interface PullExtrasInput {
  readonly application_id: number;
  readonly org_id: number;
}

const extraOptions: ActivityOptions = { ...pullOptions, longestSeconds: 1800 };
const orderOptions: ActivityOptions = {
  queue: 'writes',
  longestSeconds: 1800,
  heartbeatSeconds: 10,
  retry: pullOptions.retry,
};
const key = ({ application_id, org_id }: PullExtrasInput): string => `${application_id}/${org_id}`;

export type MonthActivities = Pick<ExtraPullActivities, 'areMonthsIn' | 'pullMonths'>;

export const pullMonthsProcess = defineProcess<PullExtrasInput, MonthActivities>({
  name: 'pullMonths',
  once: true,
  id: (input) => `pull-months/${key(input)}`,
  activities: { areMonthsIn: recordOptions, pullMonths: extraOptions },
});

export type SearchTermActivities = Pick<ExtraPullActivities, 'pullSearchTerms'> & FirstDaysActivities;

export const pullSearchTermsProcess = defineProcess<PullExtrasInput, SearchTermActivities>({
  name: 'pullSearchTerms',
  id: (input) => `pull-search-terms/${key(input)}`,
  activities: { areFirstDaysIn: recordOptions, pullSearchTerms: extraOptions },
});

export type ShareActivities = Pick<ExtraPullActivities, 'orderShares' | 'collectShares'> & FirstDaysActivities;

export const pullSharesProcess = defineProcess<PullExtrasInput, ShareActivities>({
  name: 'pullShares',
  id: (input) => `pull-shares/${key(input)}`,
  // An order is a write at the partner: a worker that ends lets it finish.
  activities: { areFirstDaysIn: recordOptions, orderShares: orderOptions, collectShares: extraOptions },
});

/** The service makes a report within minutes; after this many looks it waits for the next round. */
export const looksPerReport = 240;
