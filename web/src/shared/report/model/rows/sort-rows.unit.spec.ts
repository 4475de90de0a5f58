import type { ReportRow } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { movedCounter, nextSort, parseSort, serializeSort, sortRows, sortState } from './sort-rows.ts';

const row = (id: number, name: string, cells: Record<string, number | string | null> = {}): ReportRow => ({
  id,
  name,
  status: 'RUNNING',
  ...cells,
});
const noneOutside = () => false;

describe('rows', () => {
  const rows = [
    row(1, 'b', { spend: 5, cpa: null }),
    row(2, 'a', { spend: 5, cpa: 2 }),
    row(3, 'c', { spend: 9, cpa: 0.5 }),
    row(4, 'd', { spend: null, cpa: 4 }),
  ];

  it('are ordered by spend, most first, until a person sorts; equals by name', () => {
    expect(sortRows(rows, [], noneOutside)).toEqual([3, 2, 1, 4]);
  });

  it('keep what is not known last in both directions', () => {
    expect(sortRows(rows, [{ column: 'cpa', descending: true }], noneOutside)).toEqual([4, 2, 3, 1]);
    expect(sortRows(rows, [{ column: 'cpa', descending: false }], noneOutside)).toEqual([3, 2, 4, 1]);
  });

  it('follow a second key where the first is equal', () => {
    const keys = [
      { column: 'spend', descending: true },
      { column: 'cpa', descending: false },
    ];
    expect(sortRows([row(1, 'a', { spend: 1, cpa: 3 }), row(2, 'b', { spend: 1, cpa: 2 })], keys, noneOutside)).toEqual(
      [2, 1],
    );
  });

  it('of users without a campaign are below, organic before pending', () => {
    const outside = (candidate: ReportRow) => candidate.id <= 0;
    const all = [row(-1, 'Attribution pending'), row(0, 'Organic'), ...rows];
    expect(sortRows(all, [{ column: 'name', descending: true }], outside)).toEqual([4, 3, 1, 2, 0, -1]);
  });

  it('sort names as people do', () => {
    expect(
      sortRows([row(1, 'Group 10'), row(2, 'group 9')], [{ column: 'name', descending: false }], noneOutside),
    ).toEqual([2, 1]);
  });
});

describe('a press on a header', () => {
  it('goes from descending over ascending back to the own order of the report', () => {
    const first = nextSort([], 'taps', false);
    expect(first).toEqual([{ column: 'taps', descending: true }]);
    const second = nextSort(first, 'taps', false);
    expect(second).toEqual([{ column: 'taps', descending: false }]);
    expect(nextSort(second, 'taps', false)).toEqual([]);
  });

  it('on the column that leads by default turns it at once', () => {
    expect(sortState([], 'spend')).toBe('descending');
    expect(nextSort([], 'spend', false)).toEqual([{ column: 'spend', descending: false }]);
  });

  it('with Shift adds a second key', () => {
    const both = nextSort([{ column: 'taps', descending: true }], 'cpa', true);
    expect(serializeSort(both)).toBe('-taps,-cpa');
    expect(parseSort('-taps,-cpa')).toEqual(both);
    expect(sortState(both, 'cpa')).toBe('descending');
  });
});

describe('the number of rows that changed order', () => {
  const byTaps = [{ column: 'taps', descending: false }];
  const moved = (...taps: number[]) =>
    movedCounter(
      byTaps,
      () => false,
    )(taps.map((count, index) => ({ id: index + 1, name: `row ${index + 1}`, status: null, taps: count })));

  it('is the fewest that must move', () => {
    expect(moved(1, 2, 3, 4)).toBe(0);
    expect(moved(2, 3, 4, 1)).toBe(1);
    expect(moved(4, 3, 2, 1)).toBe(3);
    expect(moved(5, 1, 6, 2, 7, 3)).toBe(3);
    expect(moved()).toBe(0);
  });

  it('is counted again for rows that changed, came or left', () => {
    const count = movedCounter(byTaps, () => false);
    const rowOf = (id: number, taps: number) => ({ id, name: `row ${id}`, status: null, taps });
    const first = rowOf(1, 1);
    const second = rowOf(2, 2);
    const third = rowOf(3, 3);
    expect(count([first, second, third])).toBe(0);
    expect(count([rowOf(1, 5), second, third])).toBe(1);
    expect(count([second, third])).toBe(0);
    expect(count([first, rowOf(2, 9), third, rowOf(4, 4)])).toBe(1);
  });

  it('is nought for rows just sorted, whatever they are sorted by', () => {
    const rows = Array.from({ length: 60 }, (_, index) => ({
      id: index - 1,
      name: `row ${(index * 7) % 13}`,
      status: index % 3 === 0 ? 'PAUSED' : null,
      taps: index % 5 === 0 ? null : (index * 31) % 17,
    }));
    const outside = ({ id }: { id: number }) => id <= 0;
    for (const sort of ['taps', '-taps', 'name', '-status,taps', '']) {
      const sorted = sortRows(rows, parseSort(sort), outside).flatMap((id) => rows.find((row) => row.id === id) ?? []);
      expect(movedCounter(parseSort(sort), outside)(sorted), sort).toBe(0);
    }
  });
});
