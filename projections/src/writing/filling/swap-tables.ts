import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, insertRows } from '@tapwise/adapters';
import {
  checkpointName,
  parseCheckpointName,
  readCheckpoints,
  writeCheckpoints,
} from '../../tables/checkpoint.queries.ts';
import { readParkedStreams } from '../../tables/parked-stream.queries.ts';
import { freeSwap, isHeld, readSwaps, type Swap, writeSwaps } from '../../tables/swap.queries.ts';
import { tablesOf } from '../../tables/table-catalogue.ts';
import { releasedRow } from '../runner/parked-streams.ts';
import type { Projection } from '../runner/projection.ts';
import { currentDatabase, exchangeTable, tableIdentities } from './rebuild-tables.queries.ts';

// Long enough for the last events and the exchange of a few tables, short enough that a crash stops nothing for long.
const holdMs = 30_000;
/** With less time left a swap is not begun. */
const swapMs = 10_000;
const betweenLooksMs = 25;

/** The projections' tables are held by another rebuild, or a range is being written that does not end. */
export class NotHeldError extends Error {
  override readonly name = 'NotHeldError';
}

/** Tables that are held: no row is written to them until they are swapped or released. */
export interface Hold {
  readonly until: Date;
  /** Whether there is time left for a swap. */
  readonly lasts: () => boolean;
  readonly release: () => Promise<void>;
}

/** Notes what is done with the tables of some projections beside following. */
export async function noteFilling(
  client: ClickHouseClient,
  projections: readonly Projection[],
  note: Pick<Swap, 'state' | 'detail'>,
): Promise<void> {
  const known = await readSwaps(client);
  await writeSwaps(
    client,
    projections.map(({ name }) => ({ ...freeSwap(name, nextSequence(known, name)), ...note })),
  );
}

/** Notes why tables were not rebuilt. A swap that was begun is left to be ended. */
export async function noteFailure(
  client: ClickHouseClient,
  projections: readonly Projection[],
  detail: string,
): Promise<void> {
  const swapping = (await readSwaps(client)).filter(({ state }) => state === 'swapping');
  const others = projections.filter(({ name }) => swapping.every(({ projection }) => projection !== name));
  if (others.length > 0) await noteFilling(client, others, { state: 'failed', detail });
}

const nextSequence = (known: readonly Swap[], name: string): number =>
  (known.find(({ projection }) => projection === name)?.sequence ?? 0) + 1;

/**
 * Holds the tables of some projections. When it resolves no row is being written to them.
 * @param followed Those that are followed meanwhile.
 * @throws NotHeldError when that cannot be had; the engine's error.
 */
export async function holdTables(
  client: ClickHouseClient,
  projections: readonly Projection[],
  followed: readonly Projection[],
): Promise<Hold> {
  const known = await readSwaps(client);
  const other = known.find(
    (swap) => projections.some(({ name }) => name === swap.projection) && isHeld(swap, new Date()),
  );
  if (other !== undefined) throw new NotHeldError(`The tables of ${other.projection} are held by another rebuild`);
  const until = new Date(Date.now() + holdMs);
  await writeSwaps(
    client,
    projections.map(({ name }) => ({ ...freeSwap(name, nextSequence(known, name)), state: 'held' as const, until })),
  );
  const lasts = (): boolean => until.getTime() - Date.now() > swapMs;
  const hold: Hold = { until, lasts, release: () => noteFilling(client, projections, { state: 'free', detail: '' }) };
  while (!(await isQuiet(client, followed))) {
    if (!lasts()) {
      await hold.release();
      throw new NotHeldError('A range was begun that does not end; are the projections running?');
    }
    await pause(betweenLooksMs);
  }
  return hold;
}

/** Whether no row is being written: nothing was begun, or the runner has stopped before its first row. */
async function isQuiet(client: ClickHouseClient, followed: readonly Projection[]): Promise<boolean> {
  const checkpoints = await readCheckpoints(client);
  const swaps = await readSwaps(client);
  return followed.every(
    ({ name }) =>
      checkpoints.get(name)?.unfinished === undefined ||
      swaps.some(({ projection, acknowledged }) => projection === name && acknowledged),
  );
}

export interface SwapOptions {
  readonly client: ClickHouseClient;
  readonly projections: readonly Projection[];
  readonly live: string;
  /** The database of the new tables. */
  readonly side: string;
  /** Up to which the new tables are complete, by projection. */
  readonly positionOf: (projection: Projection) => bigint;
  readonly until: Date;
  readonly onExchanged?: ((table: string) => Promise<void>) | undefined;
}

/**
 * Puts the new tables of held projections in the live ones' place. What is to be live is written down first, so that any process that
 * finds the swap unfinished can end it; questions that take several statements wait for its end or are asked again.
 * @throws the engine's error.
 */
export async function swapTables(options: SwapOptions): Promise<void> {
  const { client, projections, side, until, positionOf } = options;
  const known = await readSwaps(client);
  const identities = await tableIdentities(client, side);
  const begun = projections.map((projection): Swap => {
    const incoming = Object.fromEntries(
      tablesOf(projection.name).map(({ name }) => [name, identities.get(name) ?? '']),
    );
    return {
      projection: projection.name,
      sequence: nextSequence(known, projection.name),
      state: 'swapping',
      acknowledged: true,
      until,
      detail: side,
      incoming,
      checkpoint: checkpointName(projection),
      position: positionOf(projection),
    };
  });
  await writeSwaps(client, begun);
  for (const swap of begun) await finishSwap(client, options.live, swap, options.onExchanged);
  await writeSwaps(
    client,
    begun.map(({ projection, sequence }) => freeSwap(projection, sequence + 1)),
  );
}

/** Ends swaps that were cut off. @throws the engine's error. */
export async function finishSwaps(client: ClickHouseClient, now: Date): Promise<void> {
  const cutOff = (await readSwaps(client)).filter((swap) => swap.state === 'swapping' && !isHeld(swap, now));
  if (cutOff.length === 0) return;
  const live = await currentDatabase(client);
  for (const swap of cutOff) await finishSwap(client, live, swap);
  await writeSwaps(
    client,
    cutOff.map(({ projection, sequence }) => freeSwap(projection, sequence + 1)),
  );
}

/** Does what is left of a swap; doing it again changes nothing. */
async function finishSwap(
  client: ClickHouseClient,
  live: string,
  swap: Swap,
  onExchanged?: (table: string) => Promise<void>,
): Promise<void> {
  const { projection, incoming, checkpoint, position, detail: side } = swap;
  const present = await tableIdentities(client, live);
  for (const [table, identity] of Object.entries(incoming)) {
    if (present.get(table) === identity) continue;
    await exchangeTable(client, { table, live, rebuilt: side });
    await onExchanged?.(table);
  }
  const id = parseCheckpointName(checkpoint);
  const recordedAt = new Date();
  const known = (await readCheckpoints(client)).get(projection);
  if (id !== undefined && (known === undefined || known.version < id.version)) {
    await writeCheckpoints(client, [id], { state: 'done', range: { from: position, to: position }, recordedAt });
  }
  // Whatever had stopped a stream, all of its events are in the new tables.
  const parked = (await readParkedStreams(client)).filter((one) => one.projection === projection);
  const rows = parked.map((one) => releasedRow(projection, one.stream, one, { position, recordedAt }).row);
  await insertRows(client, { table: 'parked_stream_v1', rows, token: `swap:${projection}:${swap.sequence}` });
}
