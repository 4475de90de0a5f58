import type { ReportRow } from '@tapwise/contract';
import { decimalsText, readAmount } from '@tapwise/contract/money';
import { currencySymbol } from '../../../../shared/format/numbers.ts';
import type { EditorHint, GridEditing } from '../../../../shared/tables/grid/index.ts';
import { settingsChangeMessages as words } from '../messages.ts';
import {
  baseOf,
  type EditField,
  editedFields,
  editText,
  microsOf,
  type PendingEdit,
  type SettingsChangeLevel,
} from './pending-edit.ts';
import type { PendingStore } from './pending-store.ts';

/**
 * Whether a cell takes a value: of an object of the ad service that is not deleted; a total budget only where there is one, bids and goals
 * only where Apple does not set the bids, a target CPA only where it does.
 */
export function editableField(level: SettingsChangeLevel, row: ReportRow, column: string): EditField | null {
  const fields: readonly EditField[] = editedFields[level];
  const field = fields.find((name) => name === column);
  if (field === undefined || row.id <= 0 || row.status === 'DELETED') return null;
  const isAppleBidding = row.bids_set_by_apple === true;
  if (field === 'cpt_bid' || field === 'cpa_goal') return isAppleBidding ? null : field;
  if (field === 'target_cpa') return isAppleBidding ? field : null;
  if (field === 'budget') return typeof row.budget === 'number' ? field : null;
  return field !== 'search_match' || typeof row.search_match === 'boolean' ? field : null;
}

/** What the cells of a table are entered into. */
export interface EditTarget {
  level: SettingsChangeLevel;
  currency: string;
  pending: PendingStore;
  keyOf: (row: number) => string;
  rowOf: (row: number) => ReportRow | undefined;
  /** What a keyword without a bid of its own follows, in micros; `null` while not known. */
  follows: number | null;
  /** Whether the ad service takes total budgets; those that were stored are shown either way. */
  hasTotalBudgets: boolean;
  /** Names of what the rows are in. */
  path: readonly string[];
  /** The same of one row, where rows are in several campaigns. */
  pathOf?: ((row: ReportRow) => readonly string[]) | undefined;
  /** What Apple suggests for a keyword's bid; `null` where that is not known. */
  suggestedBid: (row: ReportRow) => Promise<EditorHint | null>;
  /** Who set a value last, in words. */
  lastChange: (key: string, field: EditField) => Promise<string>;
  openHistory: (key: string, field: EditField) => void;
  /** Says something to the person. */
  say: (text: string) => void;
}

/** An edit of a row as it is now, to a value. */
export function editOf(
  table: Pick<EditTarget, 'keyOf' | 'level' | 'follows' | 'path' | 'pathOf'>,
  row: ReportRow,
  field: EditField,
  value: PendingEdit['value'],
): PendingEdit {
  const set = row[field];
  const follows = table.level === 'keyword' && set == null ? { follows: table.follows } : {};
  const base = typeof set === 'boolean' ? set : microsOf(set);
  return {
    key: table.keyOf(row.id),
    field,
    value,
    base,
    ...follows,
    name: row.name,
    path: table.pathOf?.(row) ?? table.path,
  };
}

/** Takes edits; those that change nothing are discarded. */
export function enter(pending: PendingStore, edits: readonly PendingEdit[]): void {
  const differs = (edit: PendingEdit) => edit.value !== baseOf(edit);
  pending.remove(edits.filter((edit) => !differs(edit)));
  pending.set(edits.filter(differs));
}

