import type { SqlRequest } from '../gateway/sql-request.ts';
import { SqlError } from '../sql-error.ts';

/** What a named session keeps: its settings. Every session has the one database. */
export interface SqlSession {
  readonly settings: Map<string, string>;
}

const most = 100;

/** Sessions of all users, by user and id. They lock nothing. */
export interface SqlSessions {
  /** @throws SqlError 372 for a session that must be there and is not. */
  of(user: string, requested: SqlRequest['session']): SqlSession;
  close(user: string, requested: SqlRequest['session']): void;
}

/** @param now milliseconds. */
export function createSqlSessions(now: () => number): SqlSessions {
  const sessions = new Map<string, SqlSession & { until: number }>();
  const keyOf = (user: string, id: string): string => JSON.stringify([user, id]);
  return {
    of(user, requested) {
      if (requested === undefined) return { settings: new Map() };
      for (const [key, { until }] of sessions) if (until < now()) sessions.delete(key);
      const key = keyOf(user, requested.id);
      const existing = sessions.get(key);
      if (existing === undefined && requested.mustExist)
        throw new SqlError(372, 'SESSION_NOT_FOUND', 'Session not found');
      const session = {
        settings: existing?.settings ?? new Map<string, string>(),
        until: now() + requested.seconds * 1000,
      };
      sessions.delete(key);
      sessions.set(key, session);
      const userKeys = [...sessions.keys()].filter((sessionKey) => sessionKey.startsWith(`[${JSON.stringify(user)},`));
      if (userKeys.length > most) sessions.delete(userKeys[0] ?? '');
      return session;
    },
    close: (user, requested) => void (requested?.ends === true && sessions.delete(keyOf(user, requested.id))),
  };
}
