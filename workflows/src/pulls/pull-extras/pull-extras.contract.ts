import type { ReadingProblem } from '@tapwise/domain';
import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';
import type { OrganizationRef } from '../pull-organization/organization-context.ts';
import { pullOptions } from '../pull-organization/pull-organization.contract.ts';

/** The ad organization of an application, whose months, search terms and impression shares are pulled. */
export interface PullExtrasInput {
  readonly application_id: number;
  readonly org_id: number;
}
export interface FirstDaysActivities {
  /**
   * Whether the first days of an application's ad organizations are in, which other work waits for; not for ever.
   * @param order.part `begun`: something of each organization; `complete`: all days that the ad service gives by day, and no users of
   * the past are being sent any more.
   */
  areFirstDaysIn(order: FirstDaysOrder): Promise<{ are_in: boolean; pause_seconds: number }>;
}

export interface FirstDaysOrder {
  readonly application_id: number;
  readonly part: 'begun' | 'complete';
  /** How long it has been waited for them. */
  readonly waited_seconds: number;
}
export interface ExtraPullActivities {
  /** Whether the months were recorded once. */
  areMonthsIn(organization: OrganizationRef): Promise<{ are_in: boolean }>;
  /** Records the months that are not known by day, as soon as all days are. */
  pullMonths(organization: OrganizationRef): Promise<{ done: boolean } & ExtraPulled>;
  /** Records search terms of the last 30 days and sums over a year, and asks for product pages, unless it did so today. */
  pullSearchTerms(organization: OrganizationRef): Promise<ExtraPulled>;
  /** Sees to it that today's report of impression shares is ordered; `null` when there is nothing to wait for. */
  orderShares(organization: OrganizationRef): Promise<{ report_id: number | null; pause_seconds: number }>;
  /** Records a report of impression shares if it is ready. */
  collectShares(
    order: OrganizationRef & { report_id: number },
  ): Promise<{ state: 'waiting' | 'recorded' | 'failed' } & ExtraPulled>;
}

/** How long to wait before the next round, and what kept what was read from being whole. */
export interface ExtraPulled {
  readonly pause_seconds: number;
  readonly incomplete?: ReadingProblem;
}

const extraOptions: ActivityOptions = { ...pullOptions, longestSeconds: 1800 };
const orderOptions: ActivityOptions = {
  queue: 'writes',
  longestSeconds: 1800,
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
