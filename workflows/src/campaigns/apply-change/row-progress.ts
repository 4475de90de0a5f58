import type { ExistingChange, RowAttempt, SettingValue } from '@tapwise/domain';

/** What is known here about a row without an outcome; after a restart, what the log says of it. */
export interface RowProgress {
  /** `fresh` rows had no effect so far; a `sent` one may have had, so it is read before it is sent again. */
  state: 'fresh' | 'sent';
  /** How often calls for it had begun, by the log, when what is known here was decided on. */
  begun: number;
  /** Milliseconds; when the next step is due. */
  dueAt: number;
  attempts: RowAttempt[];
  /** What was read right before the first call; `undefined` where this process did not read it. */
  before: SettingValue | undefined;
  /** Milliseconds; end of the call that was not answered. */
  failedAt: number;
  /** Milliseconds after that end; the last reading. */
  lastReading: number | undefined;
  /** Milliseconds; readings since that end that showed what was there before. */
  unmoved: number[];
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
