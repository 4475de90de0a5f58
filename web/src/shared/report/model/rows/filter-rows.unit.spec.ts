import { describe, expect, it } from 'vitest';
import { filterRows } from './filter-rows.ts';

const names = new Map([
  [10, 'US · Brand'],
  [11, 'GB · Brand'],
  [12, 'US · Sleep'],
]);
const rowOf = (id: number) => ({ id, name: names.get(id) ?? '', status: null });

describe('the row filter', () => {
  it('finds parts of names in any case, in the order shown', () => {
    expect(filterRows([12, 11, 10], ' us ', rowOf)).toEqual([12, 10]);
  });

  it('finds a row by its whole id only', () => {
    expect(filterRows([10, 11], '11', rowOf)).toEqual([11]);
    expect(filterRows([10, 11], '1', rowOf)).toEqual([]);
  });

  it('leaves all rows without a text', () => {
    expect(filterRows([10, 11], '  ', rowOf)).toEqual([10, 11]);
  });
});
