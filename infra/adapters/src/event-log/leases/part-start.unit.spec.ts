import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatPartStart, newHolderId, partStartVariable, ranBefore, readPartStart } from './part-start.ts';

const series = randomUUID();

describe('the start of a part', () => {
  it('is read from the variable that says it, and is none where nothing does', () => {
    const start = { series, number: 12 };
    expect(readPartStart({ [partStartVariable]: formatPartStart(start) })).toEqual(start);
    expect(readPartStart({})).toBeUndefined();
  });

  it.each(['2', series, `${series}.0`, `${series}.1.2`, `${series}.-1`])('is not taken from %s', (text) => {
    expect(() => readPartStart({ [partStartVariable]: text })).toThrow(partStartVariable);
  });
});

describe('a holder of leases', () => {
  const third = { series, number: 3 };

  it('ran before a later start of the same series, however many came between', () => {
    for (const number of [1, 2]) expect(ranBefore(newHolderId('a-part', { series, number }), third)).toBe(true);
    expect(ranBefore(newHolderId('a-part', { series, number: 9 }), { series, number: 10 })).toBe(true);
  });

  it.each([
    ['of the same start', newHolderId('a-part', third), third],
    ['of a later start', newHolderId('a-part', { series, number: 4 }), third],
    ['of another series', newHolderId('a-part', { series: randomUUID(), number: 1 }), third],
    ['of no series', newHolderId('a-part', undefined), third],
    ['seen by a process of no series', newHolderId('a-part', { series, number: 1 }), undefined],
    ['of two processes of no series', newHolderId('a-part', undefined), undefined],
    [
      'named as if it had begun in the series',
      `${newHolderId('a-part', { series, number: 1 })}-${randomUUID()}`,
      third,
    ],
  ])('did not run before: one %s', (_what, holder, start) => {
    expect(ranBefore(holder, start)).toBe(false);
  });

  it('has another id each time', () => {
    expect(newHolderId('a-part', third)).not.toBe(newHolderId('a-part', third));
  });
});
