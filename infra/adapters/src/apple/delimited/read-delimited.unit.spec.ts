import { describe, expect, it } from 'vitest';
import { type DelimitedForm, NotATableError, readDelimited } from './read-delimited.ts';

const form: DelimitedForm = { separator: ',', required: ['term', 'share'], maxRows: 3 };

/** Term and share of each row. */
function read(text: string, changed: Partial<DelimitedForm> = {}): string[][] {
  const rows: string[][] = [];
  readDelimited(Buffer.from(text), { ...form, ...changed }, (cells) => rows.push([cells('term'), cells('share')]));
  return rows;
}

describe('a table of text', () => {
  it('is read by the names of its columns, in any order', () => {
    expect(read('share,extra,term\n0.1,x,sleep\n0.2,y,calm\n')).toEqual([
      ['sleep', '0.1'],
      ['calm', '0.2'],
    ]);
  });

  it('may have commas, quotes and line ends within quotes', () => {
    expect(read('term,share\n"rain, ""soft""",0.1\n"two\nlines",0.2')).toEqual([
      ['rain, "soft"', '0.1'],
      ['two\nlines', '0.2'],
    ]);
  });

  it('may begin with a byte order mark, end its lines the other way, and have empty ones', () => {
    expect(read('\uFEFFterm,share\r\ncalm,0.1\r\n\r\n')).toEqual([['calm', '0.1']]);
  });

  it('keeps a quote within a cell', () => {
    expect(read('term,share\n12" tv,0.1\ncalm,0.2\n')).toEqual([
      ['12" tv', '0.1'],
      ['calm', '0.2'],
    ]);
  });

  it('with tabs keeps quotes as they are', () => {
    expect(read('term\tshare\n"a\t0.1\n', { separator: '\t' })).toEqual([['"a', '0.1']]);
  });

  it('has empty cells where a row is short', () => {
    expect(read('term,share\ncalm\n')).toEqual([['calm', '']]);
  });

  it.each([
    ['nothing', ''],
    ['no header', 'calm,0.1\nsleep,0.2\n'],
    ['a web page', '<html><body>Sorry</body></html>'],
    ['too many rows', 'term,share\na,1\nb,2\nc,3\nd,4\n'],
    ['a row without end', `term,share\n${'x'.repeat(70_000)},0.1\n`],
    ['a quote without end', `term,share\n"${'x\n'.repeat(40_000)}`],
  ])('is refused when there is %s', (_what, text) => {
    expect(() => read(text)).toThrow(NotATableError);
  });
});
