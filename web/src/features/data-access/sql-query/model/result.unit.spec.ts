import { describe, expect, it } from 'vitest';
import {
  chartPoints,
  displayText,
  engineError,
  firstChart,
  orderOf,
  plainType,
  readResult,
  tableWidth,
  textOf,
  widthOf,
} from './result.ts';

const engineResponse = (meta: [string, string][], data: unknown[][], rest = {}) =>
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
      engineResponse(
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
    const errorText =
      'Code: 47. DB::Exception: Unknown identifier `x`. (UNKNOWN_IDENTIFIER) (version 26.7.2.1 (official build))\n';
    expect(engineError(errorText).message).toBe('Code 47: Unknown identifier `x`. (UNKNOWN_IDENTIFIER)');
    const late = `{"meta":[],"data":[[1],\r\n__exception__\r\nabcdefghijklmnop\r\n${errorText}99 abcdefghijklmnop\r\n__exception__\r\n`;
    expect(() => readResult(late, 10)).toThrow('Code 47: Unknown identifier');
    expect(() => readResult('{"meta":', 10)).toThrow('could not be read');
  });

  it('show fractions of one column with the same decimals, and everything else as it came', () => {
    const meta: [string, string][] = [
      ['cpa', 'Nullable(Float64)'],
      ['ttr', 'Float64'],
      ['chance', 'Float32'],
      ['whole', 'Decimal(18, 2)'],
      ['campaign_id', 'UInt64'],
    ];
    const result = read(
      engineResponse(meta, [
        [9.005840039999999, 0.0534, 0.000123456, 1200, '1234567890123456789'],
        [1200, 0.1, 0, 7, '2'],
        [null, 0, 0, 0, '3'],
      ]),
    );
    const displayedTexts = (index: number) =>
      result.rows.map((row) => {
        const column = result.columns[index];
        return column && displayText(row[index], column);
      });
    expect(displayedTexts(0)).toEqual(['9.01', '1,200.00', null]);
    expect(displayedTexts(1)).toEqual(['0.0534', '0.1000', '0.0000']);
    expect(displayedTexts(2)).toEqual(['0.000123', '0.000000', '0.000000']);
    expect(displayedTexts(3)).toEqual(['1,200', '7', '0']);
    expect(displayedTexts(4)).toEqual(['1234567890123456789', '2', '3']);
    // Its figures take eight letters, not seventeen.
    expect(widthOf(result, 0)).toBeLessThan(160);
    const types = ['Nullable(Float64)', 'LowCardinality(Nullable(String))', 'Nullable(Decimal(18, 2))', 'Array(UInt8)'];
    expect(types.map((type) => plainType({ type }))).toEqual(['Float64', 'String', 'Decimal(18, 2)', 'Array(UInt8)']);
  });

  it('of the first example fit beside their chart on a screen of 1,440 pixels', () => {
    const meta: [string, string][] = [
      ['week', 'Date'],
      ['cost', 'Float64'],
      ['users', 'UInt64'],
      ['cpa', 'Nullable(Float64)'],
    ];
    const result = read(engineResponse(meta, [['2026-09-28', 9.005840039999999, '120', 1.62]]));
    // The room beside menu and tree, of which the table may have 68 %.
    expect(tableWidth(result)).toBeLessThan(0.68 * 954);
  });

  it('sort numbers of 64 bits as numbers, with unknown values last', () => {
    const result = read(engineResponse([['n', 'UInt64']], [['9'], [null], ['10']]));
    expect(orderOf(result, { column: 'c0', descending: false })).toEqual([0, 2, 1]);
    expect(orderOf(result, { column: 'c0', descending: true })).toEqual([2, 0, 1]);
    expect(orderOf(result, null)).toEqual([0, 1, 2]);
  });

  it('are drawn as bars by a name and as a line by days, in the order of time', () => {
    const words = read(
      engineResponse(
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
      engineResponse(
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
    expect(firstChart(read(engineResponse([['a', 'String']], [])))).toBeNull();
  });
});
