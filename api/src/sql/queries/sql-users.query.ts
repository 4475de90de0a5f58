import { sqlPaths, sqlUsersQuerySchema, sqlUsersResponseSchema } from '@tapwise/contract';
import { activeSqlUsers, mayManage } from '@tapwise/domain';
import { demoSqlPassword } from '../../account/demo/demo-sql-user.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { sqlAddress } from '../sql-address.ts';
import type { LastUses } from '../users/last-uses.ts';

/** Users of SQL that the person may see, and where SQL is asked. */
export function sqlUsersRoute(app: ApiServer, deps: ApiDependencies, uses: LastUses): void {
  app.get(
    sqlPaths.users,
    {
      schema: { querystring: sqlUsersQuerySchema, response: { 200: sqlUsersResponseSchema } },
      config: { right: 'read_sql' },
    },
    async (request) => {
      const session = sessionOf(request);
      const manageable = activeSqlUsers(session.team).filter((user) =>
        mayManage(session.team, session.account.account_id, user),
      );
      const users = manageable.map(async (sqlUser) => ({
        user: sqlUser.user,
        application_ids: sqlUser.application_ids && [...sqlUser.application_ids],
        addresses: [...sqlUser.addresses],
        label: (await deps.vault.decrypt(sqlUser.label)) ?? '',
        created_by: sqlUser.created_by,
        created_at: sqlUser.created_at,
        ...uses.of(sqlUser.user),
        former_ends_at:
          sqlUser.former !== null && sqlUser.former.ends_at > deps.now().toISOString() ? sqlUser.former.ends_at : null,
        password: session.team.demo ? demoSqlPassword(deps.vault) : null,
      }));
      return {
        status: 'ok' as const,
        ...sqlAddress(deps, session, request.headers.host),
        seconds: deps.settings.sql?.seconds ?? 0,
        users: await Promise.all(users),
      };
    },
  );
}
