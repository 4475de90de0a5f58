import { failureCauseOf, type Logger } from '@tapwise/adapters';
import { slowsAsking } from '@tapwise/domain';

export interface KeptQuestion {
  /** Asks once, and does what follows from the answer. */
  readonly ask: () => Promise<void>;
  /** Waits for so long, or until something wakes it; answers whether something did. */
  readonly wait: (ms: number) => Promise<boolean>;
  /** Milliseconds to the next question. */
  readonly intervalMs: number;
  /** After a failure; when that does not pass by itself, the first of pauses that double up to an hour. */
  readonly retryMs: number;
  /** For the log, once when it begins to fail. */
  readonly failing: string;
  readonly logger: Pick<Logger, 'warn'>;
  readonly signal: AbortSignal;
}

const longestPauseMs = 3_600_000;

/** Asks an outside service again and again until the signal aborts. */
export async function keepAsking(question: KeptQuestion): Promise<void> {
  const { ask, wait, intervalMs, logger, signal } = question;
  let failures = 0;
  while (!signal.aborted) {
    let pauseMs = intervalMs;
    try {
      await ask();
      failures = 0;
    } catch (error) {
      if (signal.aborted) return;
      if (failures === 0) logger.warn({ err: error }, question.failing);
      pauseMs = pauseAfter(error, failures, question.retryMs);
      failures += 1;
    }
    // What woke it may be what was missing.
    if (await wait(pauseMs)) failures = 0;
  }
}

function pauseAfter(error: unknown, failures: number, retryMs: number): number {
  const cause = failureCauseOf(error);
  const isSlow = cause !== undefined && slowsAsking(cause.reason);
  return isSlow ? Math.min(longestPauseMs, retryMs * 2 ** failures) : retryMs;
}
