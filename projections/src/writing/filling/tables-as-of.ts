import { type EventLog, type Logger, openClickHouse, withDatabase } from '@tapwise/adapters';
import { writeCheckpoints } from '../../tables/checkpoint.queries.ts';
import { prepareTables } from '../runner/prepare-tables.ts';
import type { Projection } from '../runner/projection.ts';
import { beginFilling, type FillOptions, type FillPart } from './fill-tables.ts';
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
  onRead?: FillOptions['onRead'];
  signal?: AbortSignal;
  logger: Logger;
}

/** Tables of one instant after another. */
export interface OpenTablesAsOf {
  /**
   * Makes the tables as they were: those of the log up to the last event that had been recorded by an instant, or up to a position.
   * What could not be projected is left out and logged, as it was then.
   * @throws the engine's error.
   */
  fillTo(part: FillPart): Promise<TablesAsOf>;
  close(): Promise<void>;
}

/**
 * Opens empty tables. The current tables are not touched.
 * @param request.url Address of the engine. @param request.database Begins with `as_of_` and does not exist yet.
 * @throws RangeError for a database of another name; the engine's error.
 */
export async function openTablesAsOf(request: TablesAsOfRequest): Promise<OpenTablesAsOf> {
  const { log, url, projections, database, onRead, logger, signal } = request;
  refuseOthers(database);
  await prepareTables(url, database);
  const client = openClickHouse(withDatabase(url, database));
  const onLeftOut = (reason: string): void => logger.warn({ reason }, 'left out');
  const filling = beginFilling({ log, client, projections, onRead, signal, onLeftOut });
  return {
    fillTo: async (part) => {
      const { last, events } = await filling.fillTo(part);
      if (last !== undefined) {
        const range = { from: last.position, to: last.position };
        await writeCheckpoints(client, projections, { range, recordedAt: last.recordedAt });
      }
      return { position: last?.position ?? 0n, events };
    },
    close: () => client.close(),
  };
}

/** Makes tables of one instant. @throws as `openTablesAsOf` and its tables. */
export async function fillTablesAsOf(request: TablesAsOfRequest & { readonly part: FillPart }): Promise<TablesAsOf> {
  const open = await openTablesAsOf(request);
  return await open.fillTo(request.part).finally(() => open.close());
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
