import { describe, expect, it } from 'vitest';
import { isDrawn, visibleColumns } from './visible-columns.ts';

const wide = [200, ...Array.from({ length: 60 }, () => 100)];

describe('visible columns', () => {
  it('are all drawn when there are few, or when the box has room for all', () => {
    expect(visibleColumns([200, 100, 100], 0, 150)).toBeNull();
    expect(visibleColumns(wide, 0, 7_000)).toBeNull();
  });

  it('are those between the edges of the box and a few beside them', () => {
    expect(visibleColumns(wide, 0, 1_000)).toEqual({ first: 1, last: 11 });
    expect(visibleColumns(wide, 2_000, 1_000)).toEqual({ first: 16, last: 31 });
    expect(visibleColumns(wide, 5_200, 1_000)).toEqual({ first: 48, last: 60 });
  });

  it('always have the frozen one and that of the active cell with them', () => {
    const span = { first: 16, last: 31 };
    const drawn = [0, 1, 15, 16, 31, 32, 50].filter((index) => isDrawn(span, index, 50));
    expect(drawn).toEqual([0, 16, 31, 50]);
    expect(isDrawn(null, 40, null)).toBe(true);
  });
});
