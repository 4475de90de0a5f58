import { setTimeout as pause } from 'node:timers/promises';
import {
  type ClickHouseClient,
  type EventLog,
  type HeldLease,
  holdLease,
  type Logger,
  type PartStart,
} from '@tapwise/adapters';
import { tableWriterLease } from '@tapwise/domain';
import { readCheckpoints } from '../../tables/checkpoint.queries.ts';
import { currentDatabase } from '../../tables/current-database.queries.ts';
import { areTablesLost } from '../../tables/lost-tables.ts';
import { finishExchanges } from '../filling/exchange-tables.ts';
import { advanceGroup, followGroup, type ProjectionGroupOptions } from './follow-group.ts';
import { groupProjections, NewerProjectionError } from './group-projections.ts';
import type { Projection } from './projection.ts';
import { LateWriterError, openRangeJournal, type RangeJournal, type TableWriter } from './range-journal.ts';

export interface FollowTablesOptions {
  readonly log: EventLog;
  readonly client: ClickHouseClient;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Which start of its part this process is, where what started it says so. */
  readonly start?: PartStart | undefined;
  /** What is projected; names differ. */
  readonly projections: readonly Projection[];
  /**
   * Makes the tables of projections that are new, or of another version, beside the current ones and exchanges them in.
   * Without it they are left as they are.
   */
  readonly fill?: (projections: readonly Projection[], lease: HeldLease) => Promise<void>;
  /** Called when this process begins to write the tables, until the lease's signal aborts. */
  readonly onWriting?: (lease: HeldLease) => void;
  /** Called when a batch is in the tables. */
  readonly onBatch?: () => void;
  /** Called when everything that was in the log has been written. */
  readonly onCaughtUp?: () => void;
}

interface WritingOptions extends FollowTablesOptions {
  readonly writer: TableWriter;
  readonly isLost: (error: unknown) => boolean;
}

const pauseAfterFaultMs = 1000;
const pauseAfterFailedFillMs = 60_000;
/** How long the tables stay with a writer that is silent, in seconds. Another goes on with them two seconds later at most. */
const leaseSeconds = 6;

/**
 * Keeps the tables at the end of the log until the signal aborts. Of all processes that do, the one that holds the lease of the tables
 * writes; the others wait. One reading of the log serves all projections that are at the same position; one that is behind has a reading of
 * its own until it has caught up, then joins the others. A projection whose tables have to be rebuilt stays as it is meanwhile, and the
 * others go on.
 * @throws NewerProjectionError when the tables are those of a newer program; the engine's error when their database is gone, for which the
 *   process has to start again.
 */
export async function followTables(options: FollowTablesOptions): Promise<void> {
  const { log, start, signal, logger } = options;
  const tables = await firstLook(options);
  if (tables === undefined) return;
  const onFault = (error: unknown): void => logger.warn({ err: error }, 'the lease of the tables waits for the log');
  const lease = {
    name: tableWriterLease(tables),
    holder: 'projections',
    start,
    seconds: leaseSeconds,
    signal,
    onFault,
  };
  await holdLease(log, lease, (held) => followAsWriter(options, tables, held));
}

/**
 * A program that is too old for the tables is not to wait for them.
 * @returns the name of their database; `undefined` when the signal aborts before the engine answers.
 */
