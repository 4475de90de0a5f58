import type { EventLog } from '@tapwise/adapters';
import { DomainError, sessionStream } from '@tapwise/domain';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';

const readsAtOnce = 16;
const mayWait = 1000;
const mayRemember = 10_000;
/** A token is issued after its session is in the log, so a token that has none will have none. */
const rememberedMs = 5000;

/** Position of the newest event of a session that was open when it was read. */
interface Lookup {
  readonly position: bigint | undefined;
}

const lookups = new WeakMap<EventLog, LRUCache<string, Lookup>>();

/**
 * Up to where the log must be folded for a session that this process has not seen. What was found is remembered for a few seconds,
 * and few sessions are read at once, so that guesses of tokens cost the log little.
 * @returns undefined when there is no such session, or it has ended.
 * @throws DomainError `unavailable` when too many are waiting, and the log's own errors.
 */
export async function openSessionPosition(log: EventLog, tokenHash: string): Promise<bigint | undefined> {
  const lookup = await lookupsOf(log).fetch(tokenHash);
  return lookup?.position;
}

function lookupsOf(log: EventLog): LRUCache<string, Lookup> {
  const existing = lookups.get(log);
  if (existing !== undefined) return existing;
  const limit = pLimit(readsAtOnce);
  const created = new LRUCache<string, Lookup>({
    max: mayRemember,
    ttl: rememberedMs,
    fetchMethod: async (tokenHash) => {
      if (limit.pendingCount >= mayWait) throw new DomainError('unavailable', { details: { retry_after: 1 } });
      return limit(() => readSession(log, tokenHash));
    },
  });
  lookups.set(log, created);
  return created;
}

/** One read: a session has an event an hour at most, and what counts is whether its last one ends it. */
async function readSession(log: EventLog, tokenHash: string): Promise<Lookup> {
  const last = await log.readLast(sessionStream(tokenHash));
  const ended = last === undefined || last.event.type === 'SessionClosed';
  return { position: ended ? undefined : last.position };
}
