import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, type EventLog, followLog, type Logger, type RecordedEvent } from '@tapwise/adapters';
import { type LogRange, readCheckpoint } from '../../tables/checkpoint.queries.ts';
import { cutAtRange, cutByRows } from './log-range.ts';
import { type ParkedStreams, parkStream, readParkedStreams, unreadableRow } from './parked-event.queries.ts';
import type { TableRow } from './projection.ts';
import { writeEvents } from './write-events.ts';

export interface FollowTablesOptions {
  readonly log: EventLog;
  readonly client: ClickHouseClient;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Called when everything that stood in the log has been written. */
  readonly onCaughtUp?: () => void;
}

const eventsPerBatch = 5000;
// After a batch the projector rests as long as the batch took: a steady stream makes a few larger inserts and leaves half of the
// engine to questions, while the first event after a quiet moment is written at once. A full batch means there is a backlog,
// and a backlog is worked off without resting.
const longestRestMs = 250;

/** Where following stands between two batches. */
interface Progress {
  unfinished: LogRange | undefined;
  waiting: RecordedEvent[];
  parkedStreams: ParkedStreams;
  /** Rows of events that could not be read, by position; written with the first range that passes them. */
  unreadable: { position: bigint; row: TableRow }[];
  /** The next batch begins no earlier; milliseconds of the process's own clock. */
  restsUntil: number;
}

/**
 * Keeps the tables at the end of the log until the signal aborts. A range that was begun before a crash is repeated first,
 * with the same boundaries, so that its tokens are the same. Faults of either side start over from the checkpoint.
 */
export async function followTables(options: FollowTablesOptions): Promise<void> {
  const { log, client, logger, signal } = options;
  const progress: Progress = {
    ...{ unfinished: undefined, waiting: [], parkedStreams: new Map(), unreadable: [], restsUntil: 0 },
  };
  await followLog(log, {
    after: async () => {
      const checkpoint = await readCheckpoint(client);
      progress.unfinished = checkpoint.unfinished;
      progress.parkedStreams = await readParkedStreams(client);
      [progress.waiting, progress.unreadable] = [[], []];
      const position = checkpoint.done?.position;
      logger.info({ position: position?.toString() ?? null, repeats: progress.unfinished !== undefined }, 'following');
      return position;
    },
    maxBatch: eventsPerBatch,
    signal,
    onBatch: (events) => take(options, progress, events),
    onCaughtUp: () => options.onCaughtUp?.(),
    onFault: (error) => logger.warn({ err: error }, 'projecting was interrupted'),
    onUnreadable: (event, error) => {
      const reason = error instanceof Error ? error.message : String(error);
      logger.error(
        { stream: event.stream, position: event.position.toString(), type: event.type, reason },
        'unreadable',
      );
      parkStream(progress.parkedStreams, event);
      progress.unreadable.push({ position: event.position, row: unreadableRow(event, reason) });
    },
  });
}

async function take(options: FollowTablesOptions, progress: Progress, events: readonly RecordedEvent[]): Promise<void> {
  const early = progress.restsUntil - performance.now();
  if (early > 0) await pause(early);
  const begun = performance.now();
  progress.waiting.push(...events);
  if (progress.unfinished !== undefined) {
    const cut = cutAtRange(progress.waiting, progress.unfinished);
    if (cut === undefined) return;
    if (cut.repeat.length > 0) await write(options, progress, cut.repeat);
    progress.unfinished = undefined;
    progress.waiting = cut.rest;
  }
  const ready = progress.waiting;
  progress.waiting = [];
  for (const run of cutByRows(ready)) await write(options, progress, run);
  const ended = performance.now();
  progress.restsUntil = events.length < eventsPerBatch ? ended + Math.min(longestRestMs, ended - begun) : ended;
}

async function write(
  options: FollowTablesOptions,
  progress: Progress,
  events: readonly RecordedEvent[],
): Promise<void> {
  const { client, logger } = options;
  const last = events.at(-1)?.position ?? 0n;
  const passed = progress.unreadable.filter(({ position }) => position <= last);
  const { parkedStreams } = progress;
  await writeEvents(
    { client, logger, parkedStreams },
    events,
    passed.map(({ row }) => row),
  );
  progress.unreadable = progress.unreadable.filter(({ position }) => position > last);
}
