import type { SearchAdsError } from '@tapwise/adapters';
import { limitEndMs, limitMessage, limitPause, nextReading, type RowResult, secondReadingDue } from '@tapwise/domain';
import type { CallEnd, WritableRow } from './call-types.ts';
import { failed, type RowProgress } from './row-progress.ts';

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
