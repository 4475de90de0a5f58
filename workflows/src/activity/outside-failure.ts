import { failureCauseOf } from '@tapwise/adapters';
import { type FailureCause, slowsAsking } from '@tapwise/domain';
import { ApplicationFailure } from '@temporalio/common';

/** What an activity's failure carries when an outside service is the reason. */
export interface OutsideFailure {
  readonly cause: FailureCause;
  /** The answer is of a kind after which the service is asked ever more rarely. */
  readonly slow: boolean;
}

/** For `details` of an `ApplicationFailure`. */
export function outsideFailureOf(error: unknown): OutsideFailure | undefined {
  const cause = failureCauseOf(error);
  return cause && { cause, slow: slowsAsking(cause.reason) };
}

/** What `runActivity` put into the failure of an activity. */
export function carriedFailure(error: unknown): OutsideFailure | undefined {
  return error instanceof ApplicationFailure ? (error.details?.[0] as OutsideFailure | undefined) : undefined;
}
