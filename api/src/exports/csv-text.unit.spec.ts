import { describe, expect, it } from 'vitest';
import { csvLine } from './csv-text.ts';

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
