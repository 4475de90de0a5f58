import { setTimeout as pause } from 'node:timers/promises';
import {
  type ClickHouseClient,
  type EventLog,
  followLog,
  inSpan,
  type Logger,
  type RecordedEvent,
  readLog,
  type UnreadableEvent,
} from '@tapwise/adapters';
import type { ParkingChange } from '@tapwise/domain';
import { type LogRange, readCheckpoints } from '../../tables/checkpoint.queries.ts';
import { readParkedStreams } from '../../tables/parked-stream.queries.ts';
import { type FirstFill, followFirstFill } from '../filling/first-fill.ts';
import { batchSpan } from './batch-span.ts';
import { positionKey } from './group-projections.ts';
import {
  cutAtRange,
  cutBatches,
  type LogEntry,
  mergeUnreadable,
  rangeOf,
  rowEstimate,
  type UnreadableEntry,
} from './log-batch.ts';
import { type ParkedStreams, parkedByProjection } from './parked-streams.ts';
import { matchParked, recordParked } from './parking-record.ts';
import type { Projection } from './projection.ts';
import type { TableWriter } from './range-journal.ts';
import { untilReleased } from './table-lock.ts';
import { writeBatch } from './write-batch.ts';

export interface ProjectionGroupOptions {
  readonly log: EventLog;
  readonly client: ClickHouseClient;
  readonly logger: Logger;
  /** At the same position of the log: one reading of it is enough for all of them. */
  readonly projections: readonly Projection[];
  readonly signal: AbortSignal;
  /** Where ranges are recorded before they are written; absent for tables that nobody else can write. */
  readonly writer?: TableWriter | undefined;
  /** Called when a batch is in the tables. */
  readonly onBatch?: () => void;
  /** Called when everything that was in the log has been written. */
  readonly onCaughtUp?: () => void;
  /** Whether a fault says that the tables are gone; following is then planned again, which finds out. */
  readonly isLost?: (error: unknown) => boolean;
  /** Called when the projections are no longer at one position; following has to be planned again. */
  readonly onDiverged?: () => void;
}

const eventsPerBatch = 12_000;
// After a batch the projector rests as long as the batch took: a steady stream makes a few larger inserts and leaves half of the
// engine to questions, while the first event after a quiet moment is written at once. A full batch means there is a backlog,
// and a backlog is worked off without resting. What comes in by many hundreds a second is history that is sent after the fact: no page
// waits for one of these events, and a batch costs the engine much the same however many there are in it.
const longestRestMs = 250;
const longestRestAfterManyMs = 2000;

/** Where a group is between two batches. */
interface Progress {
  /** What the tables hold; `undefined` when they are empty. */
  done: bigint | undefined;
  /** Begun by this process or an earlier one, and perhaps written in part. */
  unfinished: LogRange | undefined;
  waiting: LogEntry[];
  parked: Map<string, ParkedStreams>;
  /** Events that could not be read and that no batch has passed yet. */
  unreadable: UnreadableEntry[];
  /** Absent for tables that do not follow the log. */
  firstFill: FirstFill | undefined;
  /** What was done with the tables beside following, as far as is known here. */
  exchanges: string;
  readonly rowsIn: (entry: LogEntry) => number;
  /** Batches one after the other that were large enough for a long rest: each lengthens it, since a burst is not yet a history. */
  manyInARow: number;
}

/**
 * Keeps the tables of some projections at the end of the log until the signal aborts. A range that was begun before a crash is
 * repeated first, with the same boundaries, so that its tokens are the same. Faults of either side start over from the checkpoint.
 */
export async function followGroup(options: ProjectionGroupOptions): Promise<void> {
  const { log, logger, signal } = options;
  const progress = emptyProgress(options);
  await followLog(log, {
    after: async () => {
      progress.firstFill = followFirstFill({
        ...options,
        projections: namesOf(options),
        begun: performance.now(),
      });
      return await start(options, progress);
    },
    maxBatch: eventsPerBatch,
    signal,
    onBatch: (events) => applyEvents(options, progress, events),
    onCaughtUp: () => options.onCaughtUp?.(),
    onFault: (error) => {
      logger.warn({ err: error }, 'projecting was interrupted');
      if (options.writer?.journal.isLate() || options.isLost?.(error) === true) options.onDiverged?.();
    },
    onUnreadable: (event, error) => noteUnreadable(options, progress, event, error),
  });
}

/**
 * Brings the tables of some projections from their position to a later one.
 * @throws the log's or the engine's error.
 */
export async function advanceGroup(options: ProjectionGroupOptions, to: bigint): Promise<void> {
  const progress = emptyProgress(options);
  const after = await start(options, progress);
  const onUnreadable = (event: UnreadableEvent, error: unknown) => noteUnreadable(options, progress, event, error);
  await readLog(options.log, { after, to }, (events) => applyEvents(options, progress, events), onUnreadable);
}

