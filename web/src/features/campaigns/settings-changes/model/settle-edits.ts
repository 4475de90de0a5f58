import type { ChangeResponse, ChangeResult } from '@tapwise/contract';
import { isDone } from '../../../../shared/campaigns/changes/outcomes.ts';
import { type EditValue, editId, microsOf, type PendingEdit, type Trouble } from './pending-edit.ts';

type WireValue = ChangeResult['old'];

const wireValue = (value: WireValue | undefined): EditValue =>
  typeof value === 'number' ? microsOf(value) : typeof value === 'boolean' ? value : null;

/** What is known of a change: its rows, and whether all of them have an outcome. */
export type SettledResponse = Pick<ChangeResponse, 'change_id' | 'results'> & { readonly done?: boolean };

/**
 * What the rows of an answer make of the edits that were sent: those done are gone, all others stay with the reason.
 * A conflict's current value may become the base of another try.
 */
export function settleEdits(
  sent: readonly PendingEdit[],
  response: SettledResponse,
): { done: PendingEdit[]; kept: PendingEdit[] } {
  const rows = new Map(response.results.map((row) => [editId(row as Pick<PendingEdit, 'key' | 'field'>), row]));
  const done: PendingEdit[] = [];
  const kept: PendingEdit[] = [];
  for (const edit of sent) {
    const row = rows.get(editId(edit));
    // An answer that does not speak of an edit changes nothing about it.
    if (row === undefined) continue;
    if (isDone(row.outcome)) done.push(edit);
    else kept.push({ ...edit, trouble: troubleOf(row, row.outcome, response) });
  }
  return { done, kept };
}

function troubleOf(row: ChangeResult, outcome: Trouble['outcome'], { change_id, done }: SettledResponse): Trouble {
  const changeId = change_id ?? '';
  const message = row.message ?? row.note ?? null;
  if (outcome === 'unknown' && done === true) return { outcome, message, changeId, left: true };
  if (outcome !== 'conflict') return { outcome, message, changeId };
  return {
    outcome,
    message,
    changeId,
    current: wireValue(row.current),
    changedBy: row.changed_by ?? null,
    changedAt: row.changed_at ?? null,
  };
}

/** The edit again, now based on what was found; `null` where nothing was in its way. */
export function withMine(edit: PendingEdit): PendingEdit | null {
  const { trouble, ...rest } = edit;
  return trouble?.current === undefined ? null : { ...rest, base: trouble.current };
}
