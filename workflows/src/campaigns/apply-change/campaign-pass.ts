import { SearchAdsError } from '@tapwise/adapters';
import {
  type ChangeRow,
  decideSentRow,
  decideUnsentRow,
  deletedMessage,
  nextReading,
  objectOfKey,
  type RemoteReading,
  type RowResult,
  rowTurn,
  type SentDecision,
  type SettingValue,
} from '@tapwise/domain';
import { heldPauseMs, type PassContext } from './pass-context.ts';
import { negativeSettings, pageAd, type RemoteValues, readRemoteValues } from './remote-values.ts';
import { parentsElsewhere } from './row-dependencies.ts';
import {
  holdBack,
  isLastReading,
  iso,
  type OpenRow,
  progressOf,
  type RowProgress,
  release,
  unread,
  unreadable,
} from './row-progress.ts';
import { writeRows } from './sending/write-rows.ts';
import { type DecidedRow, type SettledRow, settleUnclear } from './settle-by-record.ts';

/** What a pass has left. */
interface PassEnd {
  /** When something is due next, in milliseconds; `undefined` when every row has its outcome. */
  readonly dueAt: number | undefined;
  /** Whether rows were not sent, for whatever reason but that they wait for earlier changes or other rows. */
  readonly hasUnsent: boolean;
}

/** How often it is looked whether a row of another campaign, which has to come first, has its outcome, and whether one of an earlier change has. */
const otherCampaignMs = 1000;
const earlierChangeMs = 5000;
/** After it the process looks whether the organization is connected. */
const disconnectedPauseMs = 5000;

/** Does for the rows of one campaign all that is due. */
export async function passCampaign(context: PassContext, campaignId: number): Promise<PassEnd> {
  for (;;) {
    const { open, waitMs, ended } = await openRows(context, campaignId);
    if (open.length === 0 && ended) continue;
    const again = context.now() + waitMs;
    if (open.length === 0) return { dueAt: Number.isFinite(again) ? again : undefined, hasUnsent: false };
    if (context.held()) postpone(context, open);
    else for (const { progress } of open) release(progress);
    const due = open.filter(({ progress }) => progress.dueAt <= context.now());
    if (due.length === 0 || context.stopping.aborted) {
      const hasUnsent = open.some(({ progress }) => progress.state === 'fresh');
      const dues = due.length === 0 ? open.map(({ progress }) => progress.dueAt) : [context.now()];
      return { dueAt: Math.min(again, ...dues), hasUnsent };
    }
    const requestedAt = context.now();
    const remote = await readOrWait(context, campaignId, due);
    if (remote !== undefined) await decideAndWrite(context, campaignId, due, { remote, requestedAt });
  }
}

/** Rows that were not sent, or certainly had no effect, wait. */
function postpone({ now }: PassContext, rows: readonly OpenRow[]): void {
  const until = now() + heldPauseMs;
  for (const { progress } of rows) if (progress.state === 'fresh') holdBack(progress, until);
}

/**
 * Rows without an outcome whose turn has come. Those whose parent failed get theirs here.
 * @returns `waitMs`: others wait for a row that has none yet and are to be looked at again then; `ended`: some got theirs here.
 */
async function openRows(context: PassContext, campaignId: number) {
  const { change, log, now } = context;
  const settled = await log.settledRows(campaignId);
  const ends = new Map([...(await parentsElsewhere(change, log, campaignId)), ...settled]);
  const beside = await context.beside(campaignId);
  const isStopped = context.stopped();
  const orphans: [number, RowResult][] = [];
  let waitMs = Number.POSITIVE_INFINITY;
  const { rows } = change.request;
  const open = log.rowsOf(campaignId).flatMap((index): OpenRow[] => {
    const row = rows[index];
    if (row === undefined || settled.has(index)) return [];
    const rowProgress = currentProgress(context, index);
    const turn = rowTurn(rows, row, { ends, isSent: rowProgress.state === 'sent', isStopped, beside });
    if (turn.kind === 'due') return [{ index, row, progress: rowProgress }];
    if (turn.kind === 'skipped') {
      const { message } = turn;
      orphans.push([index, { outcome: 'skipped', remote: undefined, message, attempts: [], decidedAt: iso(now()) }]);
    } else waitMs = Math.min(waitMs, turn.kind === 'after_row' ? otherCampaignMs : earlierChangeMs);
    return [];
  });
  await log.record(campaignId, orphans);
  return { open, waitMs, ended: orphans.length > 0 };
}

/** What is known of a row here, unless someone else has sent it since: then it is what the log says. */
function currentProgress({ change, progress }: PassContext, index: number): RowProgress {
  const cached = progress.get(index);
  if (cached !== undefined && cached.begun >= (change.calls.get(index)?.sent ?? 0)) return cached;
  const logged = progressOf(change, index);
  if (logged.state === 'sent') logged.dueAt = logged.failedAt + (nextReading(undefined) ?? 0);
  progress.set(index, logged);
  return logged;
}