const emptyProgress = ({ projections }: ProjectionGroupOptions): Progress => ({
  done: undefined,
  unfinished: undefined,
  waiting: [],
  parked: new Map(),
  unreadable: [],
  firstFill: undefined,
  exchanges: '',
  manyInARow: 0,
  rowsIn: rowEstimate(projections),
});

async function start(options: ProjectionGroupOptions, progress: Progress): Promise<bigint | undefined> {
  const { client, projections, logger } = options;
  const journal = options.writer?.journal;
  progress.exchanges = await untilReleased(client, namesOf(options), options);
  const checkpoints = await readCheckpoints(client);
  const keys = projections.map((projection) => positionKey(projection, checkpoints.get(projection.name), journal));
  if (new Set(keys).size > 1) options.onDiverged?.();
  const [first] = projections;
  const done = first && checkpoints.get(first.name)?.done;
  progress.done = done?.position;
  progress.unfinished = first && journal?.unfinishedOf(first, done);
  progress.parked = await readParking(options);
  [progress.waiting, progress.unreadable] = [[], []];
  const names = namesOf(options);
  const repeats = progress.unfinished !== undefined;
  logger.info({ position: done?.position.toString() ?? null, repeats, names }, 'following');
  return done?.position;
}

/** What waits by the tables themselves, which may be restored, exchanged or emptied; the log is to have the same. */
async function readParking(options: ProjectionGroupOptions): Promise<Map<string, ParkedStreams>> {
  const { client, writer } = options;
  const parked = await readParkedStreams(client);
  if (writer?.parking !== undefined) await matchParked(writer.parking, { projections: namesOf(options), parked });
  return parkedByProjection(parked);
}

const namesOf = ({ projections }: ProjectionGroupOptions): string[] => projections.map(({ name }) => name);

function noteUnreadable(
  options: ProjectionGroupOptions,
  progress: Progress,
  event: UnreadableEvent,
  error: unknown,
): void {
  const reason = error instanceof Error ? error.message : String(error);
  const { stream, type, position } = event;
  options.logger.error({ stream, position: position.toString(), type, reason }, 'unreadable');
  progress.unreadable.push({ ...event, reason });
}

async function applyEvents(
  options: ProjectionGroupOptions,
  progress: Progress,
  events: readonly RecordedEvent[],
): Promise<void> {
  const begun = performance.now();
  await progress.firstFill?.beforeBatch({ events: events.length, done: progress.done, now: begun });
  const merged = mergeUnreadable(events, progress.unreadable);
  progress.unreadable = merged.left;
  progress.waiting.push(...merged.entries);
  if (progress.unfinished !== undefined) {
    const cut = cutAtRange(progress.waiting, progress.unfinished);
    if (cut === undefined) return;
    if (cut.repeat.length > 0) await write(options, progress, cut.repeat);
    progress.unfinished = undefined;
    progress.waiting = cut.rest;
  }
  const ready = progress.waiting;
  progress.waiting = [];
  for (const batch of cutBatches(ready, progress.rowsIn)) await write(options, progress, batch);
  // What arrives meanwhile belongs to the next batch.
  progress.manyInARow = restForMs(events.length) > longestRestMs ? progress.manyInARow + 1 : 0;
  const longestMs = longestRestMs * (progress.manyInARow + 1);
  const restMs = Math.min(longestMs, restAfter(events.length, performance.now() - begun));
  if (restMs > 0) await pause(restMs, undefined, { signal: options.signal }).catch(() => undefined);
}

function restAfter(events: number, tookMs: number): number {
  if (events >= eventsPerBatch) return 0;
  return Math.max(Math.min(longestRestMs, tookMs), restForMs(events));
}

/** Grows with the square of the events: up to 300 a second nothing changes, from 500 on batches are two seconds apart. */
const restForMs = (events: number): number => Math.min(longestRestAfterManyMs, events ** 2 / 100);

async function write(options: ProjectionGroupOptions, progress: Progress, entries: readonly LogEntry[]): Promise<void> {
  const { log, client, logger, projections, writer } = options;
  const { parked } = progress;
  const begin = async (range: LogRange): Promise<boolean> => {
    await writer?.journal.begin(projections, range, progress.done);
    const version = await untilReleased(client, namesOf(options), options);
    if (version === progress.exchanges) return false;
    progress.exchanges = version;
    // New tables may hold what was parked.
    parked.clear();
    for (const [name, streams] of await readParking(options)) parked.set(name, streams);
    return true;
  };
  const parking = writer?.parking;
  const recordParking = parking && ((change: ParkingChange) => recordParked(parking, change));
  const throwIfLate = writer?.throwIfLate;
  const context = { log, client, logger, projections, parked, begin, recordParking, throwIfLate };
  await inSpan(
    () => batchSpan(entries),
    () => writeBatch(context, entries),
  );
  progress.done = rangeOf(entries).to;
  options.onBatch?.();
}
