import { DomainError } from '../../shared/domain-error.ts';
import { mostRows } from '../change/checks/check-change.ts';
import type { ChangeSetEvent, ChangeSetRow } from './change-set.events.ts';
import {
  type ChangeSetFold,
  type ChangeSetState,
  type ExistingChangeSet,
  rowKey,
  stateOf,
} from './change-set.state.ts';

type Data<Type extends ChangeSetEvent['type']> = Extract<ChangeSetEvent, { type: Type }>['data'];
type RowName = Pick<ChangeSetRow, 'key' | 'field'>;

/** Steps a person can take with a set. */
export const changeSetActions = ['submit', 'approve', 'reject', 'withdraw', 'apply'] as const;
export type ChangeSetAction = (typeof changeSetActions)[number];

/** States from which each step can be taken. */
const startsOf: Readonly<Record<ChangeSetAction | 'edit', readonly ChangeSetState[]>> = {
  edit: ['draft', 'submitted', 'approved'],
  submit: ['draft'],
  approve: ['submitted'],
  reject: ['submitted'],
  withdraw: ['draft', 'submitted', 'approved'],
  apply: ['approved'],
};

/** A name as it is kept. @throws DomainError `invalid_request`. */
export function changeSetName(entered: string): string {
  const name = entered.normalize('NFC').trim();
  if (name === '') throw invalid('Please name the change set', 'name');
  if ([...name].length > 100 || /\p{Cc}/u.test(name)) throw new DomainError('name_invalid');
  return name;
}

/** Begins a set, once. @throws DomainError `too_many_rows`. */
export function createChangeSet(state: ChangeSetFold, data: Data<'ChangeSetCreated'>): ChangeSetEvent[] {
  if (data.rows.length > mostRows) throw new DomainError('too_many_rows');
  return state.status === 'absent' ? [{ type: 'ChangeSetCreated', data }] : [];
}

/** What of a set is to be another; what is absent stays. */
export interface ChangeSetEdit {
  readonly name?: string | undefined;
  readonly schedule?: string | null | undefined;
  readonly rows: readonly ChangeSetRow[];
  readonly removed: readonly RowName[];
  readonly by: number;
  readonly at: string;
}

/**
 * Changes what a set consists of. A row that is replaced keeps its base unless another was given.
 * @throws DomainError `wrong_state`, `too_many_rows`, `invalid_request` for a row to be removed that is not there.
 */
export function editChangeSet(state: ChangeSetFold, edit: ChangeSetEdit): ChangeSetEvent[] {
  const set = inState(state, 'edit', Date.parse(edit.at));
  const foreign = edit.removed.find((row) => !set.rows.has(rowKey(row)));
  if (foreign !== undefined) throw invalid(`This row is not in the change set: ${foreign.key}`, 'remove');
  const keys = new Set(set.rows.keys());
  for (const row of edit.removed) keys.delete(rowKey(row));
  for (const row of edit.rows) keys.add(rowKey(row));
  if (keys.size > mostRows) throw new DomainError('too_many_rows');
  const { name = set.name, schedule = set.schedule, by, at } = edit;
  const { change_set_id } = set;
  const data = { change_set_id, name, schedule, rows: [...edit.rows], removed: [...edit.removed], by, at };
  return [{ type: 'ChangeSetEdited', data }];
}

interface Step {
  readonly by: number;
  readonly at: string;
  readonly comment: string | null;
}

/** A step to have a set approved or applied. */
export type Submission = Step & { second_person: boolean; guardrails_confirmed: boolean };

/**
 * Finishes a set. Without the rule of the second person it may be applied from then on.
 * @throws DomainError `wrong_state`, `invalid_request` when it is empty.
 */
export function submitChangeSet(
  state: ChangeSetFold,
  { second_person, guardrails_confirmed, ...step }: Submission,
): ChangeSetEvent[] {
  const set = inState(state, 'submit', Date.parse(step.at));
  if (set.rows.size === 0) throw new DomainError('invalid_request', { message: 'Nothing to change' });
  const data = { change_set_id: set.change_set_id, ...step, guardrails_confirmed };
  const submitted = { type: 'ChangeSetSubmitted', data } as const;
  return second_person
    ? [submitted]
    : [submitted, { type: 'ChangeSetApproved', data: { ...data, second_person: false } }];
}