async function firstLook({ client, projections, signal, logger }: FollowTablesOptions): Promise<string | undefined> {
  while (!signal.aborted) {
    try {
      groupProjections(projections, await readCheckpoints(client));
      return await currentDatabase(client);
    } catch (error) {
      if (error instanceof NewerProjectionError) throw error;
      logger.warn({ err: error }, 'the tables do not answer');
      await pause(pauseAfterFaultMs, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

/** Follows while this process holds the lease and no other has begun to write. */
async function followAsWriter(options: FollowTablesOptions, tables: string, lease: HeldLease): Promise<void> {
  const { log, client, logger } = options;
  const { epoch, signal } = lease;
  let journal: RangeJournal | undefined;
  const beginFilling = fillingOf(options, lease);
  for (let caughtUp: readonly Projection[] = []; !signal.aborted; ) {
    try {
      if (journal === undefined) {
        journal = await openRangeJournal(log, { tables, epoch });
        options.onWriting?.(lease);
      }
      const following: WritingOptions = {
        ...options,
        signal,
        writer: { journal, throwIfLate: lease.throwIfLost, parking: { log, tables, epoch } },
        isLost: (error) => areTablesLost(error, tables),
      };
      await finishExchanges(client, new Date());
      if (caughtUp.length > 0) await bringTogether(following, caughtUp);
      caughtUp = await followRound(following, beginFilling);
    } catch (error) {
      if (error instanceof NewerProjectionError || areTablesLost(error, tables)) throw error;
      caughtUp = [];
      if (signal.aborted || error instanceof LateWriterError) return;
      logger.warn({ err: error }, 'following is planned again');
      await pause(pauseAfterFaultMs, undefined, { signal }).catch(() => undefined);
    }
    if (journal?.isLate()) return;
  }
}

/** Follows until the signal aborts or following has to be planned again. @returns what had caught up with the log. */
async function followRound(options: WritingOptions, beginFilling: BeginFilling): Promise<Projection[]> {
  const { client, projections, writer } = options;
  const plan = groupProjections(projections, await readCheckpoints(client), writer.journal);
  const round = new AbortController();
  const signal = AbortSignal.any([options.signal, round.signal]);
  const caughtUp = new Set<readonly Projection[]>();
  void beginFilling(plan.toFill)?.then(() => round.abort());
  const follow = (group: readonly Projection[]): Promise<void> =>
    followGroup({
      ...options,
      projections: group,
      signal,
      onDiverged: () => round.abort(),
      onCaughtUp: () => {
        caughtUp.add(group);
        if (caughtUp.size > 1) round.abort();
        else if (plan.groups.length === 1 && plan.toFill.length === 0) options.onCaughtUp?.();
      },
    });
  await Promise.all([...plan.groups.map(follow), aborted(plan.groups.length === 0 ? signal : undefined)]);
  return [...caughtUp].flat();
}

/** Brings projections that have caught up with the log to one position: the latest of theirs. */
async function bringTogether(options: WritingOptions, caughtUp: readonly Projection[]): Promise<void> {
  const checkpoints = await readCheckpoints(options.client);
  const positionOf = ({ name }: Projection): bigint => checkpoints.get(name)?.done.position ?? 0n;
  const front =
    caughtUp
      .map(positionOf)
      .sort((a, b) => (a < b ? -1 : 1))
      .at(-1) ?? 0n;
  const { groups } = groupProjections(caughtUp, checkpoints, options.writer.journal);
  for (const projections of groups) {
    const group: ProjectionGroupOptions = { ...options, projections, onCaughtUp: () => undefined };
    if (projections.some((projection) => positionOf(projection) < front)) await advanceGroup(group, front);
  }
}

/** Resolves when the signal aborts; at once without one. */
const aborted = (signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    if (signal === undefined || signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

/** Begins to fill, unless something is being filled. Resolves when that has ended, after a failure only later. */
type BeginFilling = (projections: readonly Projection[]) => Promise<void> | undefined;

/** At most one filling at a time, whatever following does meanwhile. */
function fillingOf({ fill, logger }: FollowTablesOptions, lease: HeldLease): BeginFilling {
  const { signal } = lease;
  let filling: Promise<void> | undefined;
  return (projections) => {
    if (fill === undefined || (projections.length === 0 && filling === undefined)) return undefined;
    filling ??= fill(projections, lease)
      .catch(async (error: unknown) => {
        if (signal.aborted) return;
        logger.error({ err: error, projections: projections.map(({ name }) => name) }, 'filling failed');
        await pause(pauseAfterFailedFillMs, undefined, { signal }).catch(() => undefined);
      })
      .finally(() => {
        filling = undefined;
      });
    return filling;
  };
}
