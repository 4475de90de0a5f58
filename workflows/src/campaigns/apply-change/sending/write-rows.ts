import { nextReading, type RowResult } from '@tapwise/domain';
import { type StallWatch, watchForStalls } from '../../../activity/stall-watch.ts';
import { runBounded } from '../../../streams/run-bounded.ts';
import { heldPauseMs, type PassContext } from '../pass-context.ts';
import type { RemoteValues } from '../remote-values.ts';
import { failed, holdBack, type OpenRow, resultOf } from '../row-progress.ts';
import type { CallEnd } from './call-types.ts';
import { callsFor } from './send-rows.ts';

const callsAtOnce = 10;

/** Sends rows after the log has it that they are being sent; a row that someone else sent meanwhile is read first. */
export async function writeRows(
  context: PassContext,
  campaignId: number,
  writable: readonly OpenRow[],
  remote: RemoteValues,
): Promise<void> {
  const { held, now } = context;
  if (held()) {
    // Read back as it was before the call, a row is to be sent again: that waits as well.
    for (const { progress } of writable) holdBack(progress, now() + heldPauseMs);
    return;
  }
  const stalls = watchForStalls();
  try {
    await startAndSend(context, campaignId, writable, { remote, stalls });
  } finally {
    stalls.stop();
  }
}

async function startAndSend(
  context: PassContext,
  campaignId: number,
  writable: readonly OpenRow[],
  { remote, stalls }: { readonly remote: RemoteValues; readonly stalls: StallWatch },
): Promise<void> {
  const { log, writer, stopping, held, now } = context;
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
  const rows = new Map(mine.map((openRow) => [openRow.index, openRow]));
  const unsent: number[] = [];
  const calls = callsFor(mine, { writer, scope: log.scope, campaignId, remote, now });
  await runBounded(calls, callsAtOnce, async (call) => {
    // Too late: another process may have sent the rows since. They are read back, like those of a process that died.
    if (stalls.hasStalled()) return;
    if (stopping.aborted || held()) {
      unsent.push(...call.rows);
      return;
    }
    await applyEnds(context, campaignId, rows, await call.send());
  });
  for (const index of unsent) Object.assign(rows.get(index)?.progress ?? {}, { state: 'fresh', dueAt: now() });
  await log.leaveOpen(campaignId, unsent, 'not_sent');
  await log.recorded();
}

async function applyEnds(
  { log, now }: PassContext,
  campaignId: number,
  rows: ReadonlyMap<number, OpenRow>,
  ends: ReadonlyMap<number, CallEnd>,
): Promise<void> {
  const at = now();
  const open = { unknown: [] as number[], limited: [] as number[], not_sent: [] as number[] };
  const ended: [number, RowResult][] = [];
  for (const [index, ending] of ends) {
    const openRow = rows.get(index);
    if (openRow === undefined) continue;
    const result = resultOf(openRow, ending, at);
    if (typeof result === 'string') open[result].push(index);
    else ended.push([index, result]);
  }
  // What is recorded together costs one append; the calls go on meanwhile.
  log.recordSoon(campaignId, ended);
  for (const end of ['unknown', 'limited', 'not_sent'] as const) await log.leaveOpen(campaignId, open[end], end);
}
