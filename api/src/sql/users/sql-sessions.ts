import { SqlError } from '../sql-error.ts';
import type { SqlRequest } from '../sql-request.ts';

/** What a named session keeps: its settings. Every session has the one database. */
export interface SqlSession {
  readonly settings: Map<string, string>;
}

const most = 100;

/** Sessions of all users, by user and id. They lock nothing. */
export interface SqlSessions {
  /** @throws SqlError 372 for a session that must be there and is not. */
  of(user: string, asked: SqlRequest['session']): SqlSession;
  close(user: string, asked: SqlRequest['session']): void;
}

/** @param now milliseconds. */
export function createSqlSessions(now: () => number): SqlSessions {
  const known = new Map<string, SqlSession & { until: number }>();
  const keyOf = (user: string, id: string): string => JSON.stringify([user, id]);
  return {
    of(user, asked) {
      if (asked === undefined) return { settings: new Map() };
      for (const [key, { until }] of known) if (until < now()) known.delete(key);
      const key = keyOf(user, asked.id);
      const present = known.get(key);
      if (present === undefined && asked.mustExist) throw new SqlError(372, 'SESSION_NOT_FOUND', 'Session not found');
      const session = { settings: present?.settings ?? new Map<string, string>(), until: now() + asked.seconds * 1000 };
      known.delete(key);
      known.set(key, session);
      const own = [...known.keys()].filter((one) => one.startsWith(`[${JSON.stringify(user)},`));
      if (own.length > most) known.delete(own[0] ?? '');
      return session;
    },
    close: (user, asked) => void (asked?.ends === true && known.delete(keyOf(user, asked.id))),
  };
}
