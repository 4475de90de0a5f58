import type { RateLimit } from '@tapwise/adapters';
import { LRUCache } from 'lru-cache';
import { SqlError } from '../sql-error.ts';

const windowMs = 15 * 60_000;
const freeFailures = 5;
/** For what all processes count, in windows that begin with the first wrong password. */
export const sqlPasswordWindow = { most: freeFailures, seconds: windowMs / 1000 };

/** Counts wrong passwords by user and address. */
export interface SqlThrottle {
  /** @throws SqlError with HTTP status 429 from the sixth wrong one within 15 minutes on, until the oldest is past them. */
  check(key: string): void;
  /** The same of what all processes counted; nothing else may be waited for between `check` and `failed`. */
  checkShared(key: string): Promise<void>;
  failed(key: string): Promise<void>;
}

/** @param now milliseconds. @param shared Where other processes count too. */
export function createSqlThrottle(now: () => number, shared?: RateLimit): SqlThrottle {
  const failures = new LRUCache<string, number[]>({ max: 100_000 });
  const recent = (key: string): number[] => (failures.get(key) ?? []).filter((at) => at > now() - windowMs);
  return {
    check: (key) => {
      const [oldest = 0, ...others] = recent(key).slice(-freeFailures);
      if (others.length + 1 >= freeFailures && oldest > 0) throw tooManyFailures(oldest + windowMs - now());
    },
    checkShared: async (key) => {
      const counted = await shared?.count(key);
      if (counted !== undefined && counted.used >= freeFailures) throw tooManyFailures(counted.leftMs);
    },
    failed: async (key) => {
      failures.set(key, [...recent(key), now()]);
      await shared?.add(key);
    },
  };
}

function tooManyFailures(ms: number): SqlError {
  const message = 'Too many wrong passwords. Please wait and try again';
  const retryAfter = Math.max(1, Math.ceil(ms / 1000));
  return new SqlError(516, 'AUTHENTICATION_FAILED', message, { status: 429, retryAfter });
}
