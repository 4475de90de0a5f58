import { setTimeout as pause } from 'node:timers/promises';
import type { ClickHouseClient, EventLog, Logger } from '@tapwise/adapters';
import { readCheckpoints } from '../../tables/checkpoint.queries.ts';
import { finishExchanges } from '../filling/exchange-tables.ts';
import { advanceGroup, followGroup, type ProjectionGroupOptions } from './follow-group.ts';
import { NewerProjectionError, planFollowing } from './plan-following.ts';
import type { Projection } from './projection.ts';

export interface FollowTablesOptions {
  readonly log: EventLog;
  readonly client: ClickHouseClient;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** What is projected; names differ. */
  readonly projections: readonly Projection[];
  /**
   * Makes the tables of projections that are new, or of another version, beside the current ones and exchanges them in.
   * Without it they are left as they are.
   */
  readonly fill?: (projections: readonly Projection[], signal: AbortSignal) => Promise<void>;
  /** Called when a batch is in the tables. */
  readonly onBatch?: () => void;
  /** Called when everything that was in the log has been written. */
  readonly onCaughtUp?: () => void;
}

const pauseAfterFaultMs = 1000;
const pauseAfterFailedFillMs = 60_000;

/**
 * Keeps the tables at the end of the log until the signal aborts. One reading of the log serves all projections that are at the
 * same position; one that is behind has a reading of its own until it has caught up, then joins the others. A projection whose
 * tables have to be rebuilt stays as it is meanwhile, and the others go on.
 * @throws NewerProjectionError when the tables are those of a newer program.
 */
export async function followTables(options: FollowTablesOptions): Promise<void> {
  const { signal, logger } = options;
  const beginFilling = fillingOf(options);
  for (let caughtUp: readonly Projection[] = []; !signal.aborted; ) {
    try {
      await finishExchanges(options.client, new Date());
      if (caughtUp.length > 0) await bringTogether(options, caughtUp);
      caughtUp = await followRound(options, beginFilling);
    } catch (error) {
      if (error instanceof NewerProjectionError) throw error;
      caughtUp = [];
      if (signal.aborted) return;
      logger.warn({ err: error }, 'following is planned again');
      await pause(pauseAfterFaultMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Follows until the signal aborts or following has to be planned again. @returns what had caught up with the log. */
async function followRound(options: FollowTablesOptions, beginFilling: BeginFilling): Promise<Projection[]> {
  const { client, projections } = options;
  const plan = planFollowing(projections, await readCheckpoints(client));
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
async function bringTogether(options: FollowTablesOptions, caughtUp: readonly Projection[]): Promise<void> {
  const checkpoints = await readCheckpoints(options.client);
  const positionOf = ({ name }: Projection): bigint => checkpoints.get(name)?.done?.position ?? 0n;
  const front =
    caughtUp
      .map(positionOf)
      .sort((a, b) => (a < b ? -1 : 1))
      .at(-1) ?? 0n;
  const { groups } = planFollowing(caughtUp, checkpoints);
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
function fillingOf({ fill, signal, logger }: FollowTablesOptions): BeginFilling {
  let filling: Promise<void> | undefined;
  return (projections) => {
    if (fill === undefined || (projections.length === 0 && filling === undefined)) return undefined;
    filling ??= fill(projections, signal)
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
