import { type EditValue, editId, microsOf, type PendingEdit, type Trouble } from './pending-edit.ts';

export type Outcome =
  | 'changed'
  | 'unchanged'
  | 'refused'
  | 'conflict'
  | 'blocked'
  | 'skipped'
  | 'pending'
  | 'queued'
  | 'unknown';

type WireValue = number | string | boolean | null;

/** What became of one object and field of a write; amounts in units of the settings' currency. */
export interface WriteRow {
  key: string;
  field: string;
  outcome: Outcome;
  old: WireValue;
  new: WireValue;
  message?: string | null;
  note?: string | null;
  based_on?: WireValue;
  current?: WireValue;
  changed_by?: string | null;
  changed_at?: string | null;
}

/** The answer of every write, also of one that failed in parts or as a whole. */
export interface WriteAnswer {
  status: 'ok' | 'partial' | 'error';
  change_id: string;
  settings_currency: string;
  results: WriteRow[];
  counts: Partial<Record<Outcome, number>>;
  error_message?: string;
  pending?: number;
}

export const isDone = (outcome: Outcome): boolean => outcome === 'changed' || outcome === 'unchanged';
export const isOpen = (outcome: Outcome): boolean =>
  outcome === 'pending' || outcome === 'queued' || outcome === 'unknown';

const wireValue = (value: WireValue | undefined): EditValue =>
  typeof value === 'number' ? microsOf(value) : typeof value === 'boolean' ? value : null;

/**
 * What the rows of an answer make of the edits that were sent: those done are gone, all others stay with the reason.
 * A conflict's current value may become the base of another try.
 */
export function settleEdits(
  sent: readonly PendingEdit[],
  answer: Pick<WriteAnswer, 'change_id' | 'results'>,
): { done: PendingEdit[]; kept: PendingEdit[] } {
  const rows = new Map(answer.results.map((row) => [editId(row as Pick<PendingEdit, 'key' | 'field'>), row]));
  const done: PendingEdit[] = [];
  const kept: PendingEdit[] = [];
  for (const edit of sent) {
    const row = rows.get(editId(edit));
    // An answer that does not speak of an edit changes nothing about it.
    if (row === undefined) continue;
    if (row.outcome === 'changed' || row.outcome === 'unchanged') done.push(edit);
    else kept.push({ ...edit, trouble: troubleOf(row, row.outcome, answer.change_id) });
  }
  return { done, kept };
}

function troubleOf(row: WriteRow, outcome: Trouble['outcome'], changeId: string): Trouble {
  const message = row.message ?? row.note ?? null;
  if (outcome !== 'conflict') return { outcome, message, changeId };
  return {
    ...{ outcome, message, changeId, current: wireValue(row.current) },
    ...{ changedBy: row.changed_by ?? null, changedAt: row.changed_at ?? null },
  };
}

/** The edit again, now based on what was found; `null` where nothing was in its way. */
export function withMine(edit: PendingEdit): PendingEdit | null {
  const { trouble, ...rest } = edit;
  return trouble?.current === undefined ? null : { ...rest, base: trouble.current };
}
