import { type EventLog, type FoldFollower, type Logger, shareRuns, within } from '@tapwise/adapters';
import { LRUCache } from 'lru-cache';

/** Longest wait for what another process wrote, in milliseconds. */
export const longestWaitMs = 2000;
const positionForm = /^\d{1,20}$/;
const mayRemember = 1000;
const rememberedMs = 10_000;

/**
 * Waits until all folds hold what the log holds up to a position, at most two seconds. It never fails: what is not there then is
 * answered from what is. What is no position, or beyond the end of the log, is not waited for.
 */
export type CatchUp = (position: unknown) => Promise<void>;

export function createCatchUp(
  { log, logger }: { readonly log: EventLog; readonly logger: Logger },
  folds: readonly Pick<FoldFollower<unknown>, 'caughtUpWith'>[],
): CatchUp {
  /** All folds are there. */
  let reached = 0n;
  /** The log goes at least so far. */
  let end = 0n;
  const readEnd = shareRuns(() => log.lastPosition());
  const beyond = new LRUCache<string, true>({ max: mayRemember, ttl: rememberedMs });
  const exists = async (position: bigint, text: string): Promise<boolean> => {
    if (position <= end) return true;
    if (beyond.has(text)) return false;
    const last = await readEnd();
    if (last > end) end = last;
    if (position > end) beyond.set(text, true);
    return position <= end;
  };
  const catchUp = async (position: bigint, text: string): Promise<void> => {
    if (!(await exists(position, text))) return;
    const all = await Promise.all(folds.map((fold) => fold.caughtUpWith(position, longestWaitMs)));
    if (!all.includes(false) && position > reached) reached = position;
  };
  return async (text) => {
    if (typeof text !== 'string' || !positionForm.test(text)) return;
    const position = BigInt(text);
    if (position <= reached) return;
    try {
      await within(longestWaitMs, catchUp(position, text), () => new Error(`${text} was not reached in time`));
    } catch (error) {
      logger.warn({ err: error }, 'What another process wrote could not be waited for');
    }
  };
}
