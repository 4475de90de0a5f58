import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHistoryWindow, MOST } from './history-window.ts';

const pace = { next: async () => {} };

/** A window with more posts waiting than fit, each answered by hand. */
function crowded(isPresentLate: () => boolean = () => false) {
  const window = createHistoryWindow(pace, isPresentLate, new AbortController().signal);
  const open: (() => void)[] = [];
  const post = () => new Promise<void>((resolve) => open.push(resolve));
  for (let index = 0; index < 2_000; index += 1) void window.run(post);
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  const release = async (count: number) => {
    for (let index = 0; index < count; index += 1) {
      open.shift()?.();
      await settle();
    }
  };
  return { window, open, settle, release };
}

describe('history window', () => {
  it('lets in one more whenever all it had room for were answered, up to its limit', async () => {
    const { window, open, settle, release } = crowded();
    await settle();
    expect(open.length).toBe(window.size);
    const first = window.size;
    await release(first);
    expect([window.size, open.length]).toEqual([first + 1, first + 1]);
    for (let round = 0; round < 6; round += 1) await release(window.size);
    expect(window.size).toBeGreaterThan(first + 5);
    expect(window.size).toBeLessThanOrEqual(MOST);
    expect(open.length).toBe(window.size);
  });

  it('halves once for refusals that come together, and begins nothing before the pause is over', async () => {
    const { window, open, settle, release } = crowded();
    await settle();
    const before = window.size;
    for (let refusal = 0; refusal < 5; refusal += 1) window.slowDown(60_000);
    expect(window.size).toBe(Math.floor(before / 2));
    const underWay = open.length;
    await release(underWay);
    expect(open.length).toBe(0);
  });

  it('waits while the present is late', async () => {
    let late = true;
    const { open, settle } = crowded(() => late);
    await settle();
    expect(open.length).toBe(0);
    late = false;
    await expect.poll(() => open.length).toBeGreaterThan(0);
  });
});
