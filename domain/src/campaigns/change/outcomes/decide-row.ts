import { hourMs } from '../../../shared/calendar/days.ts';
import { type ChangeRow, objectOfKey, type SettingValue } from '../change-row.ts';

/** What was read of a row's object; `undefined` when there is no such object. */
export type RemoteReading = { readonly deleted: boolean; readonly value: SettingValue } | undefined;

/** What is to be done about a row that was not sent yet. */
export type RowDecision = 'write' | 'unchanged' | 'conflict' | 'skipped';

/** Said of a row whose object is deleted. */
export const deletedMessage = 'deleted';

/** What the remote value means for a row that was not sent yet. */
export function decideRow(row: Pick<ChangeRow, 'base' | 'new' | 'unchecked'>, remote: RemoteReading): RowDecision {
  if (remote === undefined || remote.deleted) return row.new === 'DELETED' ? 'unchanged' : 'skipped';
  if (remote.value === row.new) return 'unchanged';
  return row.unchecked === true || remote.value === row.base || row.new === 'DELETED' ? 'write' : 'conflict';
}

/** Whether a row may be sent after the end of the one it waits for. A negative whose ad group is deleted blocks nothing any more. */
export const mayFollow = ({ field, new: set }: Pick<ChangeRow, 'field' | 'new'>, end: string): boolean =>
  end === 'changed' || end === 'unchanged' || (end === 'skipped' && field === 'negative' && set === null);

const nouns = { campaign: 'campaign', ad_group: 'ad group', keyword: 'keyword' } as const;
/** What a row is about, in a sentence. */
export const nounOf = ({ key, field }: Pick<ChangeRow, 'key' | 'field'>): string =>
  field === 'negative' ? 'negative keyword' : nouns[objectOfKey(key).level];

/** When a value was read after a call that was not answered, as instants in milliseconds. */
export interface BaseReadings {
  /** Instants at which it still was as before the call. */
  readonly unmoved: readonly number[];
  readonly sent: number;
}

const writesAtMost = 3;
/** Two readings that show a row as it was count as two when they are this far apart; milliseconds. */
const readingsApartMs = 30_000;

/** When a reading shows for the second time that a row is as it was, in milliseconds; `undefined` without a first one, and when it was there. */
export function secondReadingDue(unmoved: readonly number[]): number | undefined {
  const first = unmoved.at(0);
  const last = unmoved.at(-1);
  if (first === undefined || last === undefined || last - first >= readingsApartMs) return undefined;
  return first + readingsApartMs;
}

/**
 * What a reading after an unanswered call means. It is written again only after two readings at least 30 s apart showed it as it
 * was, and never a fourth time.
 * @param before What it was when it was sent.
 */
export function decideReading(
  row: Pick<ChangeRow, 'new'>,
  remote: RemoteReading,
  before: SettingValue,
  { unmoved, sent }: BaseReadings,
): 'changed' | 'write' | 'conflict' | 'skipped' | 'wait' {
  if (remote === undefined || remote.deleted) return row.new === 'DELETED' ? 'changed' : 'skipped';
  if (remote.value === row.new) return 'changed';
  if (remote.value !== before) return 'conflict';
  const twice = unmoved.length > 1 && secondReadingDue(unmoved) === undefined;
  return twice && sent < writesAtMost ? 'write' : 'wait';
}

/** Milliseconds from the failed call to each reading; then one every ten minutes. */
const readings: readonly number[] = [5000, 35_000, 120_000, 600_000];
const laterEveryMs = 600_000;
/** Readings end this long after the failed call. */
export const readingsEndMs = hourMs;

/** When to read next, in milliseconds after the failed call, given when it was read last; `undefined` after the last one. */
export function nextReading(lastMs: number | undefined): number | undefined {
  const last = lastMs ?? -1;
  const early = readings.find((at) => at > last);
  if (early !== undefined) return early;
  const next = (Math.floor(last / laterEveryMs) + 1) * laterEveryMs;
  return next <= readingsEndMs ? next : undefined;
}

/** Pauses after 429 without `Retry-After`, in milliseconds; the last one repeats. */
const limitPauses: readonly number[] = [2000, 4000, 8000, 16_000];
/** A row that is held back by the limit of requests for this long is given up. */
export const limitEndMs = 900_000;
export const limitMessage = 'Apple limits the number of requests, please try again later';

/** @param limited How often it was held back before. */
export const limitPause = (limited: number, retryAfterMs: number | null): number =>
  retryAfterMs ?? limitPauses[Math.min(limited, limitPauses.length - 1)] ?? 0;
