import { describe, expect, it } from 'vitest';
import { createCommitScheduler } from './commit-scheduler.ts';

/** A clock moved by hand: frames come every 16 ms of its time. */
function handClock() {
  let time = 0;
  let due: { at: number; run: () => void }[] = [];
  const at = (when: number, run: () => void) => due.push({ at: when, run });
  return {
    now: () => time,
    frame: (run: () => void) => at(time + 16, run),
    later: (run: () => void, ms: number) => at(time + ms, run),
    advance(ms: number) {
      const end = time + ms;
      for (;;) {
        const next = due.filter((entry) => entry.at <= end).sort((a, b) => a.at - b.at)[0];
        if (next === undefined) break;
        due = due.filter((entry) => entry !== next);
        time = next.at;
        next.run();
      }
      time = end;
    },
  };
}

describe('pushed changes', () => {
  it('that come together are taken over together', () => {
    const clock = handClock();
    const schedule = createCommitScheduler(clock);
    const done: number[] = [];
    schedule('rows', () => done.push(clock.now()));
    schedule('today', () => done.push(clock.now()));
    clock.advance(100);
    expect(done).toEqual([16, 16]);
  });

  it('are taken over at most four times a second', () => {
    const clock = handClock();
    const schedule = createCommitScheduler(clock);
    let commits = 0;
    for (let step = 0; step < 100; step += 1) {
      schedule('rows', () => {
        commits += 1;
      });
      clock.advance(20);
    }
    expect(commits).toBeGreaterThanOrEqual(7);
    expect(commits).toBeLessThanOrEqual(9);
  });

  it('under one key are done once, with the latest', () => {
    const clock = handClock();
    const schedule = createCommitScheduler(clock);
    const done: string[] = [];
    schedule('rows', () => done.push('first'));
    schedule('rows', () => done.push('second'));
    clock.advance(500);
    expect(done).toEqual(['second']);
  });
});
