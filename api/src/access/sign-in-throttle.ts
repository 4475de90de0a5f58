import { DomainError } from '@tapwise/domain';

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
   * Judges one password, one at a time for each key, so that guesses sent at once count one after the other. From the
   * sixth wrong one within 15 minutes each earns a wait of 1 s, 2 s, 4 s … 60 s, during which nothing is judged.
   * @param key who is asked for, and from where.
   * @returns whether the password was right.
   * @throws DomainError `too_many_attempts` with `retry_after` in seconds.
   */
  attempt(key: string, judge: () => Promise<boolean>): Promise<boolean>;
}

/** @param now milliseconds. */
export function createSignInThrottle(now: () => number): SignInThrottle {
  const known = new Map<string, Attempts>();
  return {
    attempt: async (key, judge) => {
      const attempts = known.get(key) ?? { failures: [], heldUntil: 0, queued: 0, last: Promise.resolve() };
      known.set(key, attempts);
      if (known.size > mayRemember) forgetOld(known, now());
      if (attempts.queued >= mayQueue) throw refusal(1);
      attempts.queued += 1;
      const turn = attempts.last.then(() => judgeOnce(attempts, judge, now));
      attempts.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        attempts.queued -= 1;
      }
    },
  };
}

async function judgeOnce(attempts: Attempts, judge: () => Promise<boolean>, now: () => number): Promise<boolean> {
  const heldMs = attempts.heldUntil - now();
  if (heldMs > 0) throw refusal(Math.ceil(heldMs / 1000));
  if (await judge()) return true;
  const at = now();
  attempts.failures = [...attempts.failures.filter((failure) => failure > at - windowMs), at];
  const beyond = attempts.failures.length - freeFailures;
  if (beyond <= 0) return false;
  const seconds = Math.min(longestWaitSeconds, 2 ** (beyond - 1));
  attempts.heldUntil = at + seconds * 1000;
  throw refusal(seconds);
}

const refusal = (seconds: number) => new DomainError('too_many_attempts', { details: { retry_after: seconds } });

// The oldest keys go first when none has run out, so memory stays bounded whatever is thrown at the door.
function forgetOld(known: Map<string, Attempts>, at: number): void {
  for (const [key, attempts] of known) {
    if (attempts.queued === 0 && (attempts.failures.at(-1) ?? 0) < at - windowMs) known.delete(key);
  }
  for (const [key, attempts] of known) {
    if (known.size <= mayRemember) return;
    if (attempts.queued === 0) known.delete(key);
  }
}
