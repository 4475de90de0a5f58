import type { ChangeSetWish } from '../../../../shared/campaigns/changes/change-set-calls.ts';
import { type PendingEdit, unitsOf } from './pending-edit.ts';

/** Edits as rows of a change set: what is requested, and what was set when it was entered. */
export const setRows = (edits: readonly PendingEdit[]): ChangeSetWish[] =>
  edits.map(({ key, field, value, base }) => ({ key, field, new: wire(value), based_on: wire(base) }));

const wire = (value: PendingEdit['value']) => (typeof value === 'number' ? unitsOf(value) : value);
