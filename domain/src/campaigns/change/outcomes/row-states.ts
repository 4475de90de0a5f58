import { unitsFromMicros } from '../../../shared/money/micros.ts';
import type { OutsideActor } from '../../change-history/outside-actor.ts';
import type { ExistingChange } from '../change.decider.ts';
import type { ChangeActor, ChangeField, ChangeRow, SettingValue } from '../change-row.ts';
import type { RowEvent } from './row-outcome.events.ts';
import { outcomeOf } from './row-outcome.ts';

export const rowOutcomes = [
  'changed',
  'unchanged',
  'pending',
  'queued',
  'unknown',
  'conflict',
  'refused',
  'blocked',
  'skipped',
] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

const failed: ReadonlySet<RowOutcome> = new Set(['conflict', 'refused', 'blocked', 'skipped']);
const open: ReadonlySet<RowOutcome> = new Set(['pending', 'queued', 'unknown']);

/** How a row is by now. Amounts are units of the settings' currency. */
export interface RowState {
  readonly key: string;
  /** `keyword`: one that a creation added; `label`: not a setting of the ad service. */
  readonly field: ChangeField | 'keyword' | 'label';
  readonly outcome: RowOutcome;
  readonly old: SettingValue;
  readonly new: SettingValue;
  readonly message?: string;
  readonly note?: string;
  /**
   * Of a conflict: what was found instead, and whose change set it; `by` is `null` when that was none of ours, and `outside` then says
   * who, where that is known.
   */
  readonly conflict?: {
    readonly current: SettingValue;
    readonly by: ChangeActor | null;
    readonly outside: OutsideActor | null;
    readonly at: string | null;
  };
}

/** An amount in units; statuses, switches and creatives as they are. */
export const displayedValue = (value: SettingValue, field: RowState['field']): SettingValue =>
  typeof value === 'number' && field !== 'creative' ? unitsFromMicros(value) : value;

/**
 * Every row of a change, in the order of the request.
 * @param outcomes By row, as far as there are any.
 */
export function rowStates(change: ExistingChange, outcomes: ReadonlyMap<number, RowEvent>): RowState[] {
  return change.request.rows.map((row, index) => {
    const event = outcomes.get(index);
    return event === undefined ? openRow(change, row, index) : settledRow(row, event);
  });
}

function openRow({ calls, claimed }: ExistingChange, row: ChangeRow, index: number): RowState {
  const { key, field, base, note } = row;
  // What is not answered is unknown; what was held back, or hangs, is still being done.
  const outcome = calls.get(index)?.end === 'unknown' ? 'unknown' : claimed ? 'pending' : 'queued';
  return {
    key,
    field,
    outcome,
    old: displayedValue(base, field),
    new: displayedValue(row.new, field),
    ...(note === undefined ? {} : { note }),
  };
}

function settledRow(row: ChangeRow, event: RowEvent): RowState {
  const { key, field } = row;
  const { old, live, note, message } = event.data;
  const outcome = outcomeOf(event);
  const conflict =
    'set_by' in event.data
      ? {
          current: displayedValue(live, field),
          by: event.data.set_by,
          outside: event.data.set_outside ?? null,
          at: event.data.set_at,
        }
      : undefined;
  return {
    key,
    field,
    outcome,
    old: displayedValue(row.unchecked === true ? old : row.base, field),
    new: displayedValue(event.data.new, field),
    ...(message === null ? {} : { message }),
    ...(note === null ? {} : { note }),
    ...(conflict === undefined ? {} : { conflict }),
  };
}

/** How a call that changes settings is answered. */
export interface ChangeVerdict {
  readonly http: 200 | 409 | 422;
  readonly status: 'ok' | 'partial' | 'error';
  readonly code?: 'partial_failure' | 'conflict' | 'refused';
  readonly error_message?: string;
  /** Rows without an outcome; absent when there are none. */
  readonly pending?: number;
  readonly counts: Readonly<Record<RowOutcome, number>>;
}

/** The answer that follows from the outcomes of all rows. A row that was left unknown counts as open, too. */
export function verdictOf(rows: readonly Pick<RowState, 'outcome' | 'message'>[]): ChangeVerdict {
  const counts = Object.fromEntries(rowOutcomes.map((outcome) => [outcome, 0])) as Record<RowOutcome, number>;
  for (const { outcome } of rows) counts[outcome] += 1;
  const failures = rows.filter(({ outcome }) => failed.has(outcome));
  const waiting = rows.filter(({ outcome }) => open.has(outcome)).length;
  const pending = waiting === 0 ? {} : { pending: waiting };
  if (failures.length === 0) return { http: 200, status: 'ok', ...pending, counts };
  if (failures.length < rows.length) {
    const error_message = `${failures.length} of ${rows.length} changes were not made`;
    return { http: 200, status: 'partial', code: 'partial_failure', error_message, ...pending, counts };
  }
  if (counts.conflict === rows.length) {
    const error_message = 'The values were changed by someone else';
    return { http: 409, status: 'error', code: 'conflict', error_message, counts };
  }
  return { http: 422, status: 'error', code: 'refused', error_message: refusalText(rows), counts };
}

/** The same outcomes as the history shows them: a change that exists is always found. */
export function historyVerdict(rows: readonly Pick<RowState, 'outcome' | 'message'>[]): ChangeVerdict {
  const verdict = verdictOf(rows);
  if (verdict.http === 200) return verdict;
  const error_message = `${rows.length} of ${rows.length} changes were not made`;
  return { http: 200, status: 'partial', code: 'partial_failure', error_message, counts: verdict.counts };
}

/** Apple's words where they are one and the same for all rows. */
function refusalText(rows: readonly Pick<RowState, 'outcome' | 'message'>[]): string {
  const [first] = rows;
  const same = rows.every(({ outcome, message }) => outcome === 'refused' && message === first?.message);
  return same && first?.message !== undefined ? first.message : `${rows.length} changes were refused`;
}
