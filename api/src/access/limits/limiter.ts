import { DomainError } from '@tapwise/domain';
import pLimit from 'p-limit';

/** Runs at most so many tasks at once, the others in the order they came. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param concurrency tasks at once.
 * @param maxWaiting more than this many waiting are refused with `too_many_requests`.
 */
export function createLimiter(concurrency: number, maxWaiting: number): Limiter {
  const limit = pLimit(concurrency);
  return async (task) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + maxWaiting) {
      throw new DomainError('too_many_requests', { details: { retry_after: 1 } });
    }
    return limit(task);
  };
}
