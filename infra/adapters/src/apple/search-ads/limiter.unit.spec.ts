import { describe, expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Tasks that end on request. */
function tasks() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { task, ends, running: () => running, most: () => most };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the limiter', () => {
  it('never runs more tasks of a key than allowed, and runs all of them', async () => {
    const limiter = createLimiter(5);
    const { task, ends, most } = tasks();
    const all = Promise.all(Array.from({ length: 12 }, () => limiter.run('organization', 'pull', task)));
    for (let ended = 0; ended < 12; ended += 1) {
      await turn();
      ends[ended]?.();
    }
    await all;
    expect([ends.length, most()]).toEqual([12, 5]);
  });

  it('lets one key not wait for another', async () => {
    const limiter = createLimiter(1);
    const { task, running, ends } = tasks();
    const all = Promise.all([limiter.run('one', 'pull', task), limiter.run('other', 'pull', task)]);
    await turn();
    expect(running()).toBe(2);
    for (const end of ends) end();
    await all;
  });

  it('gives the place of a task that failed to the next', async () => {
    const limiter = createLimiter(1);
    await expect(limiter.run('key', 'pull', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await limiter.run('key', 'pull', async () => 'next')).toBe('next');
  });

  it('gives the next turn to people, then rules, then creations, then pulls', async () => {
    const limiter = createLimiter(1);
    const { task, ends } = tasks();
    const began: string[] = [];
    const all = (['pull', 'pull', 'creation', 'rule', 'person', 'person'] as const).map((priority) =>
      limiter.run('organization', priority, () => {
        began.push(priority);
        return task();
      }),
    );
    for (let ended = 0; ended < all.length; ended += 1) {
      await turn();
      ends[ended]?.();
    }
    await Promise.all(all);
    expect(began).toEqual(['person', 'person', 'rule', 'creation', 'pull', 'pull']);
  });
});
