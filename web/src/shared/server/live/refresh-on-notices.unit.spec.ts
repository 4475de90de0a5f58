import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refreshOnNotices } from './refresh-on-notices.ts';

/** A source of notices, and how often it led to a refresh. */
function following() {
  const state = { refreshes: 0, stopped: false };
  let notice = (): void => undefined;
  const stop = refreshOnNotices(
    (onNotice) => {
      notice = onNotice;
      return () => {
        state.stopped = true;
      };
    },
    () => {
      state.refreshes += 1;
    },
    1000,
  );
  return { state, stop, notice: () => notice() };
}

describe('notices that come many times a second', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('lead to one refresh in each pause, and to a last one after the last of them', () => {
    const { state, notice } = following();
    for (let count = 0; count < 10; count += 1) {
      notice();
      vi.advanceTimersByTime(250);
    }
    expect(state.refreshes).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect(state.refreshes).toBe(3);
  });

  it('lead to nothing more once they are no longer followed', () => {
    const { state, notice, stop } = following();
    notice();
    stop();
    vi.advanceTimersByTime(10_000);
    expect(state).toEqual({ refreshes: 0, stopped: true });
  });
});
