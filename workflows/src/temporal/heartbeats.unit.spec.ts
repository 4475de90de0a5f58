import type { Context } from '@temporalio/activity';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heartbeats } from './heartbeats.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells Temporal that an activity is run for as long as it is, however it ends', async () => {
  const beats: number[] = [];
  const context = { heartbeat: () => void beats.push(Date.now()) } as unknown as Context;
  const execute = heartbeats.activity?.[0]?.(context).inbound?.execute;
  const input = { args: [], headers: {} };
  for (const end of [() => 'done', () => Promise.reject(new Error('refused'))]) {
    beats.length = 0;
    const running = execute?.(input, () => new Promise((resolve) => setTimeout(() => resolve(end()), 9000)));
    const ended = Promise.allSettled([running]);
    await vi.advanceTimersByTimeAsync(8900);
    const during = beats.length;
    // Less than the shortest time after which a worker counts as dead.
    expect(during).toBeGreaterThan(8900 / 5000);
    await vi.advanceTimersByTimeAsync(20_000);
    await ended;
    expect(beats.length - during).toBeLessThanOrEqual(1);
  }
});
