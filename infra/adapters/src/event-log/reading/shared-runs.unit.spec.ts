import { describe, expect, it } from 'vitest';
import { shareRuns } from './shared-runs.ts';

/** A task whose runs end when they are told to. */
function tasks() {
  const ends: ((error?: Error) => void)[] = [];
  const run = shareRuns(
    () =>
      new Promise<number>((resolve, reject) => {
        const number = ends.length + 1;
        ends.push((error) => (error ? reject(error) : resolve(number)));
      }),
  );
  return { run, ends };
}

describe('shared runs', () => {
  it('begin one after the other, each after all who share it asked', async () => {
    const { run, ends } = tasks();
    const first = run();
    const second = run();
    const third = run();
    expect(ends).toHaveLength(1);
    ends[0]?.();
    expect(await first).toBe(1);
    const fourth = run();
    await Promise.resolve();
    expect(ends).toHaveLength(2);
    ends[1]?.();
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    expect(await fourth).toBe(2);
  });

  it('go on after one that failed', async () => {
    const { run, ends } = tasks();
    const first = run();
    const second = run();
    ends[0]?.(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await new Promise(setImmediate);
    ends[1]?.();
    expect(await second).toBe(2);
  });
});
