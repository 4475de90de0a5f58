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

/** A row that was not sent yet; a keyword without a bid of its own follows its ad group, whose bid was set before. */
export function decideUnsentRow(
  row: Pick<ChangeRow, 'base' | 'new' | 'unchecked' | 'field' | 'parent'>,
  remote: RemoteReading,
): RowDecision {
  const follows =
    row.field === 'cpt_bid' && row.parent !== undefined && remote?.deleted === false && remote.value === null;
  return follows ? 'unchanged' : decideRow(row, remote);
}

/** Whether a row may be sent after the end of the one it waits for. A negative whose ad group is deleted blocks nothing any more. */
export const mayFollow = ({ field, new: set }: Pick<ChangeRow, 'field' | 'new'>, end: string): boolean =>
  end === 'changed' || end === 'unchanged' || (end === 'skipped' && field === 'negative' && set === null);

const nouns = { campaign: 'campaign', ad_group: 'ad group', keyword: 'keyword' } as const;
/** What a row is about, in a sentence. */
export const nounOf = ({ key, field }: Pick<ChangeRow, 'key' | 'field'>): string =>
  field === 'negative' ? 'negative keyword' : nouns[objectOfKey(key).level];

/** What is to be done about a row whose call was not answered. */
export type SentDecision = 'changed' | 'write' | 'conflict' | 'skipped' | 'wait';

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
): SentDecision {
  if (remote === undefined || remote.deleted) return row.new === 'DELETED' ? 'changed' : 'skipped';
  if (remote.value === row.new) return 'changed';
  if (remote.value !== before) return 'conflict';
  const twice = unmoved.length > 1 && secondReadingDue(unmoved) === undefined;
  return twice && sent < writesAtMost ? 'write' : 'wait';
}

/** What happened to a row since it was sent without an answer. */
export interface SentRow {
  /** What it was when it was sent. */
  readonly before: SettingValue;
  /** Instants of earlier readings since then that showed it as it was; milliseconds. */
  readonly unmoved: readonly number[];
  /** When it was read now. */
  readonly readAt: number;
  /** Calls for it that began, and those among them that the limit of requests held back, by the log. */
  readonly begun: number;
  readonly held: number;
  /** Its calls that ended without an answer. */
  readonly unanswered: number;
}

/**
 * What a reading means for a row whose call was not answered.
 * @returns `unmoved` with this reading, if it showed the row as it was.
 */
export function decideSentRow(
  row: Pick<ChangeRow, 'new' | 'field'>,
  remote: RemoteReading,
  { before, unmoved, readAt, begun, held, unanswered }: SentRow,
): { readonly decision: SentDecision; readonly unmoved: readonly number[] } {
  // Between two calls for a page the ad group shows the default one: that is our own doing, and continued.
  const halfWay = row.field === 'creative' && remote?.value === 0 && row.new !== 0;
  const isUnmoved = remote !== undefined && !remote.deleted && (remote.value === before || halfWay);
  const readings = isUnmoved ? [...unmoved, readAt] : unmoved;
  const effective = halfWay && remote !== undefined ? { ...remote, value: before } : remote;
  const sent = Math.max(begun - held, unanswered);
  return { decision: decideReading(row, effective, before, { unmoved: readings, sent }), unmoved: readings };
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
