import { describe, expect, it } from 'vitest';
import { type CallShare, type ShareUser, wholeShare } from '../../../limits/call-share.ts';
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
    const limiter = createLimiter(wholeShare(5));
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
    const limiter = createLimiter(wholeShare(1));
    const { task, running, ends } = tasks();
    const all = Promise.all([limiter.run('one', 'pull', task), limiter.run('other', 'pull', task)]);
    await turn();
    expect(running()).toBe(2);
    for (const end of ends) end();
    await all;
  });

  it('gives the place of a task that failed to the next', async () => {
    const limiter = createLimiter(wholeShare(1));
    await expect(limiter.run('key', 'pull', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await limiter.run('key', 'pull', async () => 'next')).toBe('next');
  });

  it('gives the next turn to people, then rules, then creations, then pulls', async () => {
    const limiter = createLimiter(wholeShare(1));
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

  it('begins as many more as a share grows by, and says when it is within one that has shrunk', async () => {
    let atOnce = 0;
    const users: ShareUser[] = [];
    const share: CallShare = { ...wholeShare(0), atOnce: () => atOnce, use: (user) => void users.push(user) };
    const limiter = createLimiter(share);
    const { task, running, ends } = tasks();
    const all = Promise.all(Array.from({ length: 6 }, () => limiter.run('organization', 'pull', task)));
    await turn();
    expect(running()).toBe(0);
    atOnce = 3;
    users[0]?.refresh();
    expect(running()).toBe(3);
    atOnce = 1;
    let isWithin = false;
    const within = users[0]?.untilAtMost(1).then(() => {
      isWithin = true;
    });
    for (const end of ends.splice(0, 1)) end();
    await turn();
    expect([running(), isWithin]).toEqual([2, false]);
    for (const end of ends.splice(0, 1)) end();
    await within;
    expect(running()).toBe(1);
    atOnce = 6;
    users[0]?.refresh();
    for (const end of ends) end();
    await all;
  });
});
