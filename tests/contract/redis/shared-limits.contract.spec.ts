import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createLogger, openSharedLimits, type RateLimits } from '@tapwise/adapters';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Address of a real server; without one the limits of one process stand for it, in their own specs. */
const REDIS_URL = process.env.REDIS_URL;
const connectedMs = 500;

describe.skipIf(REDIS_URL === undefined)('processes that share a Redis', () => {
  const processes: RateLimits[] = [];
  beforeAll(async () => {
    const logger = createLogger('test', 'silent');
    for (let count = 0; count < 2; count += 1) {
      const limits = await openSharedLimits({ REDIS_URL }, logger);
      if (limits !== undefined) processes.push(limits);
    }
    // No command waits for a connection.
    await pause(connectedMs);
  });
  afterAll(() => {
    for (const limits of processes) limits.close();
  });

  const limitsOf = (name: string, most: number, seconds: number) =>
    processes.map((limits) => limits.limit(name, { most, seconds }));

  it('count calls together, also at the same instant, and let no more than the limit through', async () => {
    const limits = limitsOf(randomUUID(), 20, 60);
    const calls = Array.from({ length: 50 }, (_, call) => limits[call % 2]?.consume('address'));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    await expect(limits[0]?.consume('address')).rejects.toMatchObject({ code: 'too_many_requests' });
    await limits[1]?.consume('elsewhere');
  });

  it('see what the other added or marked, until its time is over', async () => {
    const [first, second] = limitsOf(randomUUID(), 3, 1);
    expect(await first?.add('account', 2)).toMatchObject({ used: 2 });
    expect(await second?.count('account')).toMatchObject({ used: 2 });
    await first?.mark('held', 5);
    const held = await second?.count('held');
    expect(held?.used).toBe(1);
    expect(held?.leftMs).toBeGreaterThan(4000);
    await expect.poll(async () => (await second?.count('account'))?.used).toBe(0);
    await second?.consume('account');
  });
});
