import { describe, expect, it } from 'vitest';
import { blockOf, textOfBlock } from './cell-selection.ts';

const order = [7, 5, 9];
const indexes = new Map(order.map((id, index) => [id, index]));
const columns = [{ key: 'name' }, { key: 'taps' }, { key: 'spend' }];
const value = (column: string, row: number | 'totals') => `${column}@${row}`;

describe('selected cells', () => {
  it('are the block between two corners, whichever comes first', () => {
    const block = { firstRow: 0, lastRow: 2, firstColumn: 1, lastColumn: 2 };
    expect(blockOf({ row: 9, column: 1 }, { row: 7, column: 2 }, indexes)).toEqual(block);
    expect(blockOf({ row: 7, column: 2 }, { row: 9, column: 1 }, indexes)).toEqual(block);
  });

  it('may begin in the totals, but not in the header', () => {
    expect(blockOf({ row: 'totals', column: 0 }, { row: 7, column: 0 }, indexes)?.firstRow).toBe(-1);
    expect(blockOf({ row: 'header', column: 0 }, { row: 7, column: 0 }, indexes)).toBeNull();
    expect(blockOf(null, { row: 7, column: 0 }, indexes)).toBeNull();
    expect(blockOf({ row: 404, column: 0 }, { row: 7, column: 0 }, indexes)).toBeNull();
  });

  it('are copied as lines, row by row in the order shown', () => {
    const block = { firstRow: -1, lastRow: 1, firstColumn: 1, lastColumn: 2 };
    expect(textOfBlock(block, order, columns, value)).toBe(
      'taps@totals\tspend@totals\ntaps@7\tspend@7\ntaps@5\tspend@5',
    );
  });
});
