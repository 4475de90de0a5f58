import {
  type ClickHouseClient,
  type EventLog,
  leasePastTables,
  openClickHouse,
  type PastPoint,
  readLog,
  withDatabase,
} from '@tapwise/adapters';
import { createDirectory, type Directory, directoryStreamPrefixes, evolveDirectory } from '@tapwise/domain';

/** Tables and names as they were when the log ended at a position. */
export interface PastState {
  readonly tables: ClickHouseClient;
  readonly directory: Directory;
}

/** Calls a function with a past state, which is there for as long as that runs. @throws PastTablesBusyError; Error where it cannot be made. */
export type WithPastState = <Result>(point: PastPoint, use: (past: PastState) => Promise<Result>) => Promise<Result>;

/**
 * @param url of the current tables; those of the past are in databases beside them.
 * @param stopping gives the tables back when it aborts.
 */
export const pastStatesFrom =
  (log: EventLog, url: string, stopping: AbortSignal): WithPastState =>
  async (point, use) => {
    const over = new AbortController();
    const leased = await leasePastTables(
      log,
      { tables: new URL(url).pathname.slice(1) || 'default', ...point },
      { signal: AbortSignal.any([stopping, over.signal]), onProgress: () => undefined },
    );
    const tables = openClickHouse(withDatabase(url, leased.database));
    try {
      // A maker that knows of no positions fills up to the instant.
      if (point.position !== undefined && leased.position > point.position) {
        throw new Error('The tables hold what was recorded later');
      }
      return await use({ tables, directory: await directoryAsOf(log, leased.position) });
    } finally {
      over.abort();
      await tables.close();
    }
  };

async function directoryAsOf(log: EventLog, to: bigint): Promise<Directory> {
  const state = createDirectory();
  await readLog(
    log,
    { to, streamPrefixes: directoryStreamPrefixes },
    (events) => {
      for (const { event, position } of events) evolveDirectory(state, event, { position });
    },
    // What the directory of now passes over, too.
    () => undefined,
  );
  return state;
}
