import type { SearchAdsError } from '@tapwise/adapters';
import {
  type ExistingChange,
  limitEndMs,
  limitMessage,
  limitPause,
  nextReading,
  type RowAttempt,
  type RowResult,
  type SettingValue,
  secondReadingDue,
} from '@tapwise/domain';
import type { CallEnd, WritableRow } from './sending/call-types.ts';

/** What is known here about a row without an outcome; after a restart, what the log says of it. */
export interface RowProgress {
  /** `fresh` rows had no effect so far; a `sent` one may have had, so it is read before it is sent again. */
  state: 'fresh' | 'sent';
  /** How often calls for it had begun, by the log, when what is known here was decided on. */
  begun: number;
  /** Milliseconds; when the next step is due. */
  dueAt: number;
  /** Milliseconds; when it would be due if Stop all did not hold it back. */
  dueWhenReleased: number | undefined;
  attempts: RowAttempt[];
  /** What was read right before the first call; `undefined` where this process did not read it. */
  before: SettingValue | undefined;
  /** Milliseconds; end of the call that was not answered. */
  failedAt: number;
  /** Milliseconds after that end; the last reading. */
  lastReading: number | undefined;
  /** Milliseconds; readings since that end that showed what was there before. */
  unmoved: readonly number[];
  /** Calls held back by the limit of requests, and since when. */
  limited: number;
  limitedSince: number | undefined;
  /** Readings that failed one after the other. */
  failures: number;
}

/** Progress of the rows of one change. */
export type ChangeProgress = Map<number, RowProgress>;

/** Progress of a row by the log. A call without an end is one whose process died: its effect is unknown. */
export function progressOf(change: ExistingChange, row: number): RowProgress {
  const call = change.calls.get(row);
  const sent = call !== undefined && (call.end === null || call.end === 'unknown');
  const failedAt = sent ? Date.parse(call.endedAt ?? call.startedAt) : 0;
  const attempts: RowAttempt[] = sent ? [{ sent_at: call.startedAt, ended_at: call.endedAt, end: 'unknown' }] : [];
  return {
    state: sent ? 'sent' : 'fresh',
    begun: call?.sent ?? 0,
    dueAt: 0,
    dueWhenReleased: undefined,
    attempts,
    before: undefined,
    failedAt,
    lastReading: undefined,
    unmoved: [],
    limited: 0,
    limitedSince: undefined,
    failures: 0,
  };
}

/** Stop all holds the row back: it is due then at the earliest, or when that is released. */
export function holdBack(progress: RowProgress, until: number): void {
  progress.dueWhenReleased ??= progress.dueAt;
  progress.dueAt = Math.max(progress.dueWhenReleased, until);
}

/** Nothing holds the row back any more. */
export function release(progress: RowProgress): void {
  if (progress.dueWhenReleased !== undefined) progress.dueAt = progress.dueWhenReleased;
  progress.dueWhenReleased = undefined;
}

/** The row was sent and not answered. */
export function failed(progress: RowProgress, at: number, firstReadingMs: number): void {
  Object.assign(progress, {
    state: 'sent',
    failedAt: at,
    lastReading: undefined,
    unmoved: [],
    dueAt: at + firstReadingMs,
  });
}

/** A row without an outcome yet. */
export interface OpenRow extends WritableRow {
  readonly progress: RowProgress;
}

/** Pauses after a question that failed, and after a call that never reached the service. */
const firstPauseMs = 5000;
const longestPauseMs = 60_000;

/** The outcome of a row after its call, or why it has none yet. */
export function resultOf({ row, progress }: OpenRow, { end, calls }: CallEnd, at: number): RowResult | keyof OpenEnds {
  const attempts = [...progress.attempts];
  for (const [index, { sentAt, endedAt, refused }] of calls.entries()) {
    const last = index === calls.length - 1;
    if (last && end.kind === 'unknown' && !end.sent) continue;
    attempts.push({
      sent_at: iso(sentAt),
      ended_at: iso(endedAt),
      end: last ? end.kind : refused ? 'refused' : 'done',
    });
  }
  progress.attempts = attempts;
  const details = { remote: progress.before ?? row.base, attempts, decidedAt: iso(at) };
  switch (end.kind) {
    case 'done':
      return {
        ...details,
        outcome: 'changed',
        appleStatus: 200,
        note: end.note,
        ads: end.ads,
        negative: end.negative,
        ...(end.set === undefined ? {} : { set: end.set }),
      };
    case 'refused':
      return { ...details, outcome: 'refused', appleStatus: end.status, message: end.message, note: end.note };
    case 'limited':
      progress.limitedSince ??= at;
      if (at - progress.limitedSince >= limitEndMs) {
        return { ...details, outcome: 'refused', appleStatus: 429, message: limitMessage };
      }
      Object.assign(progress, { state: 'fresh', dueAt: at + limitPause(progress.limited, end.retryAfterMs) });
      progress.limited += 1;
      return 'limited';
    case 'unknown':
      if (end.sent) {
        failed(progress, calls.at(-1)?.endedAt ?? at, nextReading(undefined) ?? 0);
        return 'unknown';
      }
      progress.failures += 1;
      Object.assign(progress, {
        state: 'fresh',
        dueAt: at + Math.min(longestPauseMs, firstPauseMs * progress.failures),
      });
      return 'not_sent';
  }
}

/**
 * A row that was sent is read again at its next instant; after the last one its effect stays unknown. One reading that showed it as it
 * was is followed by the second one exactly as late as both count, whenever the first one came: a process that takes a row over late
 * knows nothing of earlier readings.
 */
export function unread(progress: RowProgress, now: number): RowResult | undefined {
  progress.lastReading = Math.max(progress.lastReading ?? 0, now - progress.failedAt);
  const next = nextReading(progress.lastReading);
  const second = secondReadingDue(progress.unmoved);
  if (second !== undefined && second > now) {
    progress.dueAt = second;
    return undefined;
  }
  if (next === undefined) {
    return { outcome: 'unknown', remote: undefined, attempts: progress.attempts, decidedAt: iso(now) };
  }
  // A second reading that failed is repeated soon.
  const again = second === undefined ? Infinity : now + pauseAfter(progress.failures);
  progress.dueAt = Math.min(progress.failedAt + next, again);
  return undefined;
}

/** Whether a row that was sent is not read again after this. */
export const isLastReading = ({ lastReading = 0, failedAt, unmoved }: RowProgress, now: number): boolean =>
  nextReading(Math.max(lastReading, now - failedAt)) === undefined && (secondReadingDue(unmoved) ?? now) <= now;

const pauseAfter = (failures: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.max(0, failures - 1));

/** A row that was not sent waits while the service is away, and ends when it refuses to be asked. */
export function unreadable(error: SearchAdsError, progress: RowProgress, now: number): RowResult | undefined {
  if (error.retry || error.status === null) {
    progress.dueAt = now + pauseAfter(progress.failures);
    return undefined;
  }
  const message = error.problems[0]?.message ?? error.message;
  const attempts = progress.attempts;
  return { outcome: 'refused', remote: undefined, appleStatus: error.status, message, attempts, decidedAt: iso(now) };
}

/** Rows whose calls ended without an outcome, by why. */
export type OpenEnds = Record<'unknown' | 'limited' | 'not_sent', number[]>;

export const iso = (ms: number): string => new Date(ms).toISOString();
