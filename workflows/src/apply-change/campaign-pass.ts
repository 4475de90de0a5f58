import { type SearchAdsClient, SearchAdsError } from '@tapwise/adapters';
import {
  type ChangeRow,
  decideReading,
  decideRow,
  deletedMessage,
  type KnownChange,
  limitEndMs,
  limitMessage,
  limitPause,
  nextReading,
  type RowResult,
  type SettingValue,
} from '@tapwise/domain';
import { runBounded } from '../streams/run-bounded.ts';
import type { ChangeLog } from './change-log.ts';
import { type LiveValues, readLiveValues } from './live-values.ts';
import type { RowEnd, WritableRow } from './row-call.ts';
import { callsOf } from './row-calls.ts';
import { type ChangeProgress, failed, progressOf, type RowProgress } from './row-progress.ts';

export interface PassContext {
  readonly writer: SearchAdsClient['writer'];
  readonly log: ChangeLog;
  readonly change: KnownChange;
  readonly progress: ChangeProgress;
  /** Milliseconds. */
  readonly now: () => number;
  /** No further call begins after it aborts. */
  readonly stopping: AbortSignal;
}

interface OpenRow extends WritableRow {
  readonly progress: RowProgress;
}

const callsAtOnce = 10;
/** Pauses after a question that failed, and after a call that never reached the service. */
const [firstPauseMs, longestPauseMs] = [5000, 60_000];

/**
 * Does for the rows of one campaign all that is due.
 * @returns when something is due next, in milliseconds; `undefined` when every row has its outcome.
 */
export async function passCampaign(context: PassContext, campaignId: number): Promise<number | undefined> {
  for (;;) {
    const open = await openRows(context, campaignId);
    if (open.length === 0) return undefined;
    const due = open.filter(({ progress }) => progress.dueAt <= context.now());
    if (due.length === 0 || context.stopping.aborted) {
      return Math.min(...open.map(({ progress }) => progress.dueAt), ...(due.length === 0 ? [] : [context.now()]));
    }
    const live = await readOrWait(context, campaignId, due);
    if (live !== undefined) await decideAndWrite(context, campaignId, due, live);
  }
}

/** Rows without an outcome whose turn has come. Those whose parent failed get theirs here. */
async function openRows(context: PassContext, campaignId: number): Promise<OpenRow[]> {
  const { change, log, now } = context;
  const settled = await log.settledRows(campaignId);
  const orphans: [number, RowResult][] = [];
  const open = log.rowsOf(campaignId).flatMap((index): OpenRow[] => {
    const row = change.request.rows[index];
    if (row === undefined || settled.has(index)) return [];
    const parent = row.parent === undefined ? 'changed' : settled.get(row.parent);
    if (parent === undefined) return [];
    if (parent === 'changed' || parent === 'unchanged')
      return [{ index, row, progress: knownProgress(context, index) }];
    const message = 'The ad group was not changed';
    orphans.push([index, { outcome: 'skipped', live: undefined, message, attempts: [], decidedAt: iso(now()) }]);
    return [];
  });
  await log.record(campaignId, orphans);
  return open;
}

/** What is known of a row here, unless someone else has sent it since: then it is what the log says. */
function knownProgress({ change, progress }: PassContext, index: number): RowProgress {
  const known = progress.get(index);
  if (known !== undefined && known.begun >= (change.calls.get(index)?.sent ?? 0)) return known;
  const logged = progressOf(change, index);
  if (logged.state === 'sent') logged.dueAt = logged.failedAt + (nextReading(undefined) ?? 0);
  progress.set(index, logged);
  return logged;
}

/** What holds now; `undefined` when it cannot be read, and then the rows wait or end. */
async function readOrWait(context: PassContext, campaignId: number, due: readonly OpenRow[]) {
  const { log, now } = context;
  try {
    const keys = due.map(({ row }) => row.key);
    const live = await readLiveValues(context.writer, log.scope, campaignId, keys);
    for (const { progress } of due) progress.failures = 0;
    return live;
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    const ended: [number, RowResult][] = [];
    for (const { index, progress } of due) {
      progress.failures += 1;
      const result = progress.state === 'sent' ? unread(progress, now()) : unreadable(error, progress, now());
      if (result !== undefined) ended.push([index, result]);
    }
    await log.record(campaignId, ended);
    return undefined;
  }
}

/** A row that was sent is read again at its next instant; after the last one its effect stays unknown. */
function unread(progress: RowProgress, now: number): RowResult | undefined {
  progress.lastReading = Math.max(progress.lastReading ?? 0, now - progress.failedAt);
  const next = nextReading(progress.lastReading);
  if (next === undefined)
    return { outcome: 'unknown', live: undefined, attempts: progress.attempts, decidedAt: iso(now) };
  progress.dueAt = progress.failedAt + next;
  return undefined;
}

/** A row that was not sent waits while the service is away, and ends when it refuses to be asked. */
function unreadable(error: SearchAdsError, progress: RowProgress, now: number): RowResult | undefined {
  if (error.retryable || error.status === null) {
    progress.dueAt = now + Math.min(longestPauseMs, firstPauseMs * 2 ** (progress.failures - 1));
    return undefined;
  }
  const message = error.problems[0]?.message ?? error.message;
  const attempts = progress.attempts;
  return { outcome: 'refused', live: undefined, appleStatus: error.status, message, attempts, decidedAt: iso(now) };
}

