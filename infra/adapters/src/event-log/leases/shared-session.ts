import type { EventLog } from '../event-log.ts';
import { LeaseSession, type LeaseSessionOptions } from './lease-session.ts';

interface SharedSession {
  readonly started: Promise<LeaseSession>;
  users: number;
}

/** Sessions of this process, by log and by what runs in them. */
const sessions = new WeakMap<EventLog, Map<string, SharedSession>>();

/** A use of the session of this process, which begins with its first use and ends with its last. */
export interface SessionUse {
  readonly session: LeaseSession;
  leave(): Promise<void>;
}

/**
 * Joins the session of this process. One that is lost is followed by another.
 * @throws the log's error when a session cannot begin.
 */
export async function joinSession(log: EventLog, options: LeaseSessionOptions): Promise<SessionUse> {
  const byKey = sessions.get(log) ?? new Map<string, SharedSession>();
  sessions.set(log, byKey);
  const key = `${options.holder} ${options.seconds}`;
  for (;;) {
    const shared = byKey.get(key) ?? { started: LeaseSession.start(log, options), users: 0 };
    byKey.set(key, shared);
    shared.users += 1;
    const leave = async (): Promise<void> => {
      shared.users -= 1;
      if (shared.users > 0) return;
      if (byKey.get(key) === shared) byKey.delete(key);
      await (await shared.started).end();
    };
    const session = await shared.started.catch((error: unknown) => {
      if (byKey.get(key) === shared) byKey.delete(key);
      throw error;
    });
    if (!session.lost.aborted) return { session, leave };
    if (byKey.get(key) === shared) byKey.delete(key);
    await leave();
  }
}
