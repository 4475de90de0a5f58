import { describe, expect, it } from 'vitest';
import { sheetText, sheetValue, tabSeparated } from './sheet-text.ts';

describe('text for a sheet', () => {
  it('is never a formula', () => {
    for (const text of ['=1+1', '+49 30', '-5', '@sum', '\t=1']) expect(sheetText(text)).toMatch(/^'/);
    expect(sheetText('US · Brand')).toBe('US · Brand');
  });

  it('stays in one cell', () => {
    expect(sheetText('two\nlines\tand a tab')).toBe('two lines and a tab');
  });

  it('keeps numbers with all digits, also negative ones, and leaves empty what is not known', () => {
    expect([sheetValue(-1.23456789), sheetValue(0), sheetValue(null), sheetValue(undefined), sheetValue('-x')]).toEqual(
      [...['-1.23456789', '0', '', '', "'-x"]],
    );
  });

  it('is lines of cells parted by tabs', () => {
    expect(
      tabSeparated([
        ['a', '1'],
        ['b', ''],
      ]),
    ).toBe('a\t1\nb\t');
  });
});
