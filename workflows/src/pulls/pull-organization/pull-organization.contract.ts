import type { Day, ReadingProblem } from '@tapwise/domain';
import { type ActivityOptions, defineProcess, recordOptions } from '../../story/process.ts';
import type { ChangeActorsActivities, UnnamedOrder } from '../read-change-actors/read-change-actors.contract.ts';
import type { OrganizationRef } from './organization-context.ts';

/** The ad organization of an application: what is pulled, and the workflow's business key. */
export interface PullOrganizationInput {
  readonly application_id: number;
  readonly org_id: number;
  /** Progress of an earlier run of this workflow; absent in the first one. */
  readonly progress?: PullProgress;
}

export interface PullProgress {
  /** Parts of the first 90 days that are in. */
  readonly parts_loaded: number;
  /** The organization's day on which the last 30 days were asked for again; `null` before the first. */
  readonly deep_day: string | null;
}

/** Days counted back from the organization's today, which is 0. Both are included. */
export interface DayAges {
  readonly newest: number;
  readonly oldest: number;
}

/** What a pull of some days did. */
export interface PulledReports {
  readonly pause_seconds: number;
  /** Nothing was pulled yet, because newer days go before. */
  readonly postponed?: true;
  /** What kept it from being whole, or an earlier part of the round. */
  readonly incomplete?: ReadingProblem;
  /** Not all rows came, so that the days are to be asked for again. */
  readonly missing?: true;
}

/** What a pull of the structure found. */
export interface PulledStructure {
  /** Of the organization. */
  readonly today: Day;
  /** The oldest of the days that are restated. */
  readonly restated_from: Day;
  /** What kept the reading from being whole. */
  readonly incomplete?: ReadingProblem;
  /** Changes made elsewhere whose authors the ad service may name. */
  readonly unnamed?: UnnamedOrder;
}

export interface PullActivities {
  /** Which days are in, by the log. */
  readPullProgress(organization: OrganizationRef): Promise<PullProgress>;
  /** Records the structure, of a new organization the campaigns and their last days first. */
  pullStructure(organization: OrganizationRef): Promise<PulledStructure>;
  /**
   * Records the figures of some days, and that they are in, or why they are not whole; or, while newer users are still being sent, that
   * days from before the restated ones are postponed. Answers how long to wait before the next round.
   * @param order.incomplete What kept an earlier part of the round from being whole: then this one does not make it so.
   */
  pullReports(order: OrganizationRef & { ages: DayAges; incomplete?: ReadingProblem }): Promise<PulledReports>;
}

export const recentDays: DayAges = { newest: 0, oldest: 6 };
/** Apple restates figures for 30 days, because an install is booked up to 30 days after its tap. */
export const restatedDays: DayAges = { newest: 0, oldest: 29 };
/** The first 90 days, newest first, in parts, so that a screen shows the last week within seconds. */
export const firstParts: readonly DayAges[] = [
  recentDays,
  { newest: 7, oldest: 29 },
  { newest: 30, oldest: 59 },
  { newest: 60, oldest: 89 },
];

/** The today of an organization that is not asked about, because its team has not been served for long. */
export const skippedToday = '1970-01-01';

/** A question to a partner that fails so often in a row makes the pass count as failed. */
export const pullAttempts = 4;

export const pullOptions: ActivityOptions = {
  queue: 'pulls',
  longestSeconds: 900,
  retry: { firstPauseSeconds: 2, longestPauseSeconds: 60, attempts: pullAttempts },
};

/** Woken when its account was named again, or when there may be another key. */
export const pullOrganizationProcess = defineProcess<PullOrganizationInput, PullActivities & ChangeActorsActivities>({
  name: 'pullOrganization',
  id: ({ application_id, org_id }) => `pull-organization/${application_id}/${org_id}`,
  activities: {
    readPullProgress: recordOptions,
    pullStructure: pullOptions,
    pullReports: pullOptions,
    readChangeActors: pullOptions,
  },
});
