import { type ExistingChange, unconfirmedRows } from '../change.decider.ts';
import { type ChangeRow, rowSetting } from '../change-row.ts';
import { mayFollow, nounOf } from './decide-row.ts';

/** Said of rows that were left out because the rule was paused, or all was stopped. */
export const stoppedMessage = 'Stopped';

/** What surrounds a row without an outcome. */
export interface RowSurroundings {
  /** Outcomes of rows so far, also of those in other campaigns that it may wait for. */
  readonly ends: ReadonlyMap<number, string>;
  /** Whether a call for it may have had its effect. */
  readonly isSent: boolean;
  /** Whether what was not sent yet is to be left out. */
  readonly isStopped: boolean;
  /** Settings that earlier changes have no outcome for. */
  readonly beside: ReadonlySet<string>;
}

/** Whether a row is due, waits for the row before it or for an earlier change, or is left out. */
export type RowTurn =
  | { readonly kind: 'due' | 'after_row' | 'after_change' }
  | { readonly kind: 'skipped'; readonly message: string };

export function rowTurn(
  rows: readonly ChangeRow[],
  row: ChangeRow,
  { ends, isSent, isStopped, beside }: RowSurroundings,
): RowTurn {
  const first = row.parent === undefined ? undefined : rows[row.parent];
  const end = row.parent === undefined ? undefined : ends.get(row.parent);
  if (first !== undefined && end === undefined) return { kind: 'after_row' };
  if (!isSent && !isStopped && beside.has(rowSetting(row))) return { kind: 'after_change' };
  if (first !== undefined && end !== undefined && !mayFollow(first, end)) {
    return { kind: 'skipped', message: `The ${nounOf(first)} was not changed` };
  }
  return isStopped && !isSent ? { kind: 'skipped', message: stoppedMessage } : { kind: 'due' };
}

/**
 * Rows without an outcome, where each of them was sent and not answered, or waits for an earlier change.
 * @param surroundings Of all campaigns of the change.
 * @returns `undefined` when some of them are neither.
 */
export function rowsLeftUnconfirmed(
  change: ExistingChange,
  surroundings: Pick<RowSurroundings, 'ends' | 'isStopped' | 'beside'>,
): number[] | undefined {
  const { rows } = change.request;
  const unconfirmed = unconfirmedRows(change, surroundings.ends);
  const open: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (surroundings.ends.has(index)) continue;
    const last = change.calls.get(index);
    const isSent = last !== undefined && (last.end === null || last.end === 'unknown');
    const waits = rowTurn(rows, row, { ...surroundings, isSent }).kind === 'after_change';
    if (!unconfirmed.has(index) && !waits) return undefined;
    open.push(index);
  }
  return open;
}