/**
 * Lets a submitted set be applied.
 * @throws DomainError `wrong_state`; `not_allowed` for someone who had a hand in it, while a second person is required.
 */
export function approveChangeSet(
  state: ChangeSetFold,
  { second_person, guardrails_confirmed, ...step }: Submission,
): ChangeSetEvent[] {
  const set = inState(state, 'approve', Date.parse(step.at));
  if (second_person && set.editors.includes(step.by)) {
    throw new DomainError('not_allowed', { message: 'Someone else must approve what you changed' });
  }
  const data = { change_set_id: set.change_set_id, ...step, guardrails_confirmed };
  return [{ type: 'ChangeSetApproved', data: { ...data, second_person: !set.editors.includes(step.by) } }];
}

/** @throws DomainError `wrong_state`. */
export function rejectChangeSet(state: ChangeSetFold, step: Step): ChangeSetEvent[] {
  const { change_set_id } = inState(state, 'reject', Date.parse(step.at));
  return [{ type: 'ChangeSetRejected', data: { change_set_id, ...step } }];
}

/** @throws DomainError `wrong_state`. */
export function withdrawChangeSet(state: ChangeSetFold, step: Step): ChangeSetEvent[] {
  const { change_set_id } = inState(state, 'withdraw', Date.parse(step.at));
  return [{ type: 'ChangeSetWithdrawn', data: { change_set_id, ...step } }];
}

/**
 * Whether a set may become a change now.
 * @throws DomainError `wrong_state`, `not_allowed` when a second person is required and none approved it.
 */
export function requireApplicable(
  state: ChangeSetFold,
  { second_person, now }: { second_person: boolean; now: number },
) {
  const set = inState(state, 'apply', now);
  if (second_person && set.approver === null) {
    throw new DomainError('not_allowed', { message: 'A second person must approve this change set' });
  }
  return set;
}

/** Makes the set the change that was checked, unless it was edited since. @throws DomainError `wrong_state`. */
export function applyChangeSet(
  state: ChangeSetFold,
  { checked, change }: { checked: ExistingChangeSet; change: Data<'ChangeSetApplied'>['change'] },
): ChangeSetEvent[] {
  if (state.status === 'applying' && state.change?.change_id === change.change_id) return [];
  const set = inState(state, 'apply', Date.parse(change.requested_at));
  if (set.version !== checked.version) throw new DomainError('conflict');
  return [{ type: 'ChangeSetApplied', data: { change_set_id: set.change_set_id, change } }];
}

export function settleChangeSet(
  state: ChangeSetFold,
  { failed, at }: { failed: number; at: string },
): ChangeSetEvent[] {
  if (state.status !== 'applying') return [];
  return [{ type: 'ChangeSetSettled', data: { change_set_id: state.change_set_id, failed, at } }];
}

/** The scheduled time of an approved set has passed without it being applied. */
export function leaveUnapplied(
  state: ChangeSetFold,
  data: Omit<Data<'ChangeSetNotApplied'>, 'change_set_id'>,
): ChangeSetEvent[] {
  if (state.status !== 'approved' || state.schedule !== data.schedule) return [];
  return [{ type: 'ChangeSetNotApplied', data: { change_set_id: state.change_set_id, ...data } }];
}

/** Steps that an account may take with a set now. */
export function actionsOf(
  set: ExistingChangeSet,
  { by, second_person, now }: { by: number; second_person: boolean; now: number },
): ChangeSetAction[] {
  const state = stateOf(set, now);
  return changeSetActions.filter((action) => {
    if (!startsOf[action].includes(state)) return false;
    if (action === 'submit') return set.rows.size > 0;
    if (action === 'approve') return !(second_person && set.editors.includes(by));
    return action !== 'apply' || !second_person || set.approver !== null;
  });
}

function inState(state: ChangeSetFold, step: ChangeSetAction | 'edit', now: number): ExistingChangeSet {
  if (state.status === 'absent') throw new DomainError('not_found');
  const current = stateOf(state, now);
  if (startsOf[step].includes(current)) return state;
  const message = `This change set is ${current.replace('_', ' ')}`;
  throw new DomainError('wrong_state', { message, details: { state: current } });
}

const invalid = (message: string, field: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field } });
