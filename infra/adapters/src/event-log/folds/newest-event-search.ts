import type { EventLog } from '../event-log.ts';
import { readLog } from '../reading/read-log.ts';
import { shareRuns } from '../reading/shared-runs.ts';

/** What the log holds of some streams up to a position. */
interface Searched {
  readonly to: bigint;
  /** The newest event of the streams; `undefined` when there is none after the position where the search began. */
  readonly newest: bigint | undefined;
}

/**
 * Finds the newest event of some streams up to a position or a later one. Searches run one at a time, each as far as the farthest
 * position that was asked for, and what was found holds for all positions up to there.
 * @param after where searches begin. Nothing before it is of interest any more.
 */
export function createNewestEventSearch(
  log: EventLog,
  { streamPrefixes, after }: { streamPrefixes: readonly string[]; after: () => bigint },
): (to: bigint) => Promise<Searched> {
  let last: Searched | undefined;
  let farthest = 0n;
  const search = shareRuns(async (): Promise<Searched> => {
    const to = farthest;
    if (last !== undefined && to <= last.to) return last;
    let newest: bigint | undefined;
    await readLog(
      log,
      { after: after(), to, streamPrefixes },
      (events) => {
        newest = events.at(-1)?.position ?? newest;
      },
      // An event that cannot be read is passed over by the fold, too.
      () => undefined,
    );
    last = { to, newest };
    return last;
  });
  return (to) => {
    if (last !== undefined && to <= last.to) return Promise.resolve(last);
    if (to > farthest) farthest = to;
    return search();
  };
}