async function decideAndWrite(
  context: PassContext,
  campaignId: number,
  due: readonly OpenRow[],
  live: LiveValues,
): Promise<void> {
  const { log, now } = context;
  const at = now();
  const ended: [number, RowResult][] = [];
  const writable: OpenRow[] = [];
  for (const each of due) {
    const { row, progress, index } = each;
    const reading = live.of(row.key, row.field);
    const found = reading?.value;
    const decision = progress.state === 'fresh' ? decideFresh(row, reading) : decideSent(context, each, reading);
    if (decision === 'write') {
      if (progress.state === 'fresh') progress.before = found ?? null;
      writable.push(each);
    } else if (decision === 'wait') {
      const result = unread(progress, at);
      if (result !== undefined) ended.push([index, { ...result, live: found }]);
    } else {
      const message = decision === 'skipped' ? { message: deletedMessage } : {};
      // What a confirmed call changed is what was there before it.
      const before: SettingValue | undefined = decision === 'changed' ? (progress.before ?? row.base) : found;
      const result = { outcome: decision, live: before, ...message, attempts: progress.attempts, decidedAt: iso(at) };
      ended.push([index, result]);
    }
  }
  await log.record(campaignId, ended);
  if (writable.length > 0) await writeRows(context, campaignId, writable, live);
}

/** A keyword that has no own bid any more follows its ad group, whose bid was set before. */
function decideFresh(row: ChangeRow, reading: ReturnType<LiveValues['of']>) {
  const follows = row.parent !== undefined && reading?.deleted === false && reading.value === null;
  return follows ? ('unchanged' as const) : decideRow(row, reading);
}

function decideSent(
  { change, now }: PassContext,
  { index, row, progress }: OpenRow,
  reading: ReturnType<LiveValues['of']>,
) {
  const before = progress.before ?? row.base;
  const unmoved = reading !== undefined && !reading.deleted && reading.value === before;
  if (unmoved) progress.unmoved.push(now());
  const { sent: begun = 0, held = 0 } = change.calls.get(index) ?? {};
  const sent = Math.max(begun - held, progress.attempts.filter(({ end }) => end === 'unknown').length);
  return decideReading(row, reading, before, { unmoved: progress.unmoved, sent });
}

/** Sends rows after the log has it that they are being sent; a row that someone else sent meanwhile is read first. */
async function writeRows(
  context: PassContext,
  campaignId: number,
  writable: readonly OpenRow[],
  live: LiveValues,
): Promise<void> {
  const { log, writer, stopping, now } = context;
  const seen = new Map(writable.map(({ index, progress }) => [index, progress.begun]));
  const started = await log.startWrites(campaignId, seen);
  const mine = writable.filter(({ index }) => started.has(index));
  for (const { index, progress } of writable) {
    if (!started.has(index)) failed(progress, now(), nextReading(undefined) ?? 0);
  }
  // Until its end is known, a call may have had its effect.
  for (const { progress } of mine) {
    failed(progress, now(), 0);
    progress.begun += 1;
  }
  const rows = new Map(mine.map((each) => [each.index, each]));
  const unsent: number[] = [];
  const calls = callsOf(mine, { writer, scope: log.scope, campaignId, live, now });
  await runBounded(calls, callsAtOnce, async (call) => {
    if (stopping.aborted) {
      unsent.push(...call.rows);
      return;
    }
    await takeEnds(context, campaignId, rows, await call.send());
  });
  for (const index of unsent) Object.assign(rows.get(index)?.progress ?? {}, { state: 'fresh', dueAt: now() });
  await log.leaveOpen(campaignId, unsent, 'not_sent');
  await log.recorded();
}

async function takeEnds(
  { log, now }: PassContext,
  campaignId: number,
  rows: ReadonlyMap<number, OpenRow>,
  ends: ReadonlyMap<number, RowEnd>,
): Promise<void> {
  const at = now();
  const open = { unknown: [] as number[], limited: [] as number[], not_sent: [] as number[] };
  const ended: [number, RowResult][] = [];
  for (const [index, ending] of ends) {
    const each = rows.get(index);
    if (each === undefined) continue;
    const result = resultOf(each, ending, at);
    if (typeof result === 'string') open[result].push(index);
    else ended.push([index, result]);
  }
  // What is recorded together costs one append; the calls go on meanwhile.
  log.recordSoon(campaignId, ended);
  for (const end of ['unknown', 'limited', 'not_sent'] as const) await log.leaveOpen(campaignId, open[end], end);
}

/** The outcome of a row after its call, or why it has none yet. */
function resultOf({ row, progress }: OpenRow, { end, calls }: RowEnd, at: number): RowResult | keyof OpenEnds {
  const attempts = [...progress.attempts];
  for (const [place, { sentAt, endedAt, refused }] of calls.entries()) {
    const last = place === calls.length - 1;
    if (last && end.kind === 'unknown' && !end.sent) continue;
    attempts.push({
      sent_at: iso(sentAt),
      ended_at: iso(endedAt),
      end: last ? end.kind : refused ? 'refused' : 'done',
    });
  }
  progress.attempts = attempts;
  const about = { live: progress.before ?? row.base, attempts, decidedAt: iso(at) };
  switch (end.kind) {
    case 'done':
      return {
        ...{ ...about, outcome: 'changed', appleStatus: 200, note: end.note },
        ...(end.set === undefined ? {} : { set: end.set }),
      };
    case 'refused':
      return { ...about, outcome: 'refused', appleStatus: end.status, message: end.message };
    case 'limited':
      progress.limitedSince ??= at;
      if (at - progress.limitedSince >= limitEndMs) {
        return { ...about, outcome: 'refused', appleStatus: 429, message: limitMessage };
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

type OpenEnds = Record<'unknown' | 'limited' | 'not_sent', number[]>;

const iso = (ms: number): string => new Date(ms).toISOString();
