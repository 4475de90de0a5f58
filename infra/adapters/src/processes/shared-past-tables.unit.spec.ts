import { expect, it } from 'vitest';
import { type PastTablesMaker, SharedPastTables } from './shared-past-tables.ts';

const first = { at: new Date('2026-11-26T09:00:00Z') };
const second = { at: new Date('2026-11-26T10:00:00Z') };
const third = { at: new Date('2026-11-26T11:00:00Z') };
const ignored = (): void => undefined;

/** Tables that are there when they are let go on, in the order in which they were asked for. */
function openMaker() {
  const done: string[] = [];
  const waiting: ((error?: Error) => void)[] = [];
  const progresses: ((part: number) => void)[] = [];
  const maker: PastTablesMaker = {
    make: ({ at, position = '' }, onProgress, signal) =>
      new Promise((resolve, reject) => {
        done.push(`make ${at.toISOString()}${position}`);
        progresses.push(onProgress);
        signal.addEventListener('abort', () => reject(signal.reason));
        waiting.push((error) =>
          error === undefined ? resolve({ database: `at ${at.toISOString()}`, position: 7n }) : reject(error),
        );
      }),
    drop: async (database) => void done.push(`drop ${database}`),
  };
  const { signal } = new AbortController();
  return { done, waiting, progresses, shared: new SharedPastTables(maker, 2, signal) };
}

it('makes tables of an instant once for all who want them, and drops them when the last has left', async () => {
  const { shared, done, waiting, progresses } = openMaker();
  const heard: number[] = [];
  const early = shared.use(first, ignored);
  progresses[0]?.(0.4);
  const late = shared.use({ at: new Date(first.at) }, (part) => heard.push(part));
  progresses[0]?.(0.8);
  expect(heard).toEqual([0.4, 0.8]);
  waiting[0]?.();
  expect(await early.made).toEqual(await late.made);
  await Promise.all([early.leave(), early.leave()]);
  expect(done).toEqual([`make ${first.at.toISOString()}`]);
  await late.leave();
  expect(done).toEqual([`make ${first.at.toISOString()}`, `drop at ${first.at.toISOString()}`]);
});

it('has room for an instant that is there, for no other while one is being made, and for so many at once', async () => {
  const { shared, waiting } = openMaker();
  const early = shared.use(first, ignored);
  expect([first, second].map((at) => shared.hasRoomFor(at))).toEqual([true, false]);
  waiting[0]?.();
  await early.made;
  const late = shared.use(second, ignored);
  waiting[1]?.();
  await late.made;
  expect([first, second, third].map((at) => shared.hasRoomFor(at))).toEqual([true, true, false]);
  await early.leave();
  expect([first, third].map((at) => shared.hasRoomFor(at))).toEqual([true, true]);
});

it('ends what nobody wants any more before it is there, and makes it again later', async () => {
  const { shared, done, waiting } = openMaker();
  const early = shared.use(first, ignored);
  const left = early.leave();
  expect(shared.hasRoomFor(first)).toBe(false);
  await expect(early.made).rejects.toThrow();
  await left;
  expect(shared.hasRoomFor(first)).toBe(true);
  const again = shared.use(first, ignored);
  waiting[1]?.(new Error('disk full'));
  await expect(again.made).rejects.toThrow('disk full');
  await again.leave();
  expect(done).toEqual([`make ${first.at.toISOString()}`, `make ${first.at.toISOString()}`]);
});

it('distinguishes tables up to an event from those of its instant', async () => {
  const { shared, done, waiting } = openMaker();
  shared.use(first, ignored);
  waiting[0]?.();
  shared.use({ at: first.at, position: 5n }, ignored);
  expect(done).toEqual(['make 2026-11-26T09:00:00.000Z', 'make 2026-11-26T09:00:00.000Z5']);
});
