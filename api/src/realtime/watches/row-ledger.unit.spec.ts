import { describe, expect, it } from 'vitest';
import { createRowLedger } from './row-ledger.ts';

const row = (id: number, taps: number) => ({ id, name: `row ${id}`, status: 'RUNNING', taps });
const response = (...rows: ReturnType<typeof row>[]) => ({
  rows,
  totals: { taps: rows.reduce((sum, { taps }) => sum + taps, 0) },
});

describe('the rows last sent', () => {
  it('give whole rows that changed or are new, and ids of those that were removed', () => {
    const ledger = createRowLedger(response(row(1, 5), row(2, 5), row(3, 5)), 10n);
    expect(ledger.apply(response(row(1, 5), row(2, 6), row(4, 1)), 20n)).toEqual({
      changed: [row(2, 6), row(4, 1)],
      removed: [3],
      snapshot: false,
      any: true,
    });
  });

  it('give nothing when nothing changed, and something when only the totals did', () => {
    const ledger = createRowLedger(response(row(1, 5)), 10n);
    expect(ledger.apply(response(row(1, 5)), 20n).any).toBe(false);
    expect(ledger.apply({ rows: [row(1, 5)], totals: { taps: 9 } }, 30n)).toMatchObject({ changed: [], any: true });
  });

  it('give a page that was away exactly what changed since', () => {
    const ledger = createRowLedger(response(row(1, 5), row(2, 5), row(3, 5)), 10n);
    ledger.apply(response(row(1, 6), row(2, 5), row(3, 5)), 20n);
    ledger.apply(response(row(1, 6), row(2, 7)), 30n);
    expect(ledger.since(10n)).toEqual({ changed: [row(1, 6), row(2, 7)], removed: [3], snapshot: false });
    expect(ledger.since(20n)).toEqual({ changed: [row(2, 7)], removed: [3], snapshot: false });
    // Positions follow each other one by one when little happens.
    expect(ledger.since(29n)).toEqual({ changed: [row(2, 7)], removed: [3], snapshot: false });
    expect(ledger.since(30n)).toEqual({ changed: [], removed: [], snapshot: false });
  });

  it('forget that a row was removed when it comes back', () => {
    const ledger = createRowLedger(response(row(1, 5)), 10n);
    ledger.apply(response(), 20n);
    ledger.apply(response(row(1, 5)), 30n);
    expect(ledger.since(10n)).toEqual({ changed: [row(1, 5)], removed: [], snapshot: false });
  });

  it('give everything to a page that was there before they began', () => {
    const ledger = createRowLedger(response(row(1, 5), row(2, 5)), 10n);
    expect(ledger.since(9n)).toEqual({ changed: [row(1, 5), row(2, 5)], removed: [], snapshot: true });
  });

  it('trust nothing from before the tables were rebuilt', () => {
    const ledger = createRowLedger(response(row(1, 5), row(2, 5)), 100n);
    expect(ledger.apply(response(row(1, 5)), 40n)).toEqual({
      changed: [row(1, 5)],
      removed: [],
      snapshot: true,
      any: true,
    });
    expect(ledger.since(30n).snapshot).toBe(true);
    expect(ledger.since(40n)).toEqual({ changed: [row(1, 5)], removed: [], snapshot: false });
  });
});
