import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@tapwise/adapters';

/**
 * Does a piece of work that must succeed once; while the log is away it tries again, slower each time.
 * @param work Resolves to `false` while something that it waits for is not there.
 */
export async function repeatUntilDone(
  work: () => Promise<unknown>,
  { logger, signal, failure }: { logger: Logger; signal: AbortSignal; failure: string },
): Promise<void> {
  for (let attempt = 1; !signal.aborted; attempt += 1) {
    try {
      if ((await work()) !== false) return;
    } catch (error) {
      logger.warn({ err: error, attempt }, failure);
    }
    await pause(Math.min(10_000, 250 * 2 ** attempt), undefined, { signal }).catch(() => undefined);
  }
}
