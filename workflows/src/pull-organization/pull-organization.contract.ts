import type { ReadingProblem } from '@tapwise/domain';

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

/** Workflow id; there is never more than one pull of an organization at a time. */
export const pullOrganizationId = (applicationId: number, orgId: number): string =>
  `pull-organization/${applicationId}/${orgId}`;

/** Signal to the pulls of an organization: its account was named again, or there may be another key. */
export const accessRenewed = 'accessRenewed';

/** How often a question to a partner is repeated before its round counts as failed; milliseconds. */
export const pullRetry = {
  initialInterval: 2000,
  backoffCoefficient: 2,
  maximumInterval: 60_000,
  maximumAttempts: 4,
} as const;
