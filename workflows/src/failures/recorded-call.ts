import { type FailureRecorder, failureCauseOf } from '@tapwise/adapters';
import type { FailureSubject } from '@tapwise/domain';

/** Asks an outside service and records how that ended. Failures of our own are not the service's. @throws what `ask` throws. */
export async function recordedCall<Answer>(
  failures: FailureRecorder,
  subject: FailureSubject,
  { ask, signal }: { ask: () => Promise<Answer>; signal?: AbortSignal | undefined },
): Promise<Answer> {
  try {
    const result = await ask();
    await failures.succeeded(subject);
    return result;
  } catch (error) {
    const cause = failureCauseOf(error);
    if (cause !== undefined && signal?.aborted !== true) await failures.failed(subject, cause);
    throw error;
  }
}
