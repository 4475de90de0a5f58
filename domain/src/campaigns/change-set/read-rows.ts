import { DomainError } from '../../shared/domain-error.ts';
import { type ChangedObject, objectOfKey, type SettingField, type SettingValue } from '../change/change-row.ts';
import { type ChangeScope, checkChange } from '../change/checks/check-change.ts';
import { type Edit, readWish } from '../change/checks/value-rules.ts';
import { editOfRow } from './change-of-set.ts';
import type { ChangeSetRow } from './change-set.events.ts';
import { rowKey } from './change-set.state.ts';

/** A row as it is sent: amounts as numbers or text, in units. */
export interface EnteredRow {
  readonly key: string;
  readonly field: SettingField;
  readonly new: number | string | boolean | null;
  readonly based_on?: number | string | boolean | null | undefined;
}

const fieldsOf: Readonly<Record<ChangedObject['level'], readonly SettingField[]>> = {
  campaign: ['status', 'budget', 'daily_cap', 'target_cpa'],
  ad_group: ['status', 'cpt_bid', 'cpa_goal', 'search_match'],
  keyword: ['status', 'cpt_bid'],
};
const statuses: ReadonlyMap<string, 'ENABLED' | 'PAUSED' | 'DELETED'> = new Map([
  ['ENABLED', 'ENABLED'],
  ['ACTIVE', 'ENABLED'],
  ['PAUSED', 'PAUSED'],
  ['DELETED', 'DELETED'],
]);

/**
 * Rows that are to go into a set, checked as those of a direct change are.
 * @param currentRows Rows of the set that stay; one that is given again keeps its base unless another is given.
 * @throws DomainError `too_many_rows`, `not_found`, `invalid_request`.
 */
export function readSetRows(
  enteredRows: readonly EnteredRow[],
  currentRows: ReadonlyMap<string, ChangeSetRow>,
  scope: ChangeScope,
): ChangeSetRow[] {
  if (enteredRows.length === 0) return [];
  const edits = enteredRows.map((row): Edit => {
    const basedOn = row.based_on === undefined ? currentRows.get(rowKey(row))?.base : readBase(row, scope.currency);
    return { key: row.key, field: row.field, wish: readNew(row), ...(basedOn === undefined ? {} : { basedOn }) };
  });
  const again = new Set(enteredRows.map(rowKey));
  const beside = [...currentRows].flatMap(([key, row]) => (again.has(key) ? [] : [editOfRow(row)]));
  const rows = checkChange(edits, { ...scope, beside });
  return rows.flatMap(({ key, field, base, new: wish }) =>
    field === 'negative' ? [] : [{ key, field, base, new: wish }],
  );
}

function readNew({ key, field, new: wish }: EnteredRow): Edit['wish'] {
  const { level } = objectOfKey(key);
  if (!fieldsOf[level].includes(field)) throw refused(key, `${levels[level]} has no ${field}`);
  if (field === 'status') return readStatus(wish);
  if (field === 'search_match' && typeof wish !== 'boolean') throw refused(key, 'Search Match is true or false');
  return wish;
}

/** What its author had seen. */
function readBase({ key, field, based_on = null }: EnteredRow, currency: string): SettingValue {
  if (field === 'status') return readStatus(based_on);
  if (field === 'search_match' ? typeof based_on === 'boolean' : based_on === null) return based_on;
  const read = readWish({ key, field, wish: based_on }, currency);
  if (field === 'search_match' || 'text' in read) {
    throw refused(key, 'based_on must be a value as it was shown');
  }
  return read.value;
}

/** @throws DomainError `invalid_request` for any other word. */
function readStatus(word: EnteredRow['new']): 'ENABLED' | 'PAUSED' | 'DELETED' {
  const status = typeof word === 'string' ? statuses.get(word.toUpperCase()) : undefined;
  if (status === undefined) throw new DomainError('invalid_request', { message: 'Unknown status' });
  return status;
}

const levels: Readonly<Record<ChangedObject['level'], string>> = {
  campaign: 'A campaign',
  ad_group: 'An ad group',
  keyword: 'A keyword',
};
const refused = (key: string, message: string): DomainError =>
  new DomainError('invalid_request', { message, details: { field: key } });
