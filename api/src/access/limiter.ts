import { DomainError } from '@tapwise/domain';

/** Runs at most so many tasks at once, the others in the order they came. */
export type Limiter = <T>(task: () => Promise<T>) => Promise<T>;

/**
 * @param concurrency tasks at once.
 * @param maxWaiting more than this many waiting are refused with `too_many_requests`.
 */
export function createLimiter(concurrency: number, maxWaiting: number): Limiter {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new DomainError('too_many_requests', { details: { retry_after: 1 } });
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
