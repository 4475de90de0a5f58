import type { KeyVault, Logger, RateLimits } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { keepInFile, readKept } from '../kept-file.ts';

/** Counts calls of one address. @throws DomainError `too_many_requests` with `retry_after` in seconds. */
export type CallLimit = (address: string) => Promise<void>;

/**
 * Limits of calls by address, each with a name of its own; they go on where an earlier process stopped. What other processes count
 * too is kept in windows that are never stricter than the rule.
 */
export interface CallLimits {
  /** @param most calls of an address in `seconds`, counted from the first of them. */
  windowed(name: string, most: number, seconds: number): CallLimit;
  /** @param most calls at once, and then one each `seconds`. */
  refilled(name: string, most: number, seconds: number): CallLimit;
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

const mayRemember = 100_000;
/** The newest. */
const mostSaved = 10_000;
const savedSchema = z.array(z.tuple([z.string(), z.number(), z.number()]));

interface LimitOptions {
  /** Made when there is something to keep; without one everything is forgotten with the process. */
  readonly file: string | undefined;
  readonly vault: Pick<KeyVault, 'keyedHash'>;
  /** Milliseconds. */
  readonly now: () => number;
  readonly logger: Logger;
  /** Where other processes count too. */
  readonly sharedLimits?: RateLimits | undefined;
}

/** Addresses are hashed, because they are written to a file. */
export async function openCallLimits({ file, vault, now, logger, sharedLimits }: LimitOptions): Promise<CallLimits> {
  // The longest unused go first, so memory stays bounded under any callers.
  const counts = new LRUCache<string, { used: number; until: number }>({ max: mayRemember });
  for (const [key, used, until] of (file && (await readKept(file, savedSchema, logger))) || []) {
    counts.set(key, { used, until });
  }
  const saved = () =>
    [...counts.entries()]
      .filter(([, { until }]) => until > now())
      .slice(0, mostSaved)
      .reverse()
      .map(([key, { used, until }]) => [key, used, until]);
  const kept = file === undefined ? undefined : keepInFile(file, saved, logger);
  const keyOf = (name: string, address: string) =>
    `${name} ${vault.keyedHash('limited address', address).slice(0, 32)}`;
  const note = (key: string, used: number, until: number): void => {
    counts.set(key, { used, until });
    kept?.changed();
  };
  return {
    windowed: (name, most, seconds) => {
      const shared = sharedLimits?.limit(name, { most, seconds });
      return async (address) => {
        const key = keyOf(name, address);
        const existing = counts.get(key);
        const current =
          existing !== undefined && existing.until > now() ? existing : { used: 0, until: now() + seconds * 1000 };
        if (current.used >= most) throw refusal(current.until - now());
        note(key, current.used + 1, current.until);
        await shared?.consume(key);
      };
    },
    refilled: (name, most, seconds) => {
      // In the time in which all is back, twice as many pass at the very most.
      const shared = sharedLimits?.limit(name, { most: 2 * most, seconds: most * seconds });
      return async (address) => {
        const key = keyOf(name, address);
        // All that was used is back by then; each call moves it.
        const full = Math.max(counts.get(key)?.until ?? 0, now());
        const used = (full - now()) / (seconds * 1000);
        if (used > most - 1) throw refusal((used - most + 1) * seconds * 1000);
        note(key, 0, full + seconds * 1000);
        await shared?.consume(key);
      };
    },
    close: async () => kept?.close(),
  };
}

const refusal = (ms: number): DomainError =>
  new DomainError('too_many_requests', { details: { retry_after: Math.max(1, Math.ceil(ms / 1000)) } });
