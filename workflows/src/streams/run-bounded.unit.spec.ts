import { describe, expect, it } from 'vitest';
import { runBounded } from './run-bounded.ts';

describe('tasks run in bounds', () => {
  it('are never more at once than allowed, and their results are in the order of the items', async () => {
    let running = 0;
    let most = 0;
    const results = await runBounded([5, 1, 4, 2, 3], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('begin no more after the first failure, and fail with it when those under way are done', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const run = runBounded([1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      if (item === 2) throw new Error('the second');
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      ended.push(item);
    });
    await expect(run).rejects.toThrow('the second');
    expect(begun).toEqual([1, 2]);
    expect(ended).toEqual([1]);
  });
});
