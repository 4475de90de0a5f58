import { describe, expect, it } from 'vitest';
import { readCsv } from './read-csv.ts';

describe('CSV text', () => {
  it.each(['\n', '\r\n', '\r'])('is read with line ends %j, in cells too, and counts its lines', (end) => {
    const text = `\uFEFFa;b${end}"two${end}lines";"say ""so""; =1+1"${end}c${end}`;
    expect(readCsv(text, ';')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['two\nlines', 'say "so"; =1+1'] },
      { line: 4, cells: ['c'] },
    ]);
  });

  it('is none with a quote that is not closed', () => {
    expect(readCsv('a,b\n"c,d', ',')).toBeUndefined();
  });
});
