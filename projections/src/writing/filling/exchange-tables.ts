import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouseClient } from '@tapwise/adapters';
import {
  checkpointName,
  parseCheckpointName,
  readCheckpoints,
  writeCheckpoints,
} from '../../tables/checkpoint.queries.ts';
import { currentDatabase } from '../../tables/current-database.queries.ts';
import {
  freeTableExchange,
  isHeld,
  readExchanges,
  type TableExchange,
  writeExchanges,
} from '../../tables/exchange.queries.ts';
import { insertInto } from '../../tables/insert-into.ts';
import { readParkedStreams } from '../../tables/parked-stream.queries.ts';
import { tablesOf } from '../../tables/table-catalogue.ts';
import { releasedRow } from '../runner/parked-streams.ts';
import type { Projection } from '../runner/projection.ts';
import type { RangesBegun } from '../runner/range-journal.ts';
import { exchangeTable, tableIdentities } from './rebuild-tables.queries.ts';

// Long enough for the last events and the exchange of a few tables, short enough that a crash stops nothing for long.
const lockMs = 30_000;
/** With less time left a swap is not begun. */
const exchangeMs = 10_000;
const betweenLooksMs = 25;

/** The projections' tables are held by another rebuild, or a range is being written that does not end. */
export class NotHeldError extends Error {
  override readonly name = 'NotHeldError';
}

/** Tables that are held: no row is written to them until they are swapped or released. */
export interface TableLock {
  readonly until: Date;
  /** Whether there is time left for a swap. */
  readonly lasts: () => boolean;
  readonly release: () => Promise<void>;
}

/** Notes what is done with the tables of some projections beside following. */
export async function noteFilling(
  client: ClickHouseClient,
  projections: readonly Projection[],
  note: Pick<TableExchange, 'state' | 'detail'>,
): Promise<void> {
  const exchanges = await readExchanges(client);
  await writeExchanges(
    client,
    projections.map(({ name }) => ({ ...freeTableExchange(name, nextSequence(exchanges, name)), ...note })),
  );
}

/** Notes why tables were not rebuilt. A swap that was begun is left to be ended. */
export async function noteFailure(
  client: ClickHouseClient,
  projections: readonly Projection[],
  detail: string,
): Promise<void> {
  const swapping = (await readExchanges(client)).filter(({ state }) => state === 'swapping');
  const others = projections.filter(({ name }) => swapping.every(({ projection }) => projection !== name));
  if (others.length > 0) await noteFilling(client, others, { state: 'failed', detail });
}

const nextSequence = (exchanges: readonly TableExchange[], name: string): number =>
  (exchanges.find(({ projection }) => projection === name)?.sequence ?? 0) + 1;

/**
 * Holds the tables of some projections. When it resolves no row is being written to them.
 * @param followed Those that are followed meanwhile.
 * @param readBegun Reads which ranges the writer of the tables has begun.
 * @throws NotHeldError when that cannot be had; the engine's error.
 */
export async function lockTables(
  client: ClickHouseClient,
  projections: readonly Projection[],
  followed: readonly Projection[],
  readBegun: () => Promise<RangesBegun>,
): Promise<TableLock> {
  const exchanges = await readExchanges(client);
  const other = exchanges.find(
    (tableExchange) =>
      projections.some(({ name }) => name === tableExchange.projection) && isHeld(tableExchange, new Date()),
  );
  if (other !== undefined) throw new NotHeldError(`The tables of ${other.projection} are held by another rebuild`);
  const until = new Date(Date.now() + lockMs);
  await writeExchanges(
    client,
    projections.map(({ name }) => ({
      ...freeTableExchange(name, nextSequence(exchanges, name)),
      state: 'held' as const,
      until,
    })),
  );
  const lasts = (): boolean => until.getTime() - Date.now() > exchangeMs;
  const lock: TableLock = {
    until,
    lasts,
    release: () => noteFilling(client, projections, { state: 'free', detail: '' }),
  };
  while (!(await isQuiet(client, followed, readBegun))) {
    if (!lasts()) {
      await lock.release();
      throw new NotHeldError('A range was begun that does not end; are the projections running?');
    }
    await pause(betweenLooksMs);
  }
  return lock;
}

/**
 * Whether no row is being written: nothing was begun, or the writer has stopped before its first row. Only the newest writer's word counts.
 * What it begins after this has read the log, it begins when the lock is there to be seen.
 */
