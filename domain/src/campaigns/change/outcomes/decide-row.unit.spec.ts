import { describe, expect, it } from 'vitest';
import { decideReading, decideRow, limitPause, nextReading, readingsEndMs } from './decide-row.ts';

const remote = (value: number | null, deleted = false) => ({ value, deleted });

describe('a row that was not sent yet', () => {
  it.each([
    ['as it was expected', { base: 1, new: 2 }, remote(1), 'write'],
    ['as it is wished already', { base: 1, new: 2 }, remote(2), 'unchanged'],
    ['as it is wished, though another base was given', { base: 5, new: 2 }, remote(2), 'unchanged'],
    ['another than expected', { base: 1, new: 2 }, remote(3), 'conflict'],
    ['following its ad group, as expected', { base: null, new: 2 }, remote(null), 'write'],
    ['following its ad group, unexpectedly', { base: 1, new: 2 }, remote(null), 'conflict'],
    ['another, but unchecked', { base: 1, new: 2, unchecked: true as const }, remote(3), 'write'],
    ['deleted', { base: 1, new: 2 }, remote(1, true), 'skipped'],
    ['not there', { base: 1, new: 2 }, undefined, 'skipped'],
    ['deleted already', { base: 'ENABLED', new: 'DELETED' }, remote(1, true), 'unchanged'],
    [
      'to be deleted, whatever its status',
      { base: 'ENABLED', new: 'DELETED' },
      { value: 'PAUSED', deleted: false },
      'write',
    ],
  ] as const)('that is %s', (_, row, reading, decision) => {
    expect(decideRow(row, reading)).toBe(decision);
  });
});

describe('a row whose call was not answered', () => {
  it.each([
    ['as it was to be set', remote(2), [], 1, 'changed'],
    ['as before, once', remote(1), [5000], 1, 'wait'],
    ['as before, twice too soon', remote(1), [5000, 34_999], 1, 'wait'],
    ['as before, twice 30 s apart', remote(1), [5000, 35_000], 1, 'write'],
    ['as before, after the third call', remote(1), [5000, 35_000], 3, 'wait'],
    ['something else', remote(3), [5000], 1, 'conflict'],
    ['deleted', remote(1, true), [], 1, 'skipped'],
  ] as const)('and that is read %s', (_, reading, unmoved, sent, decision) => {
    expect(decideReading({ new: 2 }, reading, 1, { unmoved, sent })).toBe(decision);
  });

  it('is read after 5 s, 35 s, 2 min, 10 min, then every 10 min for an hour', () => {
    const at: number[] = [];
    for (let next = nextReading(undefined); next !== undefined; next = nextReading(next)) at.push(next / 1000);
    expect(at).toEqual([5, 35, 120, 600, 1200, 1800, 2400, 3000, 3600]);
    expect(nextReading(readingsEndMs)).toBeUndefined();
  });

  it('waits for the limit of requests as the answer asks, else longer each time', () => {
    expect([0, 1, 2, 3, 9].map((limited) => limitPause(limited, null))).toEqual([2000, 4000, 8000, 16_000, 16_000]);
    expect(limitPause(3, 700)).toBe(700);
  });
});
