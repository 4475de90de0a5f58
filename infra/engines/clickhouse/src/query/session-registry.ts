import { ClickHouseError } from '../engine/clickhouse-error.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineConnection } from '../engine/engine-connection.ts';
import type { SessionRequest } from './query-job.ts';

interface NamedSession {
  readonly connection: EngineConnection;
  /** Settles when the last query taken on so far ends. */
  tail: Promise<void>;
  users: number;
  timer: NodeJS.Timeout | undefined;
}

const MOST_SESSIONS = 1000;

/** The sessions clients named: settings, current database and temporary tables last from query to query. */
export class SessionRegistry {
  readonly #engine: Engine;
  readonly #sessions = new Map<string, NamedSession>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Runs a piece of work on the session's connection, after those that came before it.
   *
   * @throws ClickHouseError 372 when the session must exist and does not, 202 when there are too many
   */
  async use<T>(user: string, request: SessionRequest, work: (connection: EngineConnection) => Promise<T>): Promise<T> {
    const key = JSON.stringify([user, request.id]);
    const session = this.#sessions.get(key) ?? this.#open(key, request);
    clearTimeout(session.timer);
    session.users += 1;
    const before = session.tail;
    let release = (): void => undefined;
    session.tail = new Promise<void>((resolve) => {
      release = resolve;
    });
    await before;
    try {
      return await work(session.connection);
    } finally {
      session.users -= 1;
      if (session.users === 0) this.#rest(key, session, request);
      release();
    }
  }

  #open(key: string, request: SessionRequest): NamedSession {
    if (request.mustExist) throw new ClickHouseError(372, 'SESSION_NOT_FOUND', `Session ${request.id} not found`);
    if (this.#sessions.size >= MOST_SESSIONS) {
      throw new ClickHouseError(202, 'TOO_MANY_SIMULTANEOUS_QUERIES', `Too many sessions, at most ${MOST_SESSIONS}`);
    }
    const session = { connection: this.#engine.connect(), tail: Promise.resolve(), users: 0, timer: undefined };
    this.#sessions.set(key, session);
    return session;
  }

  #rest(key: string, session: NamedSession, request: SessionRequest): void {
    const end = (): void => {
      this.#sessions.delete(key);
      session.connection.close();
    };
    if (request.closeAfter) end();
    else session.timer = setTimeout(end, request.timeoutSeconds * 1000).unref();
  }
}
