import { hash } from 'node:crypto';
import type { RowFor, RowOf, TableRow } from '../../tables/table-catalogue.ts';
import type { Bookkeeping } from '../runner/projection.ts';
import type { InstallRow } from './install-state.ts';

/** Row of an install, and the same at its place in the order of reports. */
export const installRows = (row: InstallRow): TableRow[] => [
  { table: 'install_current_v1', row },
  { table: 'cohort_install_v1', row: { ...row, install_key: shortKey(row.install_id) } },
];

/** The first half of the MD5 of an id: short enough to be sorted by, and the same in the engine (`halfMD5`). */
export const shortKey = (id: string): bigint => hash('md5', id, 'buffer').readBigUInt64BE(0);

interface Placed extends Bookkeeping {
  readonly application_id: number;
  readonly original_transaction_id: string;
  readonly first_launch_at: string;
}

/** Where rows of users lie whose install is not known. */
export const unknownLaunch = new Date(0).toISOString();

/** A subscription's row as it lies in the order of reports, and the removal of what may lie at other places. */
export function placedSubscription(
  row: RowOf<'subscription_current_v1'> & Placed,
  formerLaunches: readonly string[],
): RowFor<'cohort_subscription_v1'>[] {
  const table = 'cohort_subscription_v1';
  const subscription_key = shortKey(row.original_transaction_id);
  const placed: RowOf<typeof table> =
    row.kind === 'none'
      ? { ...row, subscription_key, is_removed: true }
      : { ...row, subscription_key, is_removed: false };
  return [
    { table, row: placed },
    ...formerLaunches.map((launch) => ({ table, row: { ...removedFrom(row, launch), subscription_key } }) as const),
  ];
}

/** The same of a transaction. */
export function placedCharge(
  row: RowOf<'charge_v1'> & Placed & { readonly transaction_id: string },
  formerLaunches: readonly string[],
): RowFor<'cohort_charge_v1'>[] {
  const table = 'cohort_charge_v1';
  const charge_key = shortKey(`${row.original_transaction_id}/${row.transaction_id}`);
  const placed: RowOf<typeof table> =
    row.kind === 'none' ? { ...row, charge_key, is_removed: true } : { ...row, charge_key, is_removed: false };
  return [
    { table, row: placed },
    ...formerLaunches.map((launch) => ({ table, row: { ...removedFrom(row, launch), charge_key } }) as const),
  ];
}

const removedFrom = ({ application_id, log_position, recorded_at }: Placed, first_launch_at: string) => ({
  application_id,
  first_launch_at,
  log_position,
  recorded_at,
  is_removed: true as const,
});
