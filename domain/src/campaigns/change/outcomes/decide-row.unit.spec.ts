import { describe, expect, it } from 'vitest';
import {
  decideReading,
  decideRow,
  decideSentRow,
  decideUnsentRow,
  limitPause,
  nextReading,
  readingsEndMs,
} from './decide-row.ts';

const remote = (value: number | null, deleted = false) => ({ value, deleted });

describe('a row that was not sent yet', () => {
  it.each([
    ['as it was expected', { base: 1, new: 2 }, remote(1), 'write'],
    ['as requested already', { base: 1, new: 2 }, remote(2), 'unchanged'],
    ['as requested, though another base was given', { base: 5, new: 2 }, remote(2), 'unchanged'],
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

describe('a keyword whose bid follows its ad group after a reset', () => {
  const row = { field: 'cpt_bid' as const, base: 1, new: 2, parent: 0 };

  it('is unchanged, and in conflict where no row sets its ad group', () => {
    expect(decideUnsentRow(row, remote(null))).toBe('unchanged');
    expect(decideUnsentRow({ ...row, parent: undefined }, remote(null))).toBe('conflict');
    expect(decideUnsentRow(row, remote(null, true))).toBe('skipped');
  });
});

describe('a row that was sent', () => {
  const sent = { before: 1, unmoved: [5000], readAt: 35_000, begun: 1, held: 0, unanswered: 1 };
  const bid = { field: 'cpt_bid' as const, new: 2 };

  it('counts a reading that shows it as it was, and only such a one', () => {
    expect(decideSentRow(bid, remote(1), sent)).toEqual({ decision: 'write', unmoved: [5000, 35_000] });
    expect(decideSentRow(bid, remote(2), sent)).toEqual({ decision: 'changed', unmoved: [5000] });
    expect(decideSentRow(bid, remote(1, true), sent)).toEqual({ decision: 'skipped', unmoved: [5000] });
  });

  it('is not sent a fourth time; calls that the limit held back do not count', () => {
    expect(decideSentRow(bid, remote(1), { ...sent, begun: 3 }).decision).toBe('wait');
    expect(decideSentRow(bid, remote(1), { ...sent, begun: 3, held: 1 }).decision).toBe('write');
    expect(decideSentRow(bid, remote(1), { ...sent, begun: 0, unanswered: 3 }).decision).toBe('wait');
  });

  it('continues a page half way, at the default page between its two calls', () => {
    const page = { field: 'creative' as const, new: 77 };
    expect(decideSentRow(page, remote(0), { ...sent, before: 66 })).toEqual({
      decision: 'write',
      unmoved: [5000, 35_000],
    });
    expect(decideSentRow({ ...page, new: 0 }, remote(0), { ...sent, before: 66 }).decision).toBe('changed');
  });
});
