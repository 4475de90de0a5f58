import { DomainError } from '../../shared/domain-error.ts';
import { textKey } from '../creation/planning/keyword-list.ts';
import type { LabelEvent } from './label.events.ts';
import type { Label, Labels } from './labels.ts';

type Data<Type extends LabelEvent['type']> = Extract<LabelEvent, { type: Type }>['data'];

/** Labels of an application. */
export const mostLabels = 50;
/** Code points of a name. */
export const longestLabelName = 40;

/** A name as it is kept. @throws DomainError `invalid_request`, `name_invalid`. */
export function labelName(entered: string): string {
  const name = entered.normalize('NFC').trim();
  if (textKey(name) === '') {
    throw new DomainError('invalid_request', { message: 'Enter a name', details: { field: 'name' } });
  }
  if ([...name].length > longestLabelName || /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(name)) {
    const message = `Use at most ${longestLabelName} characters and no control characters`;
    throw new DomainError('name_invalid', { message, details: { field: 'name' } });
  }
  return name;
}

/** A label of the application. @throws DomainError `not_found`. */
export function existingLabel({ labels }: Pick<Labels, 'labels'>, labelId: number): Label {
  const label = labels.get(labelId);
  if (label === undefined) throw new DomainError('not_found', { message: 'Label not found' });
  return label;
}

/**
 * Makes a label, once. Its id is given out once in the product.
 * @throws DomainError `conflict` for a name that another label has, `too_many`.
 */
export function createLabel(state: Labels, data: Data<'LabelCreated'>): LabelEvent[] {
  if (state.labels.has(data.label_id)) return [];
  requireFreeName(state, data);
  if (state.labels.size >= mostLabels) {
    throw new DomainError('too_many', { message: `Too many labels: at most ${mostLabels}` });
  }
  return [{ type: 'LabelCreated', data }];
}

/** @throws DomainError `not_found`, `conflict` for a name that another label has. */
export function renameLabel(state: Labels, data: Data<'LabelRenamed'>): LabelEvent[] {
  const { name } = existingLabel(state, data.label_id);
  requireFreeName(state, data);
  return name === data.name ? [] : [{ type: 'LabelRenamed', data }];
}

/** A rule that names a label. */
export interface LabellingRule {
  readonly id: number;
  readonly name: string;
}

/**
 * Deletes a label.
 * @param rules Rules that name it.
 * @throws DomainError `not_found`, `conflict` while there are such rules, which the error lists.
 */
export function deleteLabel(state: Labels, data: Data<'LabelDeleted'>, rules: readonly LabellingRule[]): LabelEvent[] {
  existingLabel(state, data.label_id);
  if (rules.length > 0) {
    const names = rules.map(({ name }) => `"${name}"`).join(', ');
    const responseFields = { rules: rules.map(({ id }) => id) };
    throw new DomainError('conflict', { message: `This label is used by rules: ${names}`, responseFields });
  }
  return [{ type: 'LabelDeleted', data }];
}

/** Names are the same whatever their case and the spaces in them. */
function requireFreeName({ labels }: Labels, { label_id, name }: Label): void {
  const key = textKey(name);
  const isTaken = [...labels.values()].some((label) => label.label_id !== label_id && textKey(label.name) === key);
  if (!isTaken) return;
  throw new DomainError('conflict', { message: 'There is already a label with this name', details: { field: 'name' } });
}
