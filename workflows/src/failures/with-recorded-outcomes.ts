import type { FailureRecorder } from '@tapwise/adapters';
import type { FailureSource, ReadingProblem } from '@tapwise/domain';
import { currentAttempt } from '../activity/attempt.ts';
import { carriedFailure } from '../activity/outside-failure.ts';
import type { ExtraPullActivities } from '../pulls/pull-extras/pull-extras.contract.ts';
import { type PullActivities, pullAttempts } from '../pulls/pull-organization/pull-organization.contract.ts';
import type { StoreReportActivities } from '../pulls/pull-store-reports/pull-store-reports.contract.ts';

type Pulls = PullActivities & ExtraPullActivities & Pick<StoreReportActivities, 'pullStoreReports'>;

interface Order {
  readonly application_id: number;
  readonly org_id?: number;
}

/** The same pulls, whose outcomes are recorded: what does not work any more, and what works again. */
export function withRecordedOutcomes(pulls: Pulls, failures: FailureRecorder): Pulls {
  const recorded =
    <Request extends Order, Result>(
      source: FailureSource,
      pull: (order: Request) => Promise<Result>,
      /** Whether the answer says how the source works. */
      says: (result: Result) => boolean = () => true,
    ) =>
    async (order: Request): Promise<Result> => {
      const subject = { application_id: order.application_id, org_id: order.org_id ?? null, source };
      try {
        const result = await pull(order);
        const problem = problemIn(result);
        if (problem !== undefined) await failures.failed(subject, { reason: 'incomplete', detail: problem.reason });
        else if (says(result)) await failures.succeeded(subject);
        return result;
      } catch (error) {
        const cause = carriedFailure(error)?.cause;
        if (cause !== undefined && isLastAttempt(error)) await failures.failed(subject, cause);
        throw error;
      }
    };
  return {
    readPullProgress: pulls.readPullProgress,
    pullStructure: recorded('ads_structure', pulls.pullStructure),
    pullReports: recorded('ads_reports', pulls.pullReports, ({ postponed }) => postponed !== true),
    areMonthsIn: pulls.areMonthsIn,
    pullMonths: recorded('ads_months', pulls.pullMonths, ({ done }) => done),
    pullSearchTerms: recorded('ads_search_terms', pulls.pullSearchTerms, isDoneForToday),
    // An order that was taken does not say that the report can be had.
    orderShares: recorded('ads_impression_share', pulls.orderShares, () => false),
    collectShares: recorded('ads_impression_share', pulls.collectShares, ({ state }) => state === 'recorded'),
    pullStoreReports: recorded('store_reports', pulls.pullStoreReports),
  };
}

/** What kept the ad service's answers from being whole. */
function problemIn(result: unknown): ReadingProblem | undefined {
  if (typeof result !== 'object' || result === null || !('incomplete' in result)) return undefined;
  return result.incomplete as ReadingProblem | undefined;
}

/** While it waits for other pulls it asks for nothing, and looks again soon. */
const isDoneForToday = ({ pause_seconds }: { pause_seconds: number }): boolean => pause_seconds >= 60;

/** What is repeated by itself has not failed yet, and what was aborted not at all. */
function isLastAttempt(error: unknown): boolean {
  const { number, signal } = currentAttempt();
  if (signal.aborted) return false;
  const isFinal = error instanceof Error && 'nonRetryable' in error && error.nonRetryable === true;
  return isFinal || number >= pullAttempts;
}