/** The entering of values, for the table as it is when a key is pressed. */
export function createEditing(table: () => EditTarget): Omit<GridEditing, 'Editor'> {
  const cellOf = (id: number, column: string) => {
    const row = table().rowOf(id);
    const field = row === undefined ? null : editableField(table().level, row, column);
    return row === undefined || field === null ? null : { row, field };
  };

  /** A cell that takes what is typed. */
  const entryOf = (id: number, column: string) => {
    const cell = cellOf(id, column);
    if (cell === null || cell.field === 'search_match') return null;
    return cell.field === 'budget' && !table().hasTotalBudgets ? null : { row: cell.row, field: cell.field };
  };

  function commit(id: number, column: string, text: string): string | null {
    const cell = entryOf(id, column);
    if (cell === null) return null;
    const { row, field } = cell;
    const { pending, keyOf, currency } = table();
    const typed = readTyped(field, text, currency);
    if (typed.kind === 'error') return typed.message;
    if (typed.kind === 'nothing') {
      pending.remove([{ key: keyOf(id), field }]);
      return null;
    }
    const refusal = refusalOf(row, field, typed.micros, table());
    if (refusal === null) enter(pending, [editOf(table(), row, field, typed.micros)]);
    return refusal;
  }

  return {
    begin(id, column) {
      const cell = entryOf(id, column);
      if (cell === null) {
        if (cellOf(id, column)?.field === 'budget') table().say(words.noTotalBudgets);
        return null;
      }
      const { pending, keyOf, currency, level, suggestedBid } = table();
      const value = pending.of(keyOf(id))?.[cell.field]?.value ?? microsOf(cell.row[cell.field]);
      const text = value === null ? '' : editText(value, currency).replaceAll(',', '');
      const label = words.cellLabel(words.fields[cell.field] ?? '', cell.row.name);
      return level === 'keyword' ? { text, label, hint: () => suggestedBid(cell.row) } : { text, label };
    },
    commit,
    dropped: (reason) => table().say(words.dropped(reason)),
    toggle(id, column) {
      const cell = cellOf(id, column);
      if (cell?.field !== 'search_match') return false;
      const { pending, keyOf } = table();
      const now = pending.of(keyOf(id))?.search_match?.value ?? cell.row.search_match;
      enter(pending, [editOf(table(), cell.row, 'search_match', now !== true)]);
      return true;
    },
    origin(id, column) {
      const cell = cellOf(id, column);
      if (cell === null) return null;
      const { keyOf, lastChange, openHistory } = table();
      const key = keyOf(id);
      return { text: () => lastChange(key, cell.field), open: () => openHistory(key, cell.field) };
    },
    fill(rows, column, lines) {
      if (rows.every((id) => entryOf(id, column) === null)) return false;
      const refusals = rows.filter((id, index) => commit(id, column, lines[index] ?? '') !== null);
      table().say(words.filled(rows.length - refusals.length, refusals.length));
      return true;
    },
  };
}

/** Why an amount cannot be entered in a row, as far as the row itself says. */
function refusalOf(row: ReportRow, field: AmountField, micros: number, table: EditTarget): string | null {
  const { pending, keyOf, currency, hasTotalBudgets } = table;
  if (field === 'budget') return micros < (microsOf(row.budget) ?? 0) ? words.onlyRaised : null;
  if (field !== 'daily_cap' || !hasTotalBudgets) return null;
  const total = pending.of(keyOf(row.id))?.budget?.value ?? microsOf(row.budget);
  return typeof total === 'number' && micros >= total ? words.belowTotal(editText(total, currency)) : null;
}

/** What was typed into a cell: nothing, an amount in micros, or why it is no amount. */
export type Typed = { kind: 'nothing' } | { kind: 'amount'; micros: number } | { kind: 'error'; message: string };

export type AmountField = Exclude<EditField, 'search_match'>;

/** Reads what was typed; the currency's sign or code before the amount is left out. */
export function readTyped(field: AmountField, text: string, currency: string): Typed {
  const trimmed = text.trim();
  const sign = [currencySymbol(currency), currency].find((mark) => trimmed.toUpperCase().startsWith(mark));
  const amount = (sign === undefined ? trimmed : trimmed.slice(sign.length)).trim();
  if (amount === '') return { kind: 'nothing' };
  const micros = readAmount(amount, currency);
  if (micros !== null) return { kind: 'amount', micros };
  if (/^\d{1,9}\.\d+$/.test(amount) && Number(amount) > 0) return { kind: 'error', message: decimalsText(currency) };
  return { kind: 'error', message: words.notPositive[field] };
}
