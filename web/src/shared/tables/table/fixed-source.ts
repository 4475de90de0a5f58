import type { AsOf } from '@tapwise/contract';
import type { GridSource } from '../grid/index.ts';

/** Rows that came as a whole and change as a whole, for a grid; with the ages of what they are made of. */
export function fixedSource<Row, Totals>(
  rows: ReadonlyMap<number, Row>,
  totals: Totals,
  asOf: AsOf,
): GridSource<Row, Totals> & { asOf(): AsOf } {
  const still = <Value>(row: Value) => ({ row, flash: null, gone: false });
  const snapshots = new Map([...rows].map(([id, row]) => [id, still(row)]));
  const sums = still(totals);
  const never = () => () => undefined;
  return {
    row: (id) => snapshots.get(id),
    subscribeRow: never,
    totals: () => sums,
    subscribe: never,
    asOf: () => asOf,
  };
}
