import { LRUCache } from 'lru-cache';
import { SqlError } from '../sql-error.ts';

const windowMs = 15 * 60_000;
const freeFailures = 5;

/** Counts wrong passwords by user and address. */
export interface SqlThrottle {
  /** @throws SqlError with HTTP status 429 from the sixth wrong one within 15 minutes on, until the oldest is past them. */
  check(key: string): void;
  failed(key: string): void;
}

/** @param now milliseconds. */
export function createSqlThrottle(now: () => number): SqlThrottle {
  const failures = new LRUCache<string, number[]>({ max: 100_000 });
  const recent = (key: string): number[] => (failures.get(key) ?? []).filter((at) => at > now() - windowMs);
  return {
    check(key) {
      const [oldest = 0, ...others] = recent(key).slice(-freeFailures);
      if (others.length + 1 < freeFailures || oldest === 0) return;
      const retryAfter = Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
      const message = 'Too many wrong passwords. Please wait and try again';
      throw new SqlError(516, 'AUTHENTICATION_FAILED', message, { status: 429, retryAfter });
    },
    failed: (key) => failures.set(key, [...recent(key), now()]),
  };
}
