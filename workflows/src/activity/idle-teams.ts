import type { FoldFollower } from '@tapwise/adapters';
import { type Directory, findApplication, serviceOf } from '@tapwise/domain';
import type { ExtraPullActivities } from '../pulls/pull-extras/pull-extras.contract.ts';
import { type PullActivities, skippedToday } from '../pulls/pull-organization/pull-organization.contract.ts';
import type { StoreReportActivities } from '../pulls/pull-store-reports/pull-store-reports.contract.ts';

type Pulls = PullActivities & ExtraPullActivities & Pick<StoreReportActivities, 'pullStoreReports'>;

/** How soon it is noticed that a team is served again. */
const pause_seconds = 60;

/** Whether service ended so long ago that nothing is asked for any more. */
export function isIdle({ state }: Pick<FoldFollower<Directory>, 'state'>, applicationId: number): boolean {
  const application = findApplication(state, applicationId);
  if (application === undefined) return false;
  const service = serviceOf(state, application.team_id, Date.now());
  return service === 'idle' || service === 'closed';
}

/** What a pull is about. */
export interface PullOrder {
  readonly application_id: number;
  /** Absent where it is about no ad organization. */
  readonly org_id?: number;
}

/** The same pulls, which ask for nothing while they are to pause. Drivers go on with their rounds, so they need not know. */
export function pausedWhile(pulls: Pulls, pauses: (order: PullOrder) => boolean): Pulls {
  const unless =
    <Order extends PullOrder, Answer>(pull: (order: Order) => Promise<Answer>, instead: Answer) =>
    (order: Order): Promise<Answer> =>
      pauses(order) ? Promise.resolve(instead) : pull(order);
  return {
    readPullProgress: pulls.readPullProgress,
    pullStructure: unless(pulls.pullStructure, { today: skippedToday, restated_from: skippedToday }),
    pullReports: unless(pulls.pullReports, { pause_seconds }),
    areMonthsIn: pulls.areMonthsIn,
    pullMonths: unless(pulls.pullMonths, { done: false, pause_seconds }),
    pullSearchTerms: unless(pulls.pullSearchTerms, { pause_seconds }),
    orderShares: unless(pulls.orderShares, { report_id: null, pause_seconds }),
    // What was ordered is in flight.
    collectShares: pulls.collectShares,
    pullStoreReports: unless(pulls.pullStoreReports, { pause_seconds }),
  };
}
