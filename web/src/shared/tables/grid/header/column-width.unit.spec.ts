import { describe, expect, it } from 'vitest';
import type { GridColumn } from '../grid-types.ts';
import { clampWidth, withWidth } from './column-width.ts';

const column: GridColumn<object> = {
  key: 'spend',
  label: 'Spend',
  unit: '$',
  group: 'search_ads',
  startsGroup: false,
  width: 90,
  grow: 1,
  narrow: 62,
  align: 'end',
  cell: () => ({ text: '' }),
};

describe('the width of a column', () => {
  it('is its own until one is chosen, and does not change then', () => {
    expect(withWidth(column, undefined)).toBe(column);
    expect(withWidth(column, 'auto')).toBe(column);
    expect(withWidth(column, 'wide')).toMatchObject({ width: 135, grow: 0, chosen: 'wide' });
    expect(withWidth(column, 240)).toMatchObject({ width: 240, grow: 0, chosen: 240 });
  });

  it('never cuts a figure and never outgrows a window', () => {
    expect(withWidth(column, 'narrow').width).toBe(62);
    expect(withWidth(column, 10).width).toBe(62);
    expect(clampWidth({}, 10)).toBe(48);
    expect(clampWidth(column, 5_000)).toBe(800);
  });
});
