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

/** A limiter for each key, such as a team; an unused one is forgotten. */
export type KeyedLimiter = <T>(key: number, task: () => Promise<T>) => Promise<T>;

/**
 * @param concurrency tasks of one key at once.
 * @param maxWaiting more than this many of one key waiting are refused with `too_many_requests`.
 */
export function createKeyedLimiter(concurrency: number, maxWaiting: number): KeyedLimiter {
  const limiters = new Map<number, { readonly limit: Limiter; users: number }>();
  return async (key, task) => {
    const limiter = limiters.get(key) ?? { limit: createLimiter(concurrency, maxWaiting), users: 0 };
    limiters.set(key, limiter);
    limiter.users += 1;
    try {
      return await limiter.limit(task);
    } finally {
      limiter.users -= 1;
      if (limiter.users === 0) limiters.delete(key);
    }
  };
}
