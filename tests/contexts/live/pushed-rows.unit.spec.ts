import type { ReportResponse } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { rowsMessage } from '../../../api/src/realtime/watches/report-watch.ts';
import { createRowLedger, type RowChanges } from '../../../api/src/realtime/watches/row-ledger.ts';
import { createRowStore, type RowsUpdate } from '../../../web/src/shared/report/model/rows/row-store.ts';

const asOf = { ads: null, sdk: null, store: null, impression_share: null };
const row = (id: number, taps: number) => ({ id, name: `row ${id}`, status: 'RUNNING', taps });
const report = (...rows: ReturnType<typeof row>[]): ReportResponse => ({
  status: 'ok',
  rows,
  totals: { taps: rows.reduce((sum, { taps }) => sum + taps, 0) },
  currency: 'USD',
  as_of: asOf,
});

/** The page's rows, from an answer to its call. */
const pageOf = ({ rows, totals }: ReportResponse, position: bigint) =>
  createRowStore({ rows, totals, asOf, position: String(position) });

/** What the server sends of changes, as it arrives at the page. */
const sent = (response: ReportResponse, position: bigint, changes: RowChanges): RowsUpdate =>
  JSON.parse(JSON.stringify(rowsMessage('w1', { response, position }, changes)));

const tapsOf = (page: ReturnType<typeof pageOf>) => page.currentRows().map(({ id, taps }) => [id, taps]);

describe('what the server pushes, in the rows of a page', () => {
  it('reaches a page that comes back at the position of an answer that holds something newer', () => {
    const early = report(row(1, 5), row(2, 5));
    const page = pageOf(early, 10n);
    const ledger = createRowLedger(early, 9n);
    // The tables hold an event behind their checkpoint: the ledger counts the answer one further.
    const newer = report(row(1, 6), row(2, 5));
    ledger.apply(newer, 11n);
    page.apply(sent(newer, 10n, ledger.since(10n)), 0);
    expect(tapsOf(page)).toEqual([
      [1, 6],
      [2, 5],
    ]);
  });

  it('reaches a page when only time has passed: a trial that ended moves no position', () => {
    const early = report(row(1, 5));
    const page = pageOf(early, 10n);
    const ledger = createRowLedger(early, 10n);
    const later = report(row(1, 4));
    page.apply(sent(later, 10n, ledger.apply(later, 10n)), 0);
    expect(tapsOf(page)).toEqual([[1, 4]]);
  });

  it('leaves no row of before where everything is sent', () => {
    const page = pageOf(report(row(1, 5), row(2, 5)), 5n);
    const now = report(row(1, 7), row(3, 1));
    page.apply(sent(now, 10n, createRowLedger(now, 10n).since(5n)), 0);
    expect(tapsOf(page)).toEqual([
      [1, 7],
      [3, 1],
    ]);
    expect(page.row(2)?.gone).toBe(true);
  });

  it('brings a page back to tables that have begun again', () => {
    const before = report(row(1, 5), row(2, 5));
    const page = pageOf(before, 100n);
    const ledger = createRowLedger(before, 100n);
    const rebuilt = report(row(1, 1));
    page.apply(sent(rebuilt, 40n, ledger.apply(rebuilt, 40n)), 0);
    expect(tapsOf(page)).toEqual([[1, 1]]);
    const next = report(row(1, 2));
    page.apply(sent(next, 41n, ledger.apply(next, 41n)), 0);
    expect(tapsOf(page)).toEqual([[1, 2]]);
  });
});
