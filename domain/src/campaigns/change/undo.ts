import { dayMs } from '../../shared/calendar/days.ts';
import { DomainError } from '../../shared/domain-error.ts';
import type { CampaignState } from '../campaign/campaign.state.ts';
import { textKey } from '../creation/planning/keyword-list.ts';
import type { ExistingChange } from './change.decider.ts';
import { type ChangedObject, type ChangeRow, negativeText, objectOfKey, type SettingValue } from './change-row.ts';
import {
  decideRow,
  deletedMessage,
  mayFollow,
  nounOf,
  type RemoteReading,
  type RowDecision,
} from './outcomes/decide-row.ts';
import { settingOf } from './outcomes/object-after.ts';
import type { RowEvent } from './outcomes/row-outcome.events.ts';
import { outcomeOf } from './outcomes/row-outcome.ts';

/** Changes can be taken back for so long. */
const undoMs = 90 * dayMs;

/** @throws DomainError `invalid_request` for what was asked for too long ago. */
export function requireRecent(requestedAt: string, now: number): void {
  if (now - Date.parse(requestedAt) <= undoMs) return;
  throw new DomainError('invalid_request', { message: 'Changes can be undone for 90 days' });
}

export interface UndoWish {
  /** Only rows of these objects; all when absent. */
  readonly keys?: readonly string[] | undefined;
  /** Objects that are set back whatever they are by now. */
  readonly forceKeys?: readonly string[] | undefined;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * The rows that take a change back: in reverse, each from the value that was set to the value before. What was not changed, deletions,
 * raised lifetime budgets and first target CPAs are not among them.
 * @throws DomainError `still_running` while rows are open, `invalid_request` for keys outside the change or when nothing is left.
 */
export function undoRows(
  change: ExistingChange,
  outcomes: ReadonlyMap<number, RowEvent>,
  { keys, forceKeys = [], now }: UndoWish,
): ChangeRow[] {
  const { request } = change;
  refuseForeign(request.rows, { keys, forceKeys });
  requireRecent(request.requested_at, now);
  if (request.rows.some((_, row) => !outcomes.has(row))) {
    throw new DomainError('still_running', { message: 'This change is still being made' });
  }
  const wanted = new Set(keys);
  const forced = new Set(forceKeys);
  const undone: number[] = [];
  const rows = request.rows.flatMap(({ key, name }, row): ChangeRow[] => {
    const event = outcomes.get(row);
    if (event === undefined || !canUndo(event) || (keys !== undefined && !wanted.has(key))) return [];
    const { field, old, new: set } = event.data;
    const named = name === undefined ? {} : { name };
    undone.push(row);
    return [{ key, field, base: set, new: old, ...named, ...(forced.has(key) ? { unchecked: true as const } : {}) }];
  });
  if (rows.length === 0) throw new DomainError('invalid_request', { message: 'Nothing to undo' });
  const indexes = new Map(undone.reverse().map((row, index) => [row, index]));
  return rows.reverse().map((row, index) => ({ ...row, ...firstOf(request.rows, undone[index] ?? 0, indexes) }));
}

/** What waited for a row that comes back is now waited for: keywords are switched on before their negative is added again. */
function firstOf(rows: readonly ChangeRow[], row: number, indexes: ReadonlyMap<number, number>): { parent?: number } {
  const waited = rows.findIndex(({ parent, field }) => parent === row && field !== 'cpt_bid');
  const index = indexes.get(waited);
  return index === undefined ? {} : { parent: index };
}

/** Whether a row can be taken back: it took effect, and its effect can be undone. */
function canUndo(event: RowEvent): boolean {
  const { field, old, new: set } = event.data;
  // The ad service takes no target CPA away.
  const isFirstTarget = field === 'target_cpa' && old === null;
  return outcomeOf(event) === 'changed' && field !== 'budget' && set !== 'DELETED' && !isFirstTarget;
}

/** What a row would come to. */
interface ForeseenRow {
  readonly decision: RowDecision;
  /** What it would find. */
  readonly now: SettingValue;
  /** Why it would be left alone. */
  readonly message?: string;
}

/**
 * What rows would come to, one after the other, without anything being sent.
 * @param readingOf What was read of each row's setting.
 */
export function foreseeRows(
  rows: readonly ChangeRow[],
  readingOf: (row: ChangeRow, index: number) => RemoteReading,
): ForeseenRow[] {
  const foreseen: ForeseenRow[] = [];
  for (const [index, row] of rows.entries()) {
    const remote = readingOf(row, index);
    const now = remote?.value ?? null;
    const first = row.parent === undefined ? undefined : rows[row.parent];
    const { decision: end = 'skipped' } = foreseen[row.parent ?? -1] ?? {};
    if (first !== undefined && !mayFollow(first, end === 'write' ? 'changed' : end)) {
      foreseen.push({ decision: 'skipped', now, message: `The ${nounOf(first)} was not changed` });
      continue;
    }
    const decision = decideRow(row, remote);
    foreseen.push({ decision, now, ...(decision === 'skipped' ? { message: deletedMessage } : {}) });
  }
  return foreseen;
}

/** A setting as the log has it. */
export function cachedReading(row: ChangeRow, state: CampaignState): RemoteReading {
  const object = objectOfKey(row.key);
  const value = row.field === 'negative' ? negativeNow(row, state) : settingOf(state, object, row.field);
  return value === undefined ? undefined : { deleted: isDeletedObject(state, object), value };
}

/** The text of a row's negative while there is one of that text, else `null`. */
function negativeNow(row: ChangeRow, { negatives }: CampaignState): SettingValue {
  const adGroupId = objectOfKey(row.key).adGroupId || null;
  const text = negativeText(row);
  const same = [...negatives.values()].some(
    (negative) =>
      !negative.deleted &&
      negative.ad_group_id === adGroupId &&
      negative.match_type === 'EXACT' &&
      textKey(negative.text) === text,
  );
  return same ? text : null;
}

/** Whether an object or one of its parents is deleted. */
export const isDeletedObject = (state: CampaignState, object: ChangedObject): boolean =>
  settingOf(state, object, 'status') === 'DELETED' || parentDeleted(state, object.adGroupId);

function parentDeleted({ campaign, ad_groups }: CampaignState, adGroupId: number | null): boolean {
  return campaign?.deleted === true || (adGroupId !== null && ad_groups.get(adGroupId)?.deleted === true);
}

/** @throws DomainError `invalid_request` for keys of objects that a change does not have. */
export function refuseForeign(
  rows: readonly Pick<ChangeRow, 'key'>[],
  { keys = [], forceKeys = [] }: Pick<UndoWish, 'keys' | 'forceKeys'>,
): void {
  const rowKeys = new Set(rows.map(({ key }) => key));
  for (const [field, requestedKeys] of Object.entries({ keys, force_keys: forceKeys })) {
    const foreign = requestedKeys.find((key) => !rowKeys.has(key));
    if (foreign === undefined) continue;
    const message = `${field} names an object that this change does not have: ${foreign}`;
    throw new DomainError('invalid_request', { message, details: { field } });
  }
}
