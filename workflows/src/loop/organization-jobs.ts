import type { EventLog } from '@tapwise/adapters';
import { readExtraPulls } from '../pull-extras/extra-pulls.ts';
import type { ExtraPullActivities } from '../pull-extras/pull-extras.activities.ts';
import { looksPerReport } from '../pull-extras/pull-extras.contract.ts';
import type { OrganizationRef } from '../pull-organization/organization-context.ts';
import type { PullActivities } from '../pull-organization/pull-organization.activities.ts';
import type { PullProgress } from '../pull-organization/pull-organization.contract.ts';
import { pullRound } from '../pull-organization/pull-organization.round.ts';
import { readPullProgress } from '../pull-organization/pull-progress.ts';
import type { Job } from './job-queue.ts';

/** What is pulled of an ad organization, most urgent first: days, newest first; then months, search terms, shares. */
export function organizationJobs(
  activities: PullActivities & ExtraPullActivities,
  log: EventLog,
  organization: OrganizationRef & { time_zone: string },
): Job[] {
  const { time_zone, ...ref } = organization;
  let progress: PullProgress | undefined;
  const days = async (): Promise<number> => {
    progress ??= await readPullProgress(log, ref, time_zone, Date.now());
    const done = await pullRound(activities, ref, progress);
    progress = done.progress;
    return done.pauseSeconds;
  };
  const months = async () => {
    // They are asked for once, by either driver.
    if ((await readExtraPulls(log, ref)).months !== undefined) return 'done' as const;
    const { done, pause_seconds } = await activities.pullMonths(ref);
    return done ? ('done' as const) : pause_seconds;
  };
  return [
    { name: 'pull days', round: days },
    { name: 'pull months', round: months },
    { name: 'pull search terms', round: async () => (await activities.pullSearchTerms(ref)).pause_seconds },
    { name: 'pull impression shares', round: sharesRound(activities, ref) },
  ];
}

/** Orders a report and looks for it once a round, so that other jobs have their turn while it is made. */
function sharesRound({ orderShares, collectShares }: ExtraPullActivities, ref: OrganizationRef): Job['round'] {
  let ordered: { report_id: number; looks: number } | undefined;
  return async () => {
    if (ordered === undefined) {
      const { report_id, pause_seconds } = await orderShares(ref);
      if (report_id === null) return pause_seconds;
      ordered = { report_id, looks: 0 };
    }
    const { state, pause_seconds } = await collectShares({ ...ref, report_id: ordered.report_id });
    ordered.looks += 1;
    if (state !== 'waiting' || ordered.looks >= looksPerReport) ordered = undefined;
    return pause_seconds;
  };
}
