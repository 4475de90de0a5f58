import { type EventLog, type FoldFollower, shareRuns, within } from '@tapwise/adapters';
import { type Directory, DomainError } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';

/** Longest wait for what another process recorded, in milliseconds. */
const longestWaitMs = 2000;
const keysRemembered = 10_000;
/** A key is given out when its application is in the log, so one that was not there a moment ago is none. */
const rememberedMs = 2000;

/**
 * Waits until the directory has what was in the log when a key was asked for that it does not have: its application may have been
 * created by another process just now. Searches run one at a time, and for a key once in two seconds.
 * @throws DomainError `unavailable` when that takes too long, or the log is away.
 */
export type ApplicationCatchUp = (apiKey: string) => Promise<void>;

export function createApplicationCatchUp({
  log,
  directory,
}: {
  readonly log: Pick<EventLog, 'lastPosition'>;
  readonly directory: Pick<FoldFollower<Directory>, 'caughtUpWith'>;
}): ApplicationCatchUp {
  const searched = new LRUCache<string, true>({ max: keysRemembered, ttl: rememberedMs });
  const catchUp = shareRuns(async () => directory.caughtUpWith(await log.lastPosition(), longestWaitMs));
  const late = (): Error => new DomainError('unavailable');
  return async (apiKey) => {
    if (searched.has(apiKey)) return;
    const isThere = await within(longestWaitMs, catchUp(), late).catch(() => false);
    if (!isThere) throw late();
    searched.set(apiKey, true);
  };
}
