import { DomainError } from '../../shared/domain-error.ts';
import { mostRows } from '../change/checks/check-change.ts';
import { deletedMessage } from '../change/outcomes/decide-row.ts';
import type { RowState } from '../change/outcomes/row-states.ts';
import { refuseForeign, requireRecent, type UndoWish } from '../change/undo.ts';
import type { LabelEvent } from './label.events.ts';
import type { Label, Labels } from './labels.ts';
import { labelsOf } from './labels.ts';

/** What a change of labels came to. */
export type LabelChangeData = Extract<LabelEvent, { type: 'LabelObjectsChanged' }>['data'];

type LabelOutcome = LabelChangeData['rows'][number]['outcome'];

/** Labels of one object. */
export const mostLabelsOfObject = 10;
export const fullMessage = `At most ${mostLabelsOfObject} labels`;

/** An object that a label is to be added to, or removed from. */
export interface LabelWish {
  readonly key: string;
  readonly add: boolean;
  /** The object, or one of its parents, is deleted. */
  readonly deleted: boolean;
}

/** A change of labels before it is decided. */
export interface LabelChange extends Omit<LabelChangeData, 'rows' | 'name' | 'label_id'> {
  readonly label: Label;
  readonly rows: readonly LabelWish[];
}

/** The wishes of a call, those to add first. @throws DomainError `too_many_rows`, `invalid_request`. */
export function labelWishes(add: readonly string[], remove: readonly string[]): Omit<LabelWish, 'deleted'>[] {
  const wishes = [...add.map((key) => ({ key, add: true })), ...remove.map((key) => ({ key, add: false }))];
  if (wishes.length > mostRows) throw new DomainError('too_many_rows');
  if (wishes.length === 0) throw new DomainError('invalid_request', { message: 'Nothing to change' });
  const seen = new Set<string>();
  for (const { key } of wishes) {
    if (seen.has(key)) throw new DomainError('invalid_request', { message: `Row given twice: ${key}` });
    seen.add(key);
  }
  return wishes;
}

/**
 * Adds a label to objects and removes it from others: at once and as a whole, as no one else is asked. A change that is recorded already is
 * not made again.
 * @throws DomainError `not_found` for a person's change of a label that does not exist; in rules and undos its rows are skipped.
 */
export function changeLabelObjects(state: Labels, { label, rows, ...change }: LabelChange): LabelEvent[] {
  if (state.changes.has(change.change_id)) return [];
  const current = state.labels.get(label.label_id);
  if (current === undefined && change.actor.kind === 'person') {
    throw new DomainError('not_found', { message: 'Label not found' });
  }
  const decided = rows.map((row) => {
    const outcome: LabelOutcome = current === undefined ? 'skipped' : outcomeOf(state, label.label_id, row);
    return { key: row.key, add: row.add, outcome };
  });
  const { label_id, name } = current ?? label;
  return [{ type: 'LabelObjectsChanged', data: { ...change, label_id, name, rows: decided } }];
}

function outcomeOf(state: Labels, labelId: number, { key, add, deleted }: LabelWish): LabelOutcome {
  const labels = labelsOf(state, key);
  if (deleted) return 'skipped';
  if (labels.includes(labelId) === add) return 'unchanged';
  return add && labels.length >= mostLabelsOfObject ? 'refused' : 'changed';
}

/** The rows of a change as calls answer them: the label's name where an object has it, `null` where it does not. */
export function labelRowStates({ name, rows }: Pick<LabelChangeData, 'name' | 'rows'>): RowState[] {
  return rows.map(({ key, add, outcome }) => {
    const set = add ? name : null;
    const old = add === (outcome === 'unchanged') ? name : null;
    const message = labelMessageOf(outcome);
    return { key, field: 'label', outcome, old, new: set, ...(message === undefined ? {} : { message }) };
  });
}

/** Why a row was not made; `undefined` for one that was, or had nothing to do. */
export function labelMessageOf(outcome: LabelOutcome): string | undefined {
  if (outcome === 'refused') return fullMessage;
  return outcome === 'skipped' ? deletedMessage : undefined;
}

/**
 * The wishes that take a change of labels back, in reverse. Rows that were not changed are not among them.
 * @throws DomainError `invalid_request` for keys outside the change, when it is too old, or when nothing is left.
 */
export function undoLabelWishes(
  change: LabelChangeData,
  { keys, forceKeys, now }: UndoWish,
): Omit<LabelWish, 'deleted'>[] {
  refuseForeign(change.rows, { keys, forceKeys });
  requireRecent(change.changed_at, now);
  const wanted = keys === undefined ? undefined : new Set(keys);
  const wishes = change.rows
    .filter(({ key, outcome }) => outcome === 'changed' && (wanted === undefined || wanted.has(key)))
    .map(({ key, add }) => ({ key, add: !add }))
    .reverse();
  if (wishes.length === 0) throw new DomainError('invalid_request', { message: 'Nothing to undo' });
  return wishes;
}
