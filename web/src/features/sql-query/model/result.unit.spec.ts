import { describe, expect, it } from 'vitest';
import { chartPoints, engineError, firstChart, orderOf, readResult, textOf } from './result.ts';

const answer = (meta: [string, string][], data: unknown[][], rest = {}) =>
  JSON.stringify({ meta: meta.map(([name, type]) => ({ name, type })), data, rows: data.length, ...rest });

const read = (text: string, most = 10) => {
  const result = readResult(text, most);
  if (result === null) throw new Error('no result');
  return result;
};

describe('results', () => {
  it('keep names that are given twice, totals, and how many were asked for', () => {
    const meta: [string, string][] = [
      ['a', 'UInt64'],
      ['a', 'Nullable(Float64)'],
      ['day', 'Date'],
    ];
    const result = read(
      answer(
        meta,
        [
          ['1', 2, '2026-01-01'],
          ['2', null, '2026-01-02'],
        ],
        { totals: ['3', 2, '1970-01-01'] },
      ),
      1,
    );
    expect(result.columns.map(({ key, isNumber }) => [key, isNumber])).toEqual([
      ['c0', true],
      ['c1', true],
      ['c2', false],
    ]);
    expect([result.rows.length, result.cut, result.totals?.[0]]).toEqual([1, true, '3']);
    expect(readResult('', 10)).toBeNull();
    expect([textOf(null), textOf(['a', 1]), textOf(false)]).toEqual([null, '["a",1]', 'false']);
  });

  it('say in the engine’s words what failed, also after the beginning', () => {
    const said =
      'Code: 47. DB::Exception: Unknown identifier `x`. (UNKNOWN_IDENTIFIER) (version 26.7.2.1 (official build))\n';
    expect(engineError(said).message).toBe('Code 47: Unknown identifier `x`. (UNKNOWN_IDENTIFIER)');
    const late = `{"meta":[],"data":[[1],\r\n__exception__\r\nabcdefghijklmnop\r\n${said}99 abcdefghijklmnop\r\n__exception__\r\n`;
    expect(() => readResult(late, 10)).toThrow('Code 47: Unknown identifier');
    expect(() => readResult('{"meta":', 10)).toThrow('could not be read');
  });

  it('sort numbers of 64 bits as numbers, with unknown values last', () => {
    const result = read(answer([['n', 'UInt64']], [['9'], [null], ['10']]));
    expect(orderOf(result, { column: 'c0', descending: false })).toEqual([0, 2, 1]);
    expect(orderOf(result, { column: 'c0', descending: true })).toEqual([2, 0, 1]);
    expect(orderOf(result, null)).toEqual([0, 1, 2]);
  });

  it('are drawn as bars by a name and as a line by days, in the order of time', () => {
    const words = read(
      answer(
        [
          ['keyword', 'String'],
          ['keyword_id', 'UInt64'],
          ['cpa', 'Float64'],
        ],
        [
          ['b', '1', 2],
          ['a', '2', null],
        ],
      ),
    );
    expect(firstChart(words)).toEqual({ figure: 'c2', by: 'c0', kind: 'bars' });
    const days = read(
      answer(
        [
          ['day', 'Date'],
          ['n', 'UInt64'],
        ],
        [
          ['2026-01-02', '5'],
          ['2026-01-01', '4'],
        ],
      ),
    );
    const choice = firstChart(days);
    expect(choice).toEqual({ figure: 'c1', by: 'c0', kind: 'line' });
    if (choice === null) return;
    expect(chartPoints(days, [0, 1], choice)).toEqual([
      { name: '2026-01-01', value: 4 },
      { name: '2026-01-02', value: 5 },
    ]);
    expect(chartPoints(words, [1, 0], { figure: 'c2', by: 'c0', kind: 'bars' })[0]).toEqual({ name: 'a', value: null });
    expect(firstChart(read(answer([['a', 'String']], [])))).toBeNull();
  });
});
