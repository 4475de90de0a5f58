import type { ApiDependencies } from '../http/dependencies.ts';
import { createPositions } from './engine/as-of-position.ts';
import { createSqlGate } from './engine/gate-engine.ts';
import { createRunning } from './engine/running-statements.ts';
import { createSqlScopes } from './engine/sql-scopes.ts';
import { createSqlTurns, engineTimeWindow } from './engine/sql-turns.ts';
import type { SqlSettings } from './sql-settings.ts';
import type { LastUses } from './users/last-uses.ts';
import type { SqlAudit } from './users/sql-audit.ts';
import { createSqlSessions } from './users/sql-sessions.ts';
import { createSqlThrottle, sqlPasswordWindow } from './users/sql-throttle.ts';

/** What is known of statements that were asked. */
export interface SqlShared {
  readonly audit: SqlAudit;
  readonly uses: LastUses;
}

/** Everything that requests share. */
export type SqlWorld = ReturnType<typeof createSqlWorld>;

export function createSqlWorld(deps: ApiDependencies, settings: SqlSettings, shared: SqlShared) {
  const now = () => deps.now().getTime();
  const engineUrl = new URL(settings.engineUrl);
  const url = new URL('/', engineUrl);
  const user = decodeURIComponent(engineUrl.username || 'default');
  const password = decodeURIComponent(engineUrl.password);
  [url.username, url.password] = ['', ''];
  const scopes = createSqlScopes({
    admin: { url, user, password },
    vault: deps.vault,
    logger: deps.logger,
    seconds: settings.seconds,
  });
  const running = createRunning(deps, scopes, settings);
  return {
    deps,
    settings,
    scopes,
    running,
    ...shared,
    gate: createSqlGate(),
    sessions: createSqlSessions(now),
    throttle: createSqlThrottle(now, deps.sharedLimits?.limit('sql password', sqlPasswordWindow)),
    turns: createSqlTurns(now, deps.sharedLimits?.limit('sql engine time', engineTimeWindow)),
    positions: createPositions(deps, now),
    close: () => running.close(),
  };
}
