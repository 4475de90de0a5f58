import type { ReportRow } from '@tapwise/contract';
import { describe, expect, it } from 'vitest';
import { createRowStore, joinUpdates, type RowsUpdate } from './row-store.ts';

const asOf = { ads: null, sdk: null, store: null, impression_share: null };
const row = (id: number, taps: number, trials = 0): ReportRow => ({
  id,
  name: `row ${id}`,
  status: 'RUNNING',
  taps,
  trials,
});
const update = (position: string, changed: ReportRow[], removed: number[] = [], taps = 0): RowsUpdate => ({
  position,
  as_of: asOf,
  changed,
  removed,
  totals: { taps },
});
const seeded = () =>
  createRowStore({ rows: [row(1, 10), row(2, 20), row(3, 30)], totals: { taps: 60 }, asOf, position: '100' });

describe('pushed rows', () => {
  it('reach only the subscribers of the rows that changed', () => {
    const store = seeded();
    const seen: number[] = [];
    for (const id of [1, 2, 3]) store.subscribeRow(id, () => seen.push(id));
    store.apply(update('101', [row(2, 21), row(3, 30)]), 0);
    expect(seen).toEqual([2]);
    expect(store.row(2)?.row.taps).toBe(21);
  });

  it('mark the cells that changed and no others', () => {
    const store = seeded();
    store.subscribeRow(1, () => undefined);
    store.apply(update('101', [row(1, 11, 0)], [], 61), 5);
    expect(store.row(1)?.flash).toEqual({ columns: new Set(['taps']), tick: 1, at: 5 });
    expect(store.totals().flash?.columns).toEqual(new Set(['taps']));
  });

  it('flash at most twenty cells, and none that cannot be seen', () => {
    const rows = Array.from({ length: 30 }, (_, index) => row(index + 1, 0));
    const store = createRowStore({ rows, totals: {}, asOf, position: '1' });
    for (const { id } of rows) if (id > 2) store.subscribeRow(id, () => undefined);
    store.apply(
      update(
        '2',
        rows.map(({ id }) => row(id, 7)),
      ),
      0,
    );
    expect(rows.filter(({ id }) => store.row(id)?.flash !== null)).toHaveLength(20);
    expect(store.row(1)?.flash).toBeNull();
  });

  it('leave out what the answer leaves out', () => {
    const rows = [row(0, 5), row(1, 10)];
    const store = createRowStore({ rows, totals: {}, asOf, position: '1', leavesOut: ({ id }) => id <= 0 });
    store.apply(update('2', [row(0, 6), row(-1, 1), row(2, 3)]), 0);
    expect(store.currentRows().map(({ id }) => id)).toEqual([1, 2]);
    expect(store.since([1, 2]).cameOrLeft).toBe(0);
  });

  it('say when figures need wider columns than the answer did', () => {
    const store = seeded();
    store.apply(update('101', [row(2, 900)]), 0);
    expect(store.outgrown()).toBe(0);
    store.apply(update('102', [row(2, 1200)]), 0);
    store.apply(update('103', [row(2, 1200)], [], 200_000), 0);
    // Of one column: once for the row, once for the totals.
    expect(store.outgrown()).toBe(2);
  });

  it('older than what is shown change nothing', () => {
    const store = seeded();
    store.apply(update('99', [row(1, 99)]), 0);
    store.apply(update('9', [row(1, 99)]), 0);
    expect(store.row(1)?.row.taps).toBe(10);
    expect(store.version()).toBe(0);
  });

  it('at the position of what is shown are news: their rows may have come before it', () => {
    const store = seeded();
    store.apply(update('100', [row(1, 99)]), 0);
    expect(store.row(1)?.row.taps).toBe(99);
  });

  it('that are every row mark all others as gone, also where the tables have begun again at a lower position', () => {
    const store = seeded();
    store.apply({ ...update('40', [row(1, 11), row(4, 1)]), snapshot: true }, 0);
    expect(store.currentRows().map(({ id, taps }) => [id, taps])).toEqual([
      [1, 11],
      [4, 1],
    ]);
    expect([2, 3].map((id) => store.row(id)?.gone)).toEqual([true, true]);
    expect(store.position()).toBe('40');
  });

  it('that left the report stay in place, marked, until re-sorted', () => {
    const store = seeded();
    store.apply(update('101', [], [2]), 0);
    expect(store.row(2)).toMatchObject({ gone: true, row: { taps: 20 } });
    expect(store.currentRows().map(({ id }) => id)).toEqual([1, 3]);
    store.apply(update('102', [row(2, 20)]), 0);
    expect(store.row(2)?.gone).toBe(false);
  });

  it('say that they were deleted, before they leave the report and after', () => {
    const store = seeded();
    const seen: number[] = [];
    for (const id of [1, 2, 3]) store.subscribeRow(id, () => seen.push(id));
    store.apply(update('101', [], [2]), 0);
    store.markDeleted([1, 2, 99]);
    expect(seen).toEqual([2, 1, 2]);
    store.apply(update('102', [], [1]), 0);
    expect([1, 2, 3].map((id) => [store.row(id)?.row.status, store.row(id)?.gone])).toEqual([
      ['DELETED', true],
      ['DELETED', true],
      ['RUNNING', false],
    ]);
  });

  it('are compared with the rows of the order shown: those kept, and how many came or left', () => {
    const store = seeded();
    expect(store.since([3, 1, 2])).toMatchObject({ kept: [{ id: 3 }, { id: 1 }, { id: 2 }], cameOrLeft: 0 });
    store.apply(update('101', [row(4, 1)], [1]), 0);
    expect(store.since([3, 1, 2])).toMatchObject({ kept: [{ id: 3 }, { id: 2 }], cameOrLeft: 2 });
    store.apply(update('102', [row(1, 7)]), 0);
    expect(store.since([3, 1, 2])).toMatchObject({ kept: [{ id: 3 }, { id: 1 }, { id: 2 }], cameOrLeft: 1 });
  });

  it('move the position to ask from after a lost connection', () => {
    const store = seeded();
    store.apply(update('12345678901234567890', []), 0);
    expect(store.position()).toBe('12345678901234567890');
  });
});

describe('two updates taken over together', () => {
  it('say the later word about each row', () => {
    const joined = joinUpdates(update('1', [row(1, 1), row(2, 2)], [3]), update('2', [row(1, 5), row(3, 3)], [2], 8));
    expect(joined.changed.map(({ id, taps }) => [id, taps])).toEqual([
      [1, 5],
      [3, 3],
    ]);
    expect(joined.removed).toEqual([2]);
    expect(joined.totals).toEqual({ taps: 8 });
    expect(joined.position).toBe('2');
  });

  it('keep nothing from before a snapshot, and are one themselves when the first is', () => {
    const snapshot = { ...update('5', [row(1, 1), row(2, 2)]), snapshot: true };
    expect(joinUpdates(update('9', [row(7, 7)]), snapshot)).toBe(snapshot);
    const joined = joinUpdates(snapshot, update('6', [row(3, 3)], [2]));
    expect(joined).toMatchObject({ snapshot: true, changed: [{ id: 1 }, { id: 3 }] });
  });
});
