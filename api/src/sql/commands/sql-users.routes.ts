import { randomBytes } from 'node:crypto';
import { isAddressOrNetwork } from '@tapwise/adapters';
import {
  changedSqlUserResponseSchema,
  changeSqlUserBodySchema,
  createSqlUserBodySchema,
  revokeSqlUserBodySchema,
  rotateSqlUserBodySchema,
  sqlPaths,
  sqlUserResponseSchema,
} from '@tapwise/contract';
import {
  applicationsOfTeam,
  changeSqlUser,
  createSqlUser,
  DomainError,
  hourMs,
  revokeSqlUser,
  rotateSqlUser,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { changeTeam } from '../../access/change-team.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { sqlAddress } from '../sql-address.ts';
import { sqlPasswordHash } from '../users/sql-users.ts';

/** Users of SQL: new ones, other passwords, and their end. */
export function sqlUserRoutes(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    sqlPaths.user,
    {
      schema: { body: createSqlUserBodySchema, response: { 200: sqlUserResponseSchema } },
      config: { right: 'manage_sql' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { label, application_ids = null, addresses = [] } = request.body;
      checkLists(deps, session, application_ids, addresses);
      const user = newName(session.team.team_id, label);
      const password = newPassword();
      const fields = {
        application_ids,
        addresses,
        label: await deps.vault.encrypt(`team-${session.team.team_id}`, label),
      };
      const password_hash = sqlPasswordHash(deps.vault, password);
      const position = await changeTeam(deps, personContext(request), session.team.team_id, (state) =>
        createSqlUser(state, { ...requestedBy(deps, session), user, ...fields, password_hash }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, ...sqlAddress(deps, session, request.headers.host), user, password };
    },
  );
  changeRoutes(app, deps);
}

function changeRoutes(app: ApiServer, deps: ApiDependencies): void {
  const changed = { response: { 200: changedSqlUserResponseSchema } };
  app.put(
    sqlPaths.user,
    { schema: { body: changeSqlUserBodySchema, ...changed }, config: { right: 'manage_sql' } },
    async (request, reply) => {
      const session = sessionOf(request);
      const { user, label, application_ids, addresses } = request.body;
      checkLists(deps, session, application_ids ?? null, addresses ?? []);
      const labelFields =
        label === undefined ? {} : { label: await deps.vault.encrypt(`team-${session.team.team_id}`, label) };
      const fields = {
        ...labelFields,
        ...(application_ids === undefined ? {} : { application_ids }),
        ...(addresses && { addresses }),
      };
      const position = await changeTeam(deps, personContext(request), session.team.team_id, (state) =>
        changeSqlUser(state, { ...requestedBy(deps, session), user, ...fields }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, user };
    },
  );
  app.post(
    sqlPaths.rotate,
    {
      schema: { body: rotateSqlUserBodySchema, response: { 200: sqlUserResponseSchema } },
      config: { right: 'manage_sql' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { user, keep_hours = 0 } = request.body;
      const password = newPassword();
      const former_ends_at = new Date(deps.now().getTime() + keep_hours * hourMs).toISOString();
      const password_hash = sqlPasswordHash(deps.vault, password);
      const position = await changeTeam(deps, personContext(request), session.team.team_id, (state) =>
        rotateSqlUser(state, { ...requestedBy(deps, session), user, password_hash, former_ends_at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, ...sqlAddress(deps, session, request.headers.host), user, password };
    },
  );
  app.delete(
    sqlPaths.user,
    { schema: { body: revokeSqlUserBodySchema, ...changed }, config: { right: 'manage_sql' } },
    async (request, reply) => {
      const session = sessionOf(request);
      const { user } = request.body;
      const position = await changeTeam(deps, personContext(request), session.team.team_id, (state) =>
        revokeSqlUser(state, { ...requestedBy(deps, session), user }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, user };
    },
  );
}

const requestedBy = (deps: ApiDependencies, { account }: Session) => ({
  by: account.account_id,
  at: deps.now().toISOString(),
});

/** @throws DomainError `not_found` for an application that is not the team's, `invalid_request` for what is no address. */
function checkLists(
  deps: ApiDependencies,
  { team }: Session,
  ids: readonly number[] | null,
  addresses: readonly string[],
): void {
  const teamApplicationIds = new Set(
    applicationsOfTeam(deps.directory.state, team.team_id).map(({ application_id }) => application_id),
  );
  if (ids?.some((id) => !teamApplicationIds.has(id))) throw new DomainError('not_found');
  if (!addresses.every(isAddressOrNetwork))
    throw new DomainError('invalid_request', { details: { field: 'addresses' } });
}

/** Names are not given twice, so what a name did stays its own. */
function newName(team: number, label: string): string {
  const slug = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 24);
  return `t${team}_${slug || 'user'}_${randomBytes(2).toString('hex')}`;
}

const newPassword = (): string => `twq_${randomBytes(24).toString('base64url')}`;
