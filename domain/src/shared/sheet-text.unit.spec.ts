import { describe, expect, it } from 'vitest';
import { csvLine, sheetText, sheetValue } from './sheet-text.ts';

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
});

describe('a line of CSV', () => {
  it('keeps all digits, and leaves out what is not known', () => {
    expect(csvLine([1234.5678901, -3, 0, null, undefined, true])).toBe('1234.5678901,-3,0,,,true\r\n');
  });

  it('holds texts as one cell of one line', () => {
    expect(csvLine(['a, b', 'say "x"', 'two\r\nlines', 'plain'])).toBe('"a, b","say ""x""",two lines,plain\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('never holds a formula: %j', (text) => {
    expect(csvLine([text])).toBe(`'${text.trim()}\r\n`);
  });
});
