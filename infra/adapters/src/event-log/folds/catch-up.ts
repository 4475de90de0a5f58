import type { EventLog } from '../event-log.ts';
import { within } from '../within.ts';
import { createNewestEventSearch } from './newest-event-search.ts';

/** A fold, as far as it has come. */
export interface FoldProgress {
  readonly streamPrefixes: readonly string[];
  /** Resolves when everything that was in the log at start has been folded. */
  readonly caughtUp: Promise<void>;
  /** Everything of its streams up to here has been folded. */
  position(): bigint;
  /** Waits for an event of its streams. @throws Error when that takes longer than `timeoutMs`. */
  reached(position: bigint, timeoutMs: number): Promise<void>;
}

class Late extends Error {}

/**
 * Makes a wait for positions of which a fold does not learn, because the events there are of other streams: the log is searched
 * for events of its own streams up to there. A position once searched costs nothing later.
 */
export function createCatchUp(log: EventLog, fold: FoldProgress) {
  /** Nothing of its streams lies between the position of the fold and this one. */
  let clear = 0n;
  const position = (): bigint => (fold.position() > clear ? fold.position() : clear);
  const search = createNewestEventSearch(log, { streamPrefixes: fold.streamPrefixes, after: position });
  const catchUp = async (wanted: bigint, timeoutMs: number): Promise<void> => {
    // Until then nearly the whole log would be searched.
    await fold.caughtUp;
    if (wanted <= position()) return;
    const { to, newest } = await search(wanted);
    if (newest !== undefined && newest > position()) await fold.reached(newest, timeoutMs);
    if (to > clear) clear = to;
  };
  return async (wanted: bigint, timeoutMs: number): Promise<boolean> => {
    if (wanted <= position()) return true;
    try {
      const late = (): Error => new Late();
      await within(timeoutMs, catchUp(wanted, timeoutMs), late);
      return true;
    } catch (error) {
      if (error instanceof Late) return false;
      throw error;
    }
  };
}
