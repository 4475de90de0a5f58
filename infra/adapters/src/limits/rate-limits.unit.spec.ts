import { EventEmitter } from 'node:events';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../observability/logger.ts';
import { createRateLimits, type LimitStore, type RateLimit, redisStore } from './rate-limits.ts';
import { type RedisConnection, reportAbsence } from './redis-connection.ts';

/** One store for several processes, as Redis is. */
function sharedStore(): LimitStore {
  const limiters = new Map<string, RateLimiterMemory>();
  return (options) => {
    const limiter = limiters.get(options.keyPrefix) ?? new RateLimiterMemory(options);
    limiters.set(options.keyPrefix, limiter);
    return limiter;
  };
}

/** A connection that is never there. */
class AbsentRedis extends EventEmitter implements RedisConnection {
  readonly status = 'reconnecting';
  disconnect(): void {
    this.removeAllListeners();
  }
}

const window = { most: 3, seconds: 60 };
const outcomes = async (limit: RateLimit, times: number, key = 'address') => {
  const codes: string[] = [];
  for (let call = 0; call < times; call += 1) {
    codes.push(
      await limit.consume(key).then(
        () => 'ok',
        (error: { code: string; details: { retry_after: number } }) =>
          `${error.code} ${Math.ceil(error.details.retry_after)}`,
      ),
    );
  }
  return codes;
};

describe('processes with one store', () => {
  it('count together: what one has let through is used up for the other', async () => {
    const store = sharedStore();
    const first = createRateLimits(store).limit('calls', window);
    const other = createRateLimits(store).limit('calls', window);
    expect(await outcomes(first, 2)).toEqual(['ok', 'ok']);
    expect(await outcomes(other, 2)).toEqual(['ok', 'too_many_requests 60']);
    expect(await outcomes(first, 1)).toEqual(['too_many_requests 60']);
    expect(await outcomes(first, 1, 'elsewhere')).toEqual(['ok']);
  });

  it('keep limits of different names apart', async () => {
    const store = sharedStore();
    await outcomes(createRateLimits(store).limit('one', window), 3);
    expect(await outcomes(createRateLimits(store).limit('other', window), 1)).toEqual(['ok']);
  });

  it('see what was added, and what was marked for a time of its own', async () => {
    const store = sharedStore();
    const first = createRateLimits(store).limit('failures', window);
    const other = createRateLimits(store).limit('failures', window);
    expect(await first.add('account', 2)).toEqual({ used: 2, leftMs: 60_000 });
    expect((await other.count('account')).used).toBe(2);
    await first.mark('held', 5);
    const { used, leftMs } = await other.count('held');
    expect(used).toBe(1);
    expect(leftMs).toBeGreaterThan(4000);
    expect(leftMs).toBeLessThanOrEqual(5000);
    expect(await other.count('unknown')).toEqual({ used: 0, leftMs: 0 });
  });
});

describe('a process without a store of its own', () => {
  it('counts by itself', async () => {
    expect(await outcomes(createRateLimits().limit('calls', window), 4)).toEqual([
      'ok',
      'ok',
      'ok',
      'too_many_requests 60',
    ]);
    expect(await outcomes(createRateLimits().limit('calls', window), 1)).toEqual(['ok']);
  });
});

describe('a Redis that is away', () => {
  it('refuses nobody, and lets nobody through for ever: the process counts by itself', async () => {
    const limit = createRateLimits(redisStore(new AbsentRedis())).limit('calls', window);
    expect(await outcomes(limit, 4)).toEqual(['ok', 'ok', 'ok', 'too_many_requests 60']);
    expect((await limit.add('account', 2)).used).toBe(2);
    expect((await limit.count('account')).used).toBe(2);
    await limit.mark('held', 5);
    expect((await limit.count('held')).used).toBe(1);
  });

  it('is logged once until it is back', () => {
    const logger = createLogger('test', 'silent');
    const warn = vi.spyOn(logger, 'warn');
    const info = vi.spyOn(logger, 'info');
    const connection = new AbsentRedis();
    reportAbsence(connection, logger);
    for (let attempt = 0; attempt < 5; attempt += 1) connection.emit('error', new Error('refused'));
    expect(warn).toHaveBeenCalledTimes(1);
    connection.emit('ready');
    connection.emit('ready');
    expect(info).toHaveBeenCalledTimes(1);
    connection.emit('error', new Error('refused'));
    expect(warn).toHaveBeenCalledTimes(2);
  });
});
