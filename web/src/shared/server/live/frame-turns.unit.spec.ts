import { expect, it } from 'vitest';
import { createFrameTurns } from './commit-scheduler.ts';

/** Frames by hand: they come every 16 ms of their own time, or later. */
function handFrames() {
  let due: ((at: number) => void)[] = [];
  let time = 0;
  return {
    frame: (run: (at: number) => void) => due.push(run),
    /** @returns how many callbacks the frame had */
    next(afterMs = 16): number {
      const now = due;
      due = [];
      time += afterMs;
      for (const run of now) run(time);
      return now.length;
    },
  };
}

const many = (done: number[], from: number, count: number) =>
  Array.from({ length: count }, (_, index) => () => void done.push(from + index));
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

it('many tasks are done a few in each frame, in order, those that come meanwhile behind them', () => {
  const frames = handFrames();
  const inTurns = createFrameTurns(frames.frame);
  const done: number[] = [];
  inTurns(many(done, 0, 10));
  expect(done).toEqual([]);
  frames.next();
  expect(done).toEqual(upTo(4));
  inTurns(many(done, 10, 5));
  frames.next();
  expect(done).toEqual(upTo(12));
  frames.next();
  expect(done).toEqual(upTo(15));
  expect(frames.next()).toBe(0);
});

it('frames that come late take fewer, and those in time more again', () => {
  const frames = handFrames();
  const inTurns = createFrameTurns(frames.frame);
  const done: number[] = [];
  inTurns(many(done, 0, 100));
  const counts = [16, 40, 40, 16, 16, 16, 16].map((afterMs) => {
    const before = done.length;
    frames.next(afterMs);
    return done.length - before;
  });
  expect(counts).toEqual([4, 2, 2, 4, 8, 12, 12]);
});

it('a task that waits already is done once', () => {
  const frames = handFrames();
  const inTurns = createFrameTurns(frames.frame);
  const done: string[] = [];
  const first = () => void done.push('first');
  const second = () => void done.push('second');
  inTurns([first, second]);
  inTurns([second, first]);
  frames.next();
  expect(done).toEqual(['first', 'second']);
  inTurns([second]);
  frames.next();
  expect(done).toEqual(['first', 'second', 'second']);
});

it('a task that fails keeps no later one from being done', () => {
  const frames = handFrames();
  const inTurns = createFrameTurns(frames.frame);
  const done: number[] = [];
  const fail = () => {
    throw new Error('cannot be drawn');
  };
  inTurns([fail, ...many(done, 0, 9)]);
  expect(() => frames.next()).toThrow('cannot be drawn');
  while (frames.next() > 0);
  expect(done).toHaveLength(9);
});

it('no tasks ask for no frame', () => {
  const frames = handFrames();
  createFrameTurns(frames.frame)([]);
  expect(frames.next()).toBe(0);
});
