import { type ClickHouseClient, type EventLog, type Logger, openClickHouse, withDatabase } from '@tapwise/adapters';
import { type Checkpoint, readCheckpoints, writeCheckpoints } from '../../tables/checkpoint.queries.ts';
import { readExchanges } from '../../tables/exchange.queries.ts';
import type { RowInsert } from '../../tables/insert-into.ts';
import { readParkedStreams } from '../../tables/parked-stream.queries.ts';
import { tablesOf } from '../../tables/table-catalogue.ts';
import { advanceGroup } from '../runner/follow-group.ts';
import { groupProjections } from '../runner/group-projections.ts';
import { matchParked } from '../runner/parking-record.ts';
import { databaseOf, prepareTables } from '../runner/prepare-tables.ts';
import type { Projection } from '../runner/projection.ts';
import { readRangesBegun } from '../runner/range-journal.ts';
import {
  exchangeTables,
  finishExchanges,
  lockTables,
  NotHeldError,
  noteFailure,
  noteFilling,
} from './exchange-tables.ts';
import { type Filled, fillTables } from './fill-tables.ts';
import { compareTable, databasesLike, dropDatabase, type Fingerprint } from './rebuild-tables.queries.ts';
import { readSkippedEvents } from './skipped-events.ts';

export interface RebuildOptions {
  readonly log: EventLog;
  /** Address of the current tables. */
  readonly url: string;
  readonly logger: Logger;
  /** Whose tables are rebuilt, all together. */
  readonly projections: readonly Projection[];
  /** Put the new tables in the current ones' place even where they differ, because the projections have changed. */
  readonly acceptDifferences?: boolean;
  /** Ends the name of the database beside the current one; after the swap it holds the old tables. */
  readonly shadowKind?: 'rebuild' | 'fill';
  /** Of the lease that lets this process rebuild; part of the name of the database, so that no other process drops it. */
  readonly epoch: number;
  /** Called with every insert of the fill; a bench repeats them raw. */
  readonly onInsert?: ((insert: RowInsert) => void) | undefined;
  /** Called after each table of the swap. */
  readonly onExchanged?: ((table: string) => Promise<void>) | undefined;
  /** Until it aborts, tables are filled and an exchange may begin. */
  readonly signal?: AbortSignal | undefined;
}

export interface RebuildResult extends Omit<Filled, 'last'> {
  /** Up to which the tables were compared. */
  readonly position: bigint;
  readonly differences: readonly { table: string; current: Fingerprint; rebuilt: Fingerprint }[];
  readonly swapped: boolean;
}

/** Comparing reads both tables whole, which takes minutes where they have many millions of rows. */
const comparisonMs = 3_600_000;

/** A row changes between two statements rarely, and hardly ever three times in a row. */
const comparisonsAtMost = 3;

/** Name of the database beside the current one. */
const shadowDatabaseOf = ({ url, shadowKind = 'rebuild', epoch }: RebuildOptions): string =>
  `${databaseOf(url)}_${shadowKind}_${epoch}`;

/** What earlier processes left, which hold the lease no more, and this one's last rebuild. */
async function dropShadows(client: ClickHouseClient, { url, shadowKind = 'rebuild' }: RebuildOptions): Promise<void> {
  const inExchange = (await readExchanges(client))
    .filter(({ state }) => state === 'swapping')
    .map(({ detail }) => detail);
  for (const database of await databasesLike(client, `${databaseOf(url)}_${shadowKind}`)) {
    if (!inExchange.includes(database)) await dropDatabase(client, database);
  }
}

/**
 * Rebuilds the tables of some projections from the log, beside the current ones, compares the two and swaps them. Readers see the
 * old tables until the swap and the new ones after it; the old ones stay in the other database. What arrives meanwhile is in both.
 * @throws Error when an event cannot be projected: a rebuild stops instead of skipping; NotHeldError when the current tables cannot
 *   be held. The current tables are untouched then.
 */
export async function rebuildTables(options: RebuildOptions): Promise<RebuildResult> {
  const { url, projections } = options;
  const client = openClickHouse(withDatabase(url, databaseOf(url)));
  const sideClient = openClickHouse(withDatabase(url, shadowDatabaseOf(options)));
  try {
    await finishExchanges(client, new Date());
    await noteFilling(client, projections, { state: 'filling', detail: shadowDatabaseOf(options) });
    const result = await rebuildBeside(options, client, sideClient);
    if (!result.swapped) await noteFilling(client, projections, { state: 'free', detail: '' });
    return result;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    await noteFailure(client, projections, detail.slice(0, 2000)).catch(() => undefined);
    throw error;
  } finally {
    await Promise.all([client.close(), sideClient.close()]);
  }
}

async function rebuildBeside(
  options: RebuildOptions,
  client: ClickHouseClient,
  sideClient: ClickHouseClient,
): Promise<RebuildResult> {
  const { log, url, logger, projections, onInsert, signal } = options;
  const current = databaseOf(url);
  const shadow = shadowDatabaseOf(options);
  await dropShadows(client, options);
  await prepareTables(url, shadow);
  const followed = followedOf(projections, await readCheckpoints(client));
  const position = lowest(followed) ?? (await log.lastPosition());
  const part = { to: position };
  const skipped = await readSkippedEvents(log);
  const fill = { log, client: sideClient, projections, part, skipped, onInsert, signal };
  const { last, ...filled } = await fillTables(fill);
  const recordedAt = last?.recordedAt ?? new Date(0);
  await writeCheckpoints(sideClient, projections, {
    range: { from: position, to: position },
    recordedAt,
  });
  logger.info({ ...filled, projections: projections.map(({ name }) => name) }, 'filled');
  const names = [...followed.keys()];
  const differences =
    options.shadowKind === 'fill' ? [] : await compare(url, names, { current, rebuilt: shadow, position });
  const result = { ...filled, position, differences };
  if (differences.length > 0 && options.acceptDifferences !== true) return { ...result, swapped: false };
  await exchangeWhole(options, client, sideClient);
  return { ...result, swapped: true };
}

