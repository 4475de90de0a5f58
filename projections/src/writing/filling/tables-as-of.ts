import { type EventLog, type Logger, openClickHouse, withDatabase } from '@tapwise/adapters';
import { writeCheckpoints } from '../../tables/checkpoint.queries.ts';
import { prepareTables } from '../runner/prepare-tables.ts';
import type { Projection } from '../runner/projection.ts';
import { type FillOptions, fillTables } from './fill-tables.ts';
import { dropDatabase } from './rebuild-tables.queries.ts';

/** What tables of an instant hold. */
export interface TablesAsOf {
  /** Of the last event; 0 while there was none. */
  readonly position: bigint;
  readonly events: number;
}

const prefix = 'as_of_';

/** What tables of an instant are filled from, and where. */
export interface TablesAsOfRequest {
  log: EventLog;
  url: string;
  projections: readonly Projection[];
  database: string;
  part: FillOptions['part'];
  onRead?: FillOptions['onRead'];
  signal?: AbortSignal;
  logger: Logger;
}

/**
 * Makes the tables as they were: those of the log up to the last event that had been recorded by an instant, or up to a position.
 * The current tables are not touched. What could not be projected is left out and logged, as it was then.
 * @param options.url Address of the engine. @param options.database Begins with `as_of_` and does not exist yet.
 * @throws RangeError for a database of another name; the engine's error.
 */
export async function fillTablesAsOf(options: TablesAsOfRequest): Promise<TablesAsOf> {
  const { log, url, projections, database, part, onRead, logger, signal } = options;
  refuseOthers(database);
  await prepareTables(url, database);
  const client = openClickHouse(withDatabase(url, database));
  try {
    const { last, events } = await fillTables({
      log,
      client,
      projections,
      part,
      onRead,
      signal,
      onLeftOut: (reason) => logger.warn({ reason }, 'left out'),
    });
    if (last !== undefined) {
      const range = { from: last.position, to: last.position };
      await writeCheckpoints(client, projections, { range, recordedAt: last.recordedAt });
    }
    return { position: last?.position ?? 0n, events };
  } finally {
    await client.close();
  }
}

/** Drops tables of an instant, if there are any. @throws RangeError for a database of another name; the engine's error. */
export async function dropTablesAsOf(url: string, database: string): Promise<void> {
  refuseOthers(database);
  const client = openClickHouse(withDatabase(url, 'default'));
  try {
    await dropDatabase(client, database);
  } finally {
    await client.close();
  }
}

/** The current tables must not be what a slip of the pen drops. */
function refuseOthers(database: string): void {
  if (!database.startsWith(prefix)) throw new RangeError(`The database ${database} does not begin with ${prefix}`);
}
