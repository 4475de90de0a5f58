import { readAmount, smallestAmount } from '../../shared/money/amount.ts';
import { microsFromDecimalString, microsPerUnit } from '../../shared/money/micros.ts';

/** What a bulk edit does to a bid or goal; `clear` is for goals alone. Amounts and percents as they were typed. */
export type BulkAction =
  | { kind: 'set'; amount: string }
  | { kind: 'increase' | 'decrease'; by: 'amount' | 'percent'; size: string }
  | { kind: 'clear' };

/** Which rows it is done to: all, or those whose figure is at most the threshold. */
export type BulkCondition = { kind: 'all' } | { kind: 'installs' | 'impressions'; atMost: number };

/** A row as the bulk edit sees it; micros of the ad organization's currency. */
export interface BulkRow {
  /** Its own bid or goal; `null` where none is set. */
  ownBid: number | null;
  /** What holds while it has no own one: the ad group's bid for a keyword, `null` for a goal. */
  inherited: number | null;
  /** What a person has entered and not sent; `undefined` without an entry, `null` for a goal to be cleared. */
  pending: number | null | undefined;
  /** Figures of the report on the screen. */
  installs: number | null;
  impressions: number | null;
}

export type BulkResult =
  | { kind: 'not_matched' }
  /** Nothing is entered for the row, and why. */
  | { kind: 'no_edit'; reason: 'no_value' | 'no_base' | 'same' }
  | { kind: 'edit'; value: number | null; raised: boolean; ownFromNow: boolean };

/** Percents in millionths; up to six decimals, above 0. */
function readPercent(text: string, most: number): number | null {
  const trimmed = text.trim();
  if (!/^\d{1,4}(?:\.\d{1,6})?$/.test(trimmed)) return null;
  const millionths = microsFromDecimalString(trimmed);
  return millionths > 0 && millionths <= most * microsPerUnit ? millionths : null;
}

/** Whether the action says all it needs. Setting no value is allowed: it leaves all bids as they are. */
export function isCompleteAction(action: BulkAction, currency: string): boolean {
  if (action.kind === 'clear') return true;
  if (action.kind === 'set') return action.amount.trim() === '' || readAmount(action.amount, currency) !== null;
  return sizeOf(action, currency) !== null;
}

function sizeOf(action: Extract<BulkAction, { by: string }>, currency: string): number | null {
  if (action.by === 'amount') return readAmount(action.size, currency);
  return readPercent(action.size, action.kind === 'increase' ? 1_000 : 100);
}

/** Whether a row's figure is at most the threshold; what is not known never matches. */
export function matchesCondition(row: Pick<BulkRow, 'installs' | 'impressions'>, condition: BulkCondition): boolean {
  if (condition.kind === 'all') return true;
  const figure = row[condition.kind];
  return figure !== null && figure <= condition.atMost;
}

/** The value a row is now taken to have: its entry, else its own, else what it follows. */
export function bulkBase({ pending, ownBid, inherited }: BulkRow): number | null {
  return pending === undefined ? (ownBid ?? inherited) : pending;
}

/**
 * What a bulk edit makes of one row.
 * @throws RangeError for an action that is not complete.
 */
export function bulkEdit(row: BulkRow, action: BulkAction, condition: BulkCondition, currency: string): BulkResult {
  if (!matchesCondition(row, condition)) return { kind: 'not_matched' };
  const base = bulkBase(row);
  if (action.kind === 'clear') {
    return base === null ? { kind: 'no_edit', reason: 'same' } : edited(null, false, false);
  }
  if (action.kind === 'set') {
    if (action.amount.trim() === '') return { kind: 'no_edit', reason: 'no_value' };
    const value = readAmount(action.amount, currency);
    if (value === null) throw new RangeError(`Not an amount: ${action.amount}`);
    return settled(row, base, value, false);
  }
  const size = sizeOf(action, currency);
  if (size === null) throw new RangeError(`Not a size of a change: ${action.size}`);
  if (base === null) return { kind: 'no_edit', reason: 'no_base' };
  const least = smallestAmount(currency);
  const value =
    action.by === 'amount' ? base + (action.kind === 'increase' ? size : -size) : scaled(base, action, size, least);
  return settled(row, base, Math.max(least, value), value < least);
}

/** The base changed by a percentage, rounded once, half up to the currency's smallest amount. */
function scaled(base: number, action: { kind: 'increase' | 'decrease' }, percent: number, least: number): number {
  const whole = 100n * BigInt(microsPerUnit);
  const factor = action.kind === 'increase' ? whole + BigInt(percent) : whole - BigInt(percent);
  const unit = whole * BigInt(least);
  return Number((2n * BigInt(base) * factor + unit) / (2n * unit)) * least;
}

/** A keyword that followed its ad group has a bid of its own from then on, even one of the same size. */
function settled(row: BulkRow, base: number | null, value: number, raised: boolean): BulkResult {
  const ownFromNow = row.ownBid === null && row.inherited !== null;
  if (value === base) return { kind: 'no_edit', reason: 'same' };
  return edited(value, raised, ownFromNow);
}

function edited(value: number | null, raised: boolean, ownFromNow: boolean): BulkResult {
  return { kind: 'edit', value, raised, ownFromNow };
}
