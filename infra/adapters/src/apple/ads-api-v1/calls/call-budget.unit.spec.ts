import { describe, expect, it } from 'vitest';
import type { CallPriority } from '../../ad-service/calls/limiter.ts';
import { createCallBudget } from './call-budget.ts';

/** A budget whose clock moves when it waits. @returns how long a call had to wait. */
function budgetAt(assumedCallsPerMinute = 100) {
  let now = 0;
  const budget = createCallBudget({
    assumedCallsPerMinute,
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  });
  const call = async (priority: CallPriority) => {
    const began = now;
    const leave = await budget.enter(priority, new AbortController().signal);
    return { waited: now - began, leave };
  };
  return { ...budget, call, pass: (ms: number) => (now += ms) };
}

const head = (status: number, headers: Record<string, string>) => ({ status, headers });
const named = (remaining: number, reset: number) =>
  head(200, { 'ratelimit-limit': '100', 'ratelimit-remaining': `${remaining}`, 'ratelimit-reset': `${reset}` });

describe('the limit that answers name', () => {
  it('is left to people and rules at its last tenth; pulls wait for the reset', async () => {
    const budget = budgetAt();
    budget.learn(named(10, 30));
    expect((await budget.call('person')).waited).toBe(0);
    expect((await budget.call('rule')).waited).toBe(0);
    expect((await budget.call('pull')).waited).toBe(30_000);
  });

  it('is never gone past, not even by people', async () => {
    const budget = budgetAt();
    budget.learn(named(1, 30));
    const { waited } = await budget.call('person');
    expect(waited).toBe(0);
    // The first one is still under way.
    expect((await budget.call('person')).waited).toBe(30_000);
  });

  it('is read whatever its headers are called, and a late answer does not raise it', async () => {
    const budget = budgetAt();
    budget.learn(head(200, { 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '12', 'x-ratelimit-reset': '30' }));
    budget.learn(named(10, 30));
    budget.learn(named(50, 30));
    expect((await budget.call('pull')).waited).toBe(30_000);
  });

  it('is a hundred calls a minute until one is named', async () => {
    const budget = budgetAt();
    for (let count = 0; count < 90; count += 1) (await budget.call('pull')).leave();
    expect((await budget.call('pull')).waited).toBe(60_000);
  });
});

describe('after a 429', () => {
  it('nothing is sent until the time that it names', async () => {
    const budget = budgetAt();
    budget.learn(head(429, { 'retry-after': '7', 'ratelimit-reset': '3' }));
    expect((await budget.call('person')).waited).toBe(7000);
  });

  it('without a time pauses double, up to 16 seconds', async () => {
    const budget = budgetAt();
    const waits: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      budget.learn(head(429, {}));
      const { waited, leave } = await budget.call('person');
      waits.push(waited);
      leave();
    }
    expect(waits).toEqual([2000, 4000, 8000, 16_000, 16_000]);
  });
});
