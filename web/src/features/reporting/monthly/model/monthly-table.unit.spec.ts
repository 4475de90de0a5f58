import type { MonthlyResponse } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { isEmptyYear, monthId, monthLines, monthlyColumns, monthlyMetrics, monthOrder } from './monthly-table.ts';
import { parseMonthlyUrl, sameMonthly, serializeMonthlyUrl } from './monthly-url.ts';

const rows = [
  { month: '2026-01', installs: 5, spend: 10, predicted_result: -4 },
  { month: '2026-02', installs: 9, spend: null, predicted_result: 8 },
  { month: '2026-03', installs: 0, spend: 3, predicted_result: null },
];
const response: MonthlyResponse = {
  status: 'ok',
  rows,
  totals: {},
  currency: 'USD',
  as_of: { ads: null, sdk: null, store: null, impression_share: null },
};

describe('the table of months', () => {
  it('is ordered by month until a person sorts; what is not known is last both ways', () => {
    expect(monthOrder(rows, null)).toEqual([202601, 202602, 202603]);
    expect(monthOrder(rows, { column: 'spend', descending: true })).toEqual([202601, 202603, 202602]);
    expect(monthOrder(rows, { column: 'spend', descending: false })).toEqual([202603, 202601, 202602]);
    expect(monthOrder(rows, { column: 'month', descending: true })).toEqual([202603, 202602, 202601]);
  });

  it('shows what is expected or what was received, never both', () => {
    const names = (predictions: boolean) => monthlyMetrics(predictions, null).map(({ name }) => name);
    expect(names(true)).toEqual([
      'installs',
      'cpt',
      'cpa',
      'spend',
      'predicted_income',
      'predicted_ltv',
      'predicted_result',
      'predicted_roas',
    ]);
    expect(names(false).filter((name) => name.startsWith('predicted'))).toEqual([]);
    expect(names(false)).toContain('current_result');
  });

  it('leaves out what the answer does not carry', () => {
    expect(monthlyMetrics(true, response).map(({ name }) => name)).toEqual(['installs', 'spend', 'predicted_result']);
  });

  it('marks the month that still runs, and draws the result against the largest of the year', () => {
    const columns = monthlyColumns({
      response,
      predictions: true,
      currency: 'USD',
      runningMonth: '2026-03',
      open: null,
    });
    const cell = (key: string, row: number) => {
      const monthlyRow = rows[row];
      const column = columns.find((candidate) => candidate.key === key);
      if (monthlyRow === undefined || column === undefined) throw new Error('No such cell.');
      return column.cell({ id: monthId(monthlyRow), row: monthlyRow, app: null });
    };
    expect(cell('month', 2)).toMatchObject({ text: 'March 2026', note: 'so far' });
    expect(cell('month', 1)).not.toHaveProperty('note');
    expect(cell('predicted_result', 0)).toMatchObject({ text: '−4.00', tone: 'loss', share: { value: 0.5 } });
    expect(cell('predicted_result', 2)).toMatchObject({ text: '–' });
  });

  it('shows the apps of an open month under it, in their own currency, and of no other month', () => {
    const ledgerly = { ...response, currency: 'EUR', rows: [{ month: '2026-02', installs: 4 }] };
    const apps = [
      { name: 'Moonvale', response },
      { name: 'Ledgerly', response: ledgerly },
    ];
    const open = new Set([202602, 202603]);
    const lines = monthLines(rows, monthOrder(rows, null), open, apps);
    expect(lines.map(({ row, app }) => [row.month, app?.name ?? null])).toEqual([
      ['2026-01', null],
      ['2026-02', null],
      ['2026-02', 'Moonvale'],
      ['2026-02', 'Ledgerly'],
      ['2026-03', null],
      ['2026-03', 'Moonvale'],
    ]);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
    const [month] = monthlyColumns({ response, predictions: true, currency: 'USD', runningMonth: '2026-03', open });
    const cells = lines.map((line) => month?.cell(line));
    expect(cells.map((view) => view?.expanded)).toEqual([false, true, undefined, undefined, true, undefined]);
    expect(cells.map((view) => view?.note)).toEqual([undefined, undefined, undefined, 'in EUR', 'so far', undefined]);
  });

  it('is empty when every month holds nothing but zeros', () => {
    const zeros = [{ month: '2026-01', installs: 0, cpt: null, spend: 0 }];
    expect(isEmptyYear({ ...response, rows: zeros })).toBe(true);
    expect(isEmptyYear(response)).toBe(false);
    const unread = [{ month: '2026-01', installs: null, cpt: null, spend: null, predicted_income: 0 }];
    expect(isEmptyYear({ ...response, rows: unread })).toBe(false);
  });
});

describe('the address of Monthly Reports', () => {
  const parse = (text: string) => parseMonthlyUrl(new URLSearchParams(text), 2026);

  it('holds the whole view', () => {
    const text = 'app=all&org=all&year=2024&country=DE%2CUS&claim=total&predictions=0&sort=-spend';
    expect(serializeMonthlyUrl(parse(text)).toString()).toBe(text);
  });

  it('knows no year before 2017 and none to come', () => {
    expect(['2016', '2027', 'x', '2020.5'].map((year) => parse(`year=${year}`).scope.year)).toEqual(
      Array(4).fill(2026),
    );
    expect(parse('year=2017').scope.year).toBe(2017);
  });

  it('knows when nothing was changed', () => {
    const { scope } = parse('app=1&org=2&year=2025');
    expect(sameMonthly(scope, { ...scope })).toBe(true);
    expect(sameMonthly(scope, { ...scope, year: 2024 })).toBe(false);
  });
});
