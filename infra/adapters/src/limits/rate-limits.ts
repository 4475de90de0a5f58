import { DomainError } from '@tapwise/domain';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Environment } from '../config/environment.ts';
import type { Logger } from '../observability/logger.ts';
import { connectRedis, type RedisConnection } from './redis-connection.ts';

/** What was counted of a key, and milliseconds until that begins again. */
export interface Count {
  readonly used: number;
  readonly leftMs: number;
}

/** A fixed time, which begins for each key with the first of what is counted, and how much may be counted in it. */
export interface LimitWindow {
  readonly most: number;
  readonly seconds: number;
}

/** Counts by key within a window. */
export interface RateLimit {
  /** @throws DomainError `too_many_requests` with `retry_after` in seconds. */
  consume(key: string): Promise<void>;
  /** Counts without refusing. @param points Whole number. */
  add(key: string, points?: number): Promise<Count>;
  count(key: string): Promise<Count>;
  /** Marks a key as counted for a time of its own. @param seconds Whole number. */
  mark(key: string, seconds: number): Promise<void>;
}

/** Limits by name: of this process, or of all processes that have the same Redis. */
export interface RateLimits {
  limit(name: string, window: LimitWindow): RateLimit;
  close(): void;
}

/** Makes what counts for one limit. */
export type LimitStore = (options: {
  readonly keyPrefix: string;
  readonly points: number;
  readonly duration: number;
}) => RateLimiterAbstract;

/** Counts in this process. */
export const memoryStore: LimitStore = (options) => new RateLimiterMemory(options);

/** Counts in Redis; in this process for as long as Redis is away, so that nobody is refused for that. */
export const redisStore =
  (connection: RedisConnection): LimitStore =>
  (options) =>
    new RateLimiterRedis({
      ...options,
      storeClient: connection,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryStore(options),
    });

export function createRateLimits(store: LimitStore = memoryStore, close: () => void = () => undefined): RateLimits {
  return {
    limit: (name, { most, seconds }) =>
      limitOver(store({ keyPrefix: `tapwise:${name}`, points: most, duration: seconds })),
    close,
  };
}

/** Limits that all processes with the same `REDIS_URL` share; `undefined` without one. */
export async function openSharedLimits(
  { REDIS_URL: url }: Pick<Environment, 'REDIS_URL'>,
  logger: Logger,
): Promise<RateLimits | undefined> {
  if (url === undefined) return undefined;
  const connection = await connectRedis(url, logger);
  return createRateLimits(redisStore(connection), () => connection.disconnect());
}

function limitOver(limiter: RateLimiterAbstract): RateLimit {
  return {
    consume: async (key) => {
      try {
        await limiter.consume(key);
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        throw new DomainError('too_many_requests', { details: { retry_after: refused.msBeforeNext / 1000 } });
      }
    },
    add: async (key, points = 1) => countOf(await limiter.penalty(key, points)),
    count: async (key) => countOf(await limiter.get(key)),
    mark: async (key, seconds) => {
      await limiter.set(key, 1, seconds);
    },
  };
}

const countOf = (result: RateLimiterRes | null): Count => ({
  used: result?.consumedPoints ?? 0,
  leftMs: Math.max(0, result?.msBeforeNext ?? 0),
});
