import { describe, expect, it } from 'vitest';
import { randomFor } from '../base/random/prng.ts';
import { DueQueue } from './due-queue.ts';

const run = async () => {};

describe('due queue', () => {
  it('gives jobs in the order in which they fall due, however they came', () => {
    const random = randomFor('queue');
    const queue = new DueQueue();
    const dues = Array.from({ length: 500 }, () => random.int(1000));
    for (const due of dues) queue.push({ due, run });
    const popped = dues.map(() => queue.pop()?.due);
    expect(popped).toEqual([...dues].sort((left, right) => left - right));
    expect([queue.size, queue.pop(), queue.nextDue]).toEqual([0, undefined, Number.POSITIVE_INFINITY]);
  });

  it('stays in order while jobs come and go, and counts what is due', () => {
    const queue = new DueQueue();
    for (const due of [5, 1, 4]) queue.push({ due, run });
    expect(queue.pop()?.due).toBe(1);
    for (const due of [2, 9]) queue.push({ due, run });
    expect([queue.countDue(4), queue.nextDue]).toEqual([2, 2]);
    expect([queue.pop()?.due, queue.pop()?.due, queue.pop()?.due, queue.pop()?.due]).toEqual([2, 4, 5, 9]);
  });
});
