import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, type EventLog, followLog, type Logger, type RecordedEvent } from '@tapwise/infra';
import { readCheckpoint } from './checkpoint.queries.ts';
import { cutAtRange, cutByRows, type LogRange } from './log-range.ts';
import { readParkedStreams } from './parked-event.queries.ts';
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
// Two batches begin at least this far apart: a steady stream makes a few larger inserts instead of many small ones, while the
// first event after a quiet moment is written at once.
const batchIntervalMs = 50;

/**
 * Keeps the tables at the end of the log until the signal aborts. A range that was begun before a crash is repeated first,
 * with the same boundaries, so that its tokens are the same. Faults of either side start over from the checkpoint.
 */
export async function followTables(options: FollowTablesOptions): Promise<void> {
  const { log, client, logger, signal } = options;
  let unfinished: LogRange | undefined;
  let waiting: RecordedEvent[] = [];
  let parkedStreams = new Set<string>();
  let begunAt = 0;

  const start = async (): Promise<bigint | undefined> => {
    const checkpoint = await readCheckpoint(client);
    ({ unfinished } = checkpoint);
    waiting = [];
    parkedStreams = await readParkedStreams(client);
    logger.info({ position: checkpoint.done?.position.toString() ?? null, repeats: unfinished !== undefined }, 'following');
    return checkpoint.done?.position;
  };
  const write = async (events: readonly RecordedEvent[]): Promise<void> => {
    for (const run of cutByRows(events)) await writeEvents({ client, logger, parkedStreams }, run);
  };
  const take = async (events: readonly RecordedEvent[]): Promise<void> => {
    await pause(Math.max(0, begunAt + batchIntervalMs - performance.now()));
    begunAt = performance.now();
    waiting.push(...events);
    if (unfinished !== undefined) {
      const cut = cutAtRange(waiting, unfinished);
      if (cut === undefined) return;
      if (cut.repeat.length > 0) await writeEvents({ client, logger, parkedStreams }, cut.repeat);
      unfinished = undefined;
      waiting = cut.rest;
    }
    const ready = waiting;
    waiting = [];
    if (ready.length > 0) await write(ready);
  };

  await followLog(log, {
    after: start,
    maxBatch: eventsPerBatch,
    signal,
    onBatch: take,
    onCaughtUp: () => options.onCaughtUp?.(),
    onFault: (error) => logger.warn({ err: error }, 'projecting was interrupted'),
  });
}
