import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine, sheetText, sheetValue } from './sheet-text.ts';

describe('text for a sheet', () => {
  it('is never a formula', () => {
    for (const text of ['=1+1', '+49 30', '-5', '@sum', '\t=1']) expect(sheetText(text)).toMatch(/^'/);
    expect(sheetText('US · Brand')).toBe('US · Brand');
  });

  it.each([...'=+-@', ...'＝＋－＠', ...'﹦﹢﹣﹫', '\u2212'])(
    'is no formula behind what sheets do not show: %s',
    (sign) => {
      const unseen = ['', ' ', '\t', '\r', '\n', ' \t ', '\u00a0', '\u3000', '\ufeff', '\u200b', '\0', '\u001f'];
      for (const before of unseen) {
        expect(sheetText(`${before}${sign}HYPERLINK("http://x")`), JSON.stringify(before)).toMatch(/^'/);
        expect(csvLine([`${before}${sign}1`]), JSON.stringify(before)).toMatch(/^'/);
      }
      expect(sheetText(`a${sign}1`)).toBe(`a${sign}1`);
    },
  );

  it('stays in one cell', () => {
    expect(sheetText('two\nlines\tand a tab')).toBe('two lines and a tab');
  });

  it('keeps numbers with all digits, also negative ones, and leaves empty what is not known', () => {
    expect([sheetValue(-1.23456789), sheetValue(0), sheetValue(null), sheetValue(undefined), sheetValue('-x')]).toEqual(
      ['-1.23456789', '0', '', '', "'-x"],
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

  it('quotes what sheets of other countries would part', () => {
    expect(csvLine(['a; b', '=1;2', 1.5])).toBe('"a; b","\'=1;2",1.5\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('never holds a formula: %j', (text) => {
    expect(csvLine([text])).toBe(`'${text.trim()}\r\n`);
  });
});

describe('any line of CSV', () => {
  const signs = [...'=+-@＝﹢\u2212'];
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.constantFrom('', ' ', '\t', '\u200b', '"'), fc.constantFrom(...signs), fc.string())
      .map((parts) => parts.join('')),
  );
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });

  /** The cells of a line, by RFC 4180. */
  function cellsIn(line: string): string[] {
    const cells = [...`,${line.slice(0, -2)}`.matchAll(/,(?:"((?:[^"]|"")*)"|([^",]*))/g)];
    return cells.map(([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain);
  }

  it('has one cell for each value, no text that is computed, and every number as it is, negative ones too', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(text, number), { minLength: 1, maxLength: 6 }), (values) => {
        const line = csvLine(values);
        expect(line.slice(0, -2)).not.toMatch(/[\r\n]/);
        const cells = cellsIn(line);
        expect(cells).toHaveLength(values.length);
        values.forEach((value, index) => {
          const cell = cells[index] ?? '';
          if (typeof value === 'number') expect(Number(cell)).toBe(value + 0);
          else
            expect(
              cell
                .replace(/^[\s\p{Cc}\u00ad\u200b-\u200f\u2060]+/u, '')
                .slice(0, 1)
                .normalize('NFKC'),
            ).not.toMatch(/^[=+\-@\u2212]/);
        });
      }),
    );
  });
});
