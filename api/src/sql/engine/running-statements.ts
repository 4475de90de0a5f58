import { activeSqlUsers } from '@tapwise/domain';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { SqlError } from '../sql-error.ts';
import type { SqlSettings } from '../sql-settings.ts';
import { findSqlUser, viewScopeOf } from '../users/sql-users.ts';
import { type SqlScopes, scopeName } from './sql-scopes.ts';

/** A statement under way. */
export interface RunningStatement {
  readonly user: string;
  readonly queryId: string;
  /** The engine's user it runs as. */
  readonly scope: string;
  readonly abort: AbortController;
}

/** Statements under way. Those of a user who may not see what they read any more are ended. */
export interface RunningStatements {
  /** @throws SqlError 216 when the user has one of this id. */
  add(statement: RunningStatement): () => void;
  kill(user: string, queryId: string): void;
  close(): void;
}

const settleMs = 100;

export function createRunning(deps: ApiDependencies, scopes: SqlScopes, settings: SqlSettings): RunningStatements {
  const running = new Set<RunningStatement>();
  let timer: NodeJS.Timeout | undefined;
  const presentScope = (name: string): string | undefined => {
    const sqlUser = findSqlUser(deps.directory.state, name);
    return (
      sqlUser &&
      scopeName(sqlUser.team.team_id, viewScopeOf(deps.directory.state, sqlUser, settings.tables), settings.seconds)
    );
  };
  const check = (): void => {
    timer = undefined;
    for (const statement of running) if (presentScope(statement.user) !== statement.scope) statement.abort.abort(ended);
    for (const team of deps.directory.state.teams.values()) {
      const scopesInUse = activeSqlUsers(team).flatMap(({ user }) => presentScope(user) ?? []);
      if (team.sql_users !== undefined) void scopes.keepOnly(team.team_id, new Set(scopesInUse));
    }
  };
  const stop = deps.directory.onEvent(({ event }) => {
    if (event.type.startsWith('Session')) return;
    timer ??= setTimeout(check, settleMs);
  });
  return {
    add(statement) {
      for (const { user, queryId } of running) {
        if (user === statement.user && queryId === statement.queryId) {
          const message = `Query with id = ${queryId} is already running`;
          throw new SqlError(216, 'QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING', message);
        }
      }
      running.add(statement);
      return () => void running.delete(statement);
    },
    kill(user, queryId) {
      for (const statement of running)
        if (statement.user === user && statement.queryId === queryId) statement.abort.abort(ended);
    },
    close() {
      clearTimeout(timer);
      stop();
    },
  };
}

const ended = new SqlError(394, 'QUERY_WAS_CANCELLED', 'Query was cancelled');
