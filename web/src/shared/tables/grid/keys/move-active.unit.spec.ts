import { describe, expect, it } from 'vitest';
import { moveActive, reachableCell } from './move-active.ts';

const shape = { order: [11, 12, 13, 14, 15], columns: 4, page: 3 };
const press = (row: number | 'header' | 'totals', column: number, key: string, ctrl = false) =>
  moveActive({ row, column }, { key, ctrl }, shape);

describe('keys in the grid', () => {
  it('step from cell to cell and stop at the edges', () => {
    expect(press(12, 1, 'ArrowDown')).toEqual({ row: 13, column: 1 });
    expect(press(12, 3, 'ArrowRight')).toEqual({ row: 12, column: 3 });
    expect(press(15, 0, 'ArrowDown')).toEqual({ row: 15, column: 0 });
  });

  it('lead over the totals to the header', () => {
    expect(press(11, 2, 'ArrowUp')).toEqual({ row: 'totals', column: 2 });
    expect(press('totals', 2, 'ArrowUp')).toEqual({ row: 'header', column: 2 });
    expect(press('header', 2, 'ArrowDown')).toEqual({ row: 'totals', column: 2 });
  });

  it('go to the ends of a row and of the table', () => {
    expect(press(13, 2, 'Home')).toEqual({ row: 13, column: 0 });
    expect(press(13, 2, 'End', true)).toEqual({ row: 15, column: 3 });
    expect(press(13, 2, 'Home', true)).toEqual({ row: 11, column: 0 });
  });

  it('turn pages without leaving the rows', () => {
    expect(press(12, 0, 'PageDown')).toEqual({ row: 15, column: 0 });
    expect(press(13, 0, 'PageUp')).toEqual({ row: 11, column: 0 });
    expect(press('header', 0, 'PageDown')).toEqual({ row: 12, column: 0 });
  });

  it('that do not move are left to others', () => {
    expect(press(12, 1, 'x')).toBeNull();
  });
});

describe('the one tab stop', () => {
  it('follows its row to any place', () => {
    expect(reachableCell({ row: 14, column: 2 }, { order: [14, 11], columns: 4 })).toEqual({ row: 14, column: 2 });
  });

  it('falls to the first row when its own is not shown, and to the header without rows', () => {
    expect(reachableCell({ row: 99, column: 2 }, shape)).toEqual({ row: 11, column: 2 });
    expect(reachableCell({ row: 99, column: 9 }, { order: [], columns: 4 })).toEqual({ row: 'header', column: 3 });
  });
});