/** Takes over what has arrived meanwhile, most of it before the current tables are held, then swaps. */
async function exchangeWhole(
  options: RebuildOptions,
  client: ClickHouseClient,
  sideClient: ClickHouseClient,
): Promise<void> {
  const { url, projections, onExchanged, signal } = options;
  const advance = async (): Promise<void> =>
    await advanceSide(options, sideClient, followedOf(projections, await readCheckpoints(client)));
  await advance();
  const followed = [...followedOf(projections, await readCheckpoints(client)).keys()];
  const lock = await lockTables(client, projections, followed, () => readRangesBegun(options.log, databaseOf(url)));
  try {
    await advance();
    signal?.throwIfAborted();
    if (!lock.lasts()) throw new NotHeldError('Taking over the last events took too long');
  } catch (error) {
    await lock.release();
    throw error;
  }
  const complete = await readCheckpoints(sideClient);
  await exchangeTables({
    client,
    projections,
    onExchanged,
    until: lock.until,
    current: databaseOf(url),
    shadow: shadowDatabaseOf(options),
    positionOf: (projection) => positionIn(complete, projection),
  });
  await recordReleased(options, client, complete);
}

const positionIn = (checkpoints: ReadonlyMap<string, Checkpoint>, { name }: Projection): bigint =>
  checkpoints.get(name)?.done?.position ?? 0n;

/** Says in the log that nothing waits in the new tables up to where they were exchanged. */
async function recordReleased(
  { log, url, projections }: RebuildOptions,
  client: ClickHouseClient,
  complete: ReadonlyMap<string, Checkpoint>,
): Promise<void> {
  const tables = databaseOf(url);
  const { epoch } = await readRangesBegun(log, tables);
  const parked = await readParkedStreams(client);
  for (const projection of projections)
    await matchParked(
      { log, tables, epoch },
      { projections: [projection.name], parked },
      positionIn(complete, projection),
    );
}

/** Projections whose current tables hold rows of their version, and up to where; others are not followed. */
type Followed = ReadonlyMap<Projection, bigint>;

/** @throws Error while nothing was projected at all: following begins in the current tables. */
function followedOf(projections: readonly Projection[], checkpoints: ReadonlyMap<string, Checkpoint>): Followed {
  if (checkpoints.size === 0) throw new Error('Nothing has been projected yet');
  const followed = new Map<Projection, bigint>();
  for (const projection of projections) {
    const { version, done } = checkpoints.get(projection.name) ?? {};
    if (version === projection.version && done !== undefined) followed.set(projection, done.position);
  }
  return followed;
}

const lowest = (followed: Followed): bigint | undefined =>
  [...followed.values()].reduce<bigint | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);

async function compare(
  url: string,
  projections: readonly Projection[],
  databases: { current: string; rebuilt: string; position: bigint },
): Promise<RebuildResult['differences']> {
  const client = openClickHouse(withDatabase(url, databaseOf(url)), { timeoutMs: comparisonMs });
  const differences: { table: string; current: Fingerprint; rebuilt: Fingerprint }[] = [];
  try {
    for (const { name } of projections.flatMap((projection) => tablesOf(projection.name))) {
      const difference = await findDifference(client, { table: name, ...databases });
      if (difference !== undefined) differences.push({ table: name, ...difference });
    }
  } finally {
    await client.close();
  }
  return differences;
}

/**
 * The two fingerprints are read by two statements, between which the current table may change a row: it then counts on one side only.
 * Only what differs each time, differs.
 */
async function findDifference(
  client: ClickHouseClient,
  comparison: { table: string; current: string; rebuilt: string; position: bigint },
): Promise<{ current: Fingerprint; rebuilt: Fingerprint } | undefined> {
  for (let comparisons = 1; ; comparisons += 1) {
    const { current, rebuilt } = await compareTable(client, comparison);
    if (current.rows === rebuilt.rows && current.hash === rebuilt.hash) return undefined;
    if (comparisons === comparisonsAtMost) return { current, rebuilt };
  }
}

/**
 * Brings the new tables to where the current ones are.
 * @throws Error when an event cannot be projected.
 */
async function advanceSide(options: RebuildOptions, sideClient: ClickHouseClient, followed: Followed): Promise<void> {
  const { log, logger } = options;
  const signal = options.signal ?? new AbortController().signal;
  for (const position of new Set(followed.values())) {
    const together = [...followed].flatMap(([projection, at]) => (at === position ? [projection] : []));
    const { groups } = groupProjections(together, await readCheckpoints(sideClient));
    for (const projections of groups)
      await advanceGroup({ log, client: sideClient, logger, projections, signal }, position);
  }
  const [parked] = await readParkedStreams(sideClient);
  if (parked === undefined) return;
  const { projection, eventType, position, reason } = parked;
  throw new Error(`${projection}: the event ${eventType} at ${position} cannot be projected: ${reason}`);
}