/** What holds now; `undefined` when it cannot be read, and then the rows wait or end. */
async function readOrWait(context: PassContext, campaignId: number, due: readonly OpenRow[]) {
  const { log, now } = context;
  try {
    const rows = due.map(({ row }) => row);
    const remote = await readRemoteValues(context.writer, log.scope, campaignId, rows);
    for (const { progress } of due) progress.failures = 0;
    return remote;
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    const ended: [number, RowResult][] = [];
    for (const { index, progress } of due) {
      if (error.isDisconnected) {
        progress.dueAt = now() + disconnectedPauseMs;
        continue;
      }
      progress.failures += 1;
      const result = progress.state === 'sent' ? unread(progress, now()) : unreadable(error, progress, now());
      if (result !== undefined) ended.push([index, result]);
    }
    await log.record(campaignId, ended);
    return undefined;
  }
}

/** @param read What holds, and when it was asked for. */
async function decideAndWrite(
  context: PassContext,
  campaignId: number,
  due: readonly OpenRow[],
  { remote, requestedAt }: { readonly remote: RemoteValues; readonly requestedAt: number },
): Promise<void> {
  const { log, now } = context;
  const decided = due.map((openRow) => decideOne(context, openRow, remote.of(openRow.row), requestedAt));
  const settled = await settleByHistory(context, decided);
  const at = now();
  const ended: [number, RowResult][] = [];
  const writable: OpenRow[] = [];
  for (const { openRow, decision: readDecision, current } of decided) {
    const { row, progress, index } = openRow;
    const { decision, setter, note } = settled.get(index) ?? { decision: readDecision };
    if (decision === 'write') {
      if (progress.state === 'fresh') progress.before = current ?? null;
      writable.push(openRow);
    } else if (decision === 'wait' || decision === 'unknown') {
      const result = unread(progress, at);
      if (result !== undefined) ended.push([index, { ...result, remote: current }]);
    } else {
      const message = decision === 'skipped' ? { message: deletedMessage } : {};
      // What a confirmed call changed is what was there before it.
      const before: SettingValue | undefined = decision === 'changed' ? (progress.before ?? row.base) : current;
      const after = decision === 'changed' ? objectsAfter(row, remote) : {};
      const { attempts } = progress;
      const result = { outcome: decision, remote: before, ...message, ...after, setter, note, attempts };
      ended.push([index, { ...result, decidedAt: iso(at) }]);
    }
  }
  await log.record(campaignId, ended);
  if (writable.length > 0) await writeRows(context, campaignId, writable, remote);
}

/** What a reading alone means for a row; `current` is what it showed. */
function decideOne(context: PassContext, openRow: OpenRow, reading: RemoteReading, readAt: number): DecidedRow {
  const { row, progress } = openRow;
  const isFresh = progress.state === 'fresh';
  const decision = isFresh ? decideUnsentRow(row, reading) : decideSent(context, openRow, reading, readAt);
  const isLast = decision === 'wait' && isLastReading(progress, readAt);
  return { openRow, decision: isLast ? 'unknown' : decision, current: reading?.value };
}

/** Lets the record of the ad service decide where the object alone cannot: before anything is sent again or left to someone else. */
async function settleByHistory(
  { record, log, now }: PassContext,
  decided: readonly DecidedRow[],
): Promise<ReadonlyMap<number, SettledRow>> {
  const unclear = decided.filter(
    ({ decision, openRow: { progress } }) =>
      decision === 'conflict' || decision === 'unknown' || (decision === 'write' && progress.state === 'sent'),
  );
  return record === undefined ? new Map() : settleUnclear(record, log.scope, unclear, now());
}

/** The ads that show the page a row was to set, or the negative it was to add. */
function objectsAfter(row: ChangeRow, remote: RemoteValues): Pick<RowResult, 'ads' | 'negative'> {
  if (row.field === 'creative') return { ads: remote.adsOf(objectOfKey(row.key).adGroupId ?? 0).map(pageAd) };
  const negative = row.field === 'negative' ? remote.negativeOf(row) : undefined;
  return negative === undefined ? {} : { negative: negativeSettings(negative) };
}

/** Notes a reading that shows a sent row as it was. */
function decideSent(
  { change }: PassContext,
  { index, row, progress }: OpenRow,
  reading: RemoteReading,
  readAt: number,
): SentDecision {
  const { sent: begun = 0, held = 0 } = change.calls.get(index) ?? {};
  const unanswered = progress.attempts.filter(({ end }) => end === 'unknown').length;
  const before = progress.before ?? row.base;
  const sent = { before, unmoved: progress.unmoved, readAt, begun, held, unanswered };
  const { decision, unmoved } = decideSentRow(row, reading, sent);
  progress.unmoved = unmoved;
  return decision;
}
