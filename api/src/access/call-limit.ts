import { DomainError } from '@tapwise/domain';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Counts calls of one address. @throws from the call: DomainError `too_many_requests` with `retry_after` in seconds. */
export type CallLimit = (address: string) => Promise<void>;

/** @param calls in `seconds`, for each address by itself. */
export function createCallLimit(calls: number, seconds: number): CallLimit {
  const limiter = new RateLimiterMemory({ points: calls, duration: seconds });
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new DomainError('too_many_requests', {
        details: { retry_after: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)) },
      });
    }
  };
}
