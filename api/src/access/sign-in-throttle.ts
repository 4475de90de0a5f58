import { DomainError } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';

const windowMs = 15 * 60_000;
const freeFailures = 5;
const longestWaitSeconds = 60;
const mayQueue = 20;
const mayRemember = 100_000;

interface Attempts {
  /** Instants of wrong passwords inside the window, oldest first. */
  failures: number[];
  heldUntil: number;
  queued: number;
  last: Promise<unknown>;
}

export interface SignInThrottle {
  /**
   * Checks one password, one at a time for each key, so that guesses sent at once count one after the other. From the
   * sixth wrong one within 15 minutes each earns a wait of 1 s, 2 s, 4 s … 60 s, during which nothing is checked.
   * @param key who is asked for, and from where.
   * @returns whether the password was right.
   * @throws DomainError `too_many_attempts` with `retry_after` in seconds.
   */
  attempt(key: string, check: () => Promise<boolean>): Promise<boolean>;
}

/** @param now milliseconds. */
export function createSignInThrottle(now: () => number): SignInThrottle {
  // The longest unused go first, so memory stays bounded whatever is tried.
  const known = new LRUCache<string, Attempts>({ max: mayRemember });
  return {
    attempt: async (key, check) => {
      const attempts = known.get(key) ?? { failures: [], heldUntil: 0, queued: 0, last: Promise.resolve() };
      known.set(key, attempts);
      if (attempts.queued >= mayQueue) throw refusal(1);
      attempts.queued += 1;
      const turn = attempts.last.then(() => checkOnce(attempts, check, now));
      attempts.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        attempts.queued -= 1;
      }
    },
  };
}

async function checkOnce(attempts: Attempts, check: () => Promise<boolean>, now: () => number): Promise<boolean> {
  const heldMs = attempts.heldUntil - now();
  if (heldMs > 0) throw refusal(Math.ceil(heldMs / 1000));
  if (await check()) return true;
  const at = now();
  attempts.failures = [...attempts.failures.filter((failure) => failure > at - windowMs), at];
  const beyond = attempts.failures.length - freeFailures;
  if (beyond <= 0) return false;
  const seconds = Math.min(longestWaitSeconds, 2 ** (beyond - 1));
  attempts.heldUntil = at + seconds * 1000;
  throw refusal(seconds);
}

const refusal = (seconds: number) => new DomainError('too_many_attempts', { details: { retry_after: seconds } });
