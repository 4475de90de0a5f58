import { problemOfError, SearchAdsClosedError, SearchAdsError } from '@tapwise/adapters';
import type { ReadingProblem } from '@tapwise/domain';

/** Does a part of a pull. When the service cannot be read, that is recorded before the failure is thrown on to what repeats the part. */
export async function withRecordedProblem<Result>(
  signal: AbortSignal,
  record: (problem: ReadingProblem) => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isOurs = signal.aborted || error instanceof SearchAdsClosedError;
    if (error instanceof SearchAdsError && !isOurs) await record(problemOfError(error));
    throw error;
  }
}
