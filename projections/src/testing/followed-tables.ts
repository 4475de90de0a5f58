import { setTimeout as pause } from 'node:timers/promises';
import { readTablesPosition } from '../tables/checkpoint.queries.ts';
import { type FollowTablesOptions, followTables } from '../writing/runner/follow-tables.ts';

/** Tables that are kept at the end of a log. */
export interface FollowedTables {
  /** Resolves when all tables hold what the log holds up to the position. */
  reached(position: bigint): Promise<void>;
  /** Settles when following ends. */
  readonly ended: Promise<void>;
}

/** Tables that are exchanged move without a batch. */
const betweenLooksMs = 1000;

/**
 * Follows the log. The position is looked at when a batch has been written: a look takes the engine milliseconds, and one that is repeated all
 * the time keeps it from what is waited for.
 */
export function startFollowing(options: FollowTablesOptions): FollowedTables {
  let moved: () => void = () => undefined;
  let movement = Promise.resolve();
  const expectMovement = (): void => {
    movement = new Promise((resolve) => {
      moved = resolve;
    });
  };
  const move = (): void => {
    moved();
    expectMovement();
  };
  expectMovement();
  const ended = followTables({ ...options, onBatch: move, onCaughtUp: move });
  const endedEarly = ended.then(() => {
    throw new Error('Following ended before the tables held what was waited for');
  });
  // Whoever waits sees it.
  endedEarly.catch(() => undefined);
  return {
    ended,
    reached: async (position) => {
      for (;;) {
        const next = movement;
        if (((await readTablesPosition(options.client))?.position ?? 0n) >= position) return;
        await Promise.race([next, pause(betweenLooksMs, undefined, { ref: false }), endedEarly]);
      }
    },
  };
}
