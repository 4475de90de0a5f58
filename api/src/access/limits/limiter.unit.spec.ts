import { describe, expect, it } from 'vitest';
import { createKeyedLimiter, createLimiter } from './limiter.ts';

/** A task that ends on request. */
function task() {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, ended };
}

describe('a limiter', () => {
  it('runs no more tasks at once than it may, the others in the order they came', async () => {
    const limit = createLimiter(2, 10);
    const tasks = [task(), task(), task(), task()];
    const begun: number[] = [];
    const runs = tasks.map(({ ended }, index) =>
      limit(async () => {
        begun.push(index);
        await ended;
      }),
    );
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    tasks[1]?.end();
    await runs[1];
    expect(begun).toEqual([0, 1, 2]);
    for (const { end } of tasks) end();
    await Promise.all(runs);
    expect(begun).toEqual([0, 1, 2, 3]);
  });

  it('refuses what would have to wait behind too many', async () => {
    const limit = createLimiter(1, 1);
    const first = task();
    const runs = [limit(() => first.ended), limit(() => first.ended)];
    await expect(limit(() => first.ended)).rejects.toMatchObject({ code: 'too_many_requests' });
    first.end();
    await Promise.all(runs);
  });

  it('goes on after a task that failed', async () => {
    const limit = createLimiter(1, 1);
    await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limit(async () => 'yes')).toBe('yes');
  });
});

describe('a limiter for each team', () => {
  it('has those of one team wait and be refused, and lets another one pass', async () => {
    const limit = createKeyedLimiter(1, 1);
    const first = task();
    const runs = [limit(1, () => first.ended), limit(1, async () => 'second')];
    await expect(limit(1, async () => 'third')).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await limit(2, async () => 'other')).toBe('other');
    first.end();
    expect(await Promise.all(runs)).toEqual([undefined, 'second']);
    expect(await limit(1, async () => 'later')).toBe('later');
  });
});
