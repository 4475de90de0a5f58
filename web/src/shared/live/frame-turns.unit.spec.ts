import { expect, it } from 'vitest';
import { createFrameTurns } from './frame-turns.ts';

function handFrames() {
  let due: (() => void)[] = [];
  return {
    frame: (run: () => void) => due.push(run),
    /** @returns how many callbacks the frame had */
    next(): number {
      const now = due;
      due = [];
      for (const run of now) run();
      return now.length;
    },
  };
}

it('many tasks are done a few in each frame, in order, those that come meanwhile behind them', () => {
  const frames = handFrames();
  const inTurns = createFrameTurns(frames.frame);
  const done: number[] = [];
  const tasks = (from: number, count: number) =>
    Array.from({ length: count }, (_, place) => () => void done.push(from + place));
  inTurns(tasks(0, 10));
  expect(done).toEqual([]);
  frames.next();
  expect(done).toEqual([0, 1, 2, 3, 4, 5]);
  inTurns(tasks(10, 3));
  frames.next();
  expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  frames.next();
  expect(done).toHaveLength(13);
  expect(frames.next()).toBe(0);
});

it('a task that fails keeps no later one from being done', () => {
  const frames = handFrames();
  const inTurns = createFrameTurns(frames.frame);
  const done: string[] = [];
  const count = () => void done.push('done');
  const fail = () => {
    throw new Error('cannot be drawn');
  };
  inTurns([fail, ...Array.from({ length: 9 }, () => count)]);
  expect(() => frames.next()).toThrow('cannot be drawn');
  while (frames.next() > 0);
  expect(done).toHaveLength(9);
});

it('no tasks ask for no frame', () => {
  const frames = handFrames();
  createFrameTurns(frames.frame)([]);
  expect(frames.next()).toBe(0);
});
