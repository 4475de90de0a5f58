import { hash } from 'node:crypto';
import type { TableRow } from '../runner/projection.ts';
import type { InstallRow } from './install-state.ts';

/** Row of an install, and the same at its place in the order of reports. */
export const installRows = (row: InstallRow): TableRow[] => [
  { table: 'install_current_v1', row },
  { table: 'cohort_install_v1', row: { ...row, install_key: shortKey(row.install_id) } },
];

/** The first half of the MD5 of an id: short enough to be sorted by, and the same in the engine (`halfMD5`). */
export const shortKey = (id: string): bigint => hash('md5', id, 'buffer').readBigUInt64BE(0);

/** Where rows of users lie whose install is not known. */
export const unknownLaunch = new Date(0).toISOString();

interface Placed {
  readonly original_transaction_id: string;
  readonly first_launch_at: string;
}

/** A subscription's row as it lies in the order of reports, and the removal of what may lie at other places. */
export function placedSubscription(
  row: Placed & { readonly kind: string },
  formerLaunches: readonly string[],
): TableRow[] {
  const table = 'cohort_subscription_v1';
  const subscription_key = shortKey(row.original_transaction_id);
  return [
    { table, row: { ...row, subscription_key, is_removed: row.kind === 'none' } },
    ...formerLaunches.map((first_launch_at) => ({
      table,
      row: { ...removedFrom(row, first_launch_at), subscription_key },
    })),
  ];
}

/** The same of a transaction. */
export function placedCharge(
  row: Placed & { readonly kind: string; readonly transaction_id: string },
  formerLaunches: readonly string[],
): TableRow[] {
  const table = 'cohort_charge_v1';
  const charge_key = shortKey(`${row.original_transaction_id}/${row.transaction_id}`);
  return [
    { table, row: { ...row, charge_key, is_removed: row.kind === 'none' } },
    ...formerLaunches.map((first_launch_at) => ({ table, row: { ...removedFrom(row, first_launch_at), charge_key } })),
  ];
}

function removedFrom(row: object, first_launch_at: string): object {
  const { application_id, log_position, recorded_at } = row as Record<string, unknown>;
  return { application_id, first_launch_at, log_position, recorded_at, is_removed: true };
}