async function isQuiet(
  client: ClickHouseClient,
  followed: readonly Projection[],
  readBegun: () => Promise<RangesBegun>,
): Promise<boolean> {
  const pendingExchanges = await readExchanges(client);
  const begun = await readBegun();
  const checkpoints = await readCheckpoints(client);
  const hasStopped = (name: string): boolean =>
    pendingExchanges.some(
      ({ projection, acknowledged, detail }) => projection === name && acknowledged && detail === String(begun.epoch),
    );
  return followed.every(
    (projection) =>
      begun.unfinishedOf(projection, checkpoints.get(projection.name)?.done) === undefined ||
      hasStopped(projection.name),
  );
}

export interface TableExchangeOptions {
  readonly client: ClickHouseClient;
  readonly projections: readonly Projection[];
  readonly current: string;
  /** The database of the new tables. */
  readonly shadow: string;
  /** Up to which the new tables are complete, by projection. */
  readonly positionOf: (projection: Projection) => bigint;
  readonly until: Date;
  readonly onExchanged?: ((table: string) => Promise<void>) | undefined;
}

/**
 * Puts the new tables of held projections in the current ones' place. What is to be current is written down first, so that any process that
 * finds the swap unfinished can end it; questions that take several statements wait for its end or are asked again.
 * @throws the engine's error.
 */
export async function exchangeTables(options: TableExchangeOptions): Promise<void> {
  const { client, projections, shadow, until, positionOf } = options;
  const exchanges = await readExchanges(client);
  const identities = await tableIdentities(client, shadow);
  const begun = projections.map((projection): TableExchange => {
    const incoming = Object.fromEntries(
      tablesOf(projection.name).map(({ name }) => [name, identities.get(name) ?? '']),
    );
    return {
      projection: projection.name,
      sequence: nextSequence(exchanges, projection.name),
      state: 'swapping',
      acknowledged: true,
      until,
      detail: shadow,
      incoming,
      checkpoint: checkpointName(projection),
      position: positionOf(projection),
    };
  });
  await writeExchanges(client, begun);
  for (const tableExchange of begun)
    await finishTableExchange(client, options.current, tableExchange, options.onExchanged);
  await writeExchanges(
    client,
    begun.map(({ projection, sequence }) => freeTableExchange(projection, sequence + 1)),
  );
}

/** Ends exchanges that were cut off. @throws the engine's error. */
export async function finishExchanges(client: ClickHouseClient, now: Date): Promise<void> {
  const cutOff = (await readExchanges(client)).filter(
    (tableExchange) => tableExchange.state === 'swapping' && !isHeld(tableExchange, now),
  );
  if (cutOff.length === 0) return;
  const current = await currentDatabase(client);
  for (const tableExchange of cutOff) await finishTableExchange(client, current, tableExchange);
  await writeExchanges(
    client,
    cutOff.map(({ projection, sequence }) => freeTableExchange(projection, sequence + 1)),
  );
}

/** Does what is left of a swap; doing it again changes nothing. */
async function finishTableExchange(
  client: ClickHouseClient,
  current: string,
  tableExchange: TableExchange,
  onExchanged?: (table: string) => Promise<void>,
): Promise<void> {
  const { projection, incoming, checkpoint, position, detail: shadow } = tableExchange;
  const currentIdentities = await tableIdentities(client, current);
  for (const [table, identity] of Object.entries(incoming)) {
    if (currentIdentities.get(table) === identity) continue;
    await exchangeTable(client, { table, current, rebuilt: shadow });
    await onExchanged?.(table);
  }
  const id = parseCheckpointName(checkpoint);
  const recordedAt = new Date();
  const doneCheckpoint = (await readCheckpoints(client)).get(projection);
  if (id !== undefined && (doneCheckpoint === undefined || doneCheckpoint.version < id.version)) {
    await writeCheckpoints(client, [id], { range: { from: position, to: position }, recordedAt });
  }
  // Whatever had stopped a stream, all of its events are in the new tables.
  const parked = (await readParkedStreams(client)).filter((row) => row.projection === projection);
  const rows = parked.map((row) => releasedRow(projection, row.stream, row, { position, recordedAt }).row);
  await insertInto(client, { table: 'parked_stream_v1', rows, token: `swap:${projection}:${tableExchange.sequence}` });
}
