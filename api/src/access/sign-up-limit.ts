import { DomainError } from '@tapwise/domain';
import { BurstyRateLimiter, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** Seconds after which one address may open one more account, once its burst is used up. */
const refillSeconds = 10;
const burst = 60;

/** Counts the accounts an address opens. @throws from the call: DomainError `too_many_requests` with `retry_after` in seconds. */
export type SignUpLimit = (address: string) => Promise<void>;

/** Sixty accounts at once and then one each ten seconds, for each address by itself. */
export function createSignUpLimit(): SignUpLimit {
  const steady = new RateLimiterMemory({ keyPrefix: 'steady', points: 1, duration: refillSeconds });
  const spare = new RateLimiterMemory({ keyPrefix: 'spare', points: burst - 1, duration: burst * refillSeconds });
  const limiter = new BurstyRateLimiter(steady, spare);
  return async (address) => {
    try {
      await limiter.consume(address);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
      throw new DomainError('too_many_requests', { details: { retry_after: seconds } });
    }
  };
}
