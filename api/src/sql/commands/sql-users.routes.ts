import { randomBytes, randomUUID } from 'node:crypto';
import { type CommandContext, handleCommand, isAddressOrNetwork } from '@tapwise/adapters';
import {
  changedSqlUserResponseSchema,
  changeSqlUserBodySchema,
  createSqlUserBodySchema,
  revokeSqlUserBodySchema,
  rotateSqlUserBodySchema,
  sqlPaths,
  sqlUserResponseSchema,
  sqlUsersQuerySchema,
  sqlUsersResponseSchema,
} from '@tapwise/contract';
import {
  activeSqlUsers,
  applicationsOfTeam,
  changeSqlUser,
  createSqlUser,
  DomainError,
  mayManage,
  revokeSqlUser,
  rotateSqlUser,
  type TeamState,
  teamDecider,
  teamStream,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import type { Session } from '../../access/sign-in/sessions.ts';
import { demoSqlPassword } from '../../account/demo/demo-sql-user.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { LastUses } from '../../sql/users/last-uses.ts';
import { sqlPasswordHash } from '../../sql/users/sql-users.ts';

type TeamChange = Parameters<typeof handleCommand<TeamState, ReturnType<typeof createSqlUser>[number]>>[1]['decide'];

/** Users of SQL: who there is, new ones, other passwords, and their end. */
export function sqlUserRoutes(app: ApiServer, deps: ApiDependencies, uses: LastUses): void {
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
        ...addressOf(deps, session, request.headers.host),
        seconds: deps.settings.sql?.seconds ?? 0,
        users: await Promise.all(users),
      };
    },
  );
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
      return { status: 'ok' as const, ...addressOf(deps, session, request.headers.host), user, password };
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
      const former_ends_at = new Date(deps.now().getTime() + keep_hours * 3_600_000).toISOString();
      const password_hash = sqlPasswordHash(deps.vault, password);
      const position = await changeTeam(deps, personContext(request), session.team.team_id, (state) =>
        rotateSqlUser(state, { ...requestedBy(deps, session), user, password_hash, former_ends_at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const, ...addressOf(deps, session, request.headers.host), user, password };
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

/** Writes to a team's stream and waits until the directory holds it. @throws DomainError. */
export async function changeTeam(
  deps: ApiDependencies,
  context: CommandContext,
  teamId: number,
  decide: TeamChange,
): Promise<bigint> {
  const stream = teamStream(teamId);
  const { position } = await handleCommand(deps.log, {
    stream,
    decider: teamDecider,
    cause: randomUUID(),
    context,
    decide,
  });
  await deps.directory.reached(position);
  return position;
}

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

function addressOf(deps: ApiDependencies, { team }: Session, requestedHost: string | undefined) {
  const url = new URL(deps.settings.publicUrl ?? `http://${requestedHost ?? 'localhost'}`);
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  const sql_port = deps.settings.sqlPort ?? null;
  return { host: url.hostname, port, path: '/clickhouse', database: `team_${team.team_id}`, sql_port };
}
