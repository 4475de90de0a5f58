import { randomBytes } from 'node:crypto';
import { invitationSubject } from '@tapwise/adapters';
import {
  changeCollaboratorBodySchema,
  collaboratorResponseSchema,
  inviteBodySchema,
  okSchema,
  removeCollaboratorBodySchema,
} from '@tapwise/contract';
import {
  changeMemberAccess,
  checkEmail,
  DomainError,
  dayMs,
  findAccount,
  findAccountIdByEmailHash,
  findTeamByInvitation,
  inviteMember,
  memberOf,
  removeMember,
  revokeInvitation,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import { changeTeam } from '../../../access/change-team.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { invitationResponse, memberResponse } from '../../collaborator-response.ts';
import { invitationHash } from '../../invitation.ts';
import { presentTeam } from '../../present-team.ts';
import { emailHashOf } from '../../verify-password.ts';

const invitationMs = 7 * dayMs;

/** The people of a team: inviting, changing what they may do, and removing. */
export function changeCollaboratorsRoutes(app: ApiServer, deps: ApiDependencies): void {
  inviteRoute(app, deps);
  changeAccessRoute(app, deps);
  removeRoute(app, deps);
}

/** `POST /api/account/collaborator`. An address that has an account elsewhere is answered like any other: the mail says what to do. */
function inviteRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/account/collaborator',
    {
      schema: { body: inviteBodySchema, response: { 200: collaboratorResponseSchema } },
      config: { right: 'manage_team' },
    },
    async (request, reply) => {
      const { account, team } = sessionOf(request);
      const { email, emailKey } = checkEmail(request.body.email);
      const email_hash = emailHashOf(deps, emailKey);
      const plain = `twi_${randomBytes(32).toString('base64url')}`;
      const token_hash = invitationHash(deps, plain);
      const subject = invitationSubject(token_hash);
      const [address, token] = await Promise.all([email, plain].map((text) => deps.vault.encrypt(subject, text)));
      if (address === undefined || token === undefined) throw new DomainError('internal');
      const now = deps.now().getTime();
      const invitation = {
        token_hash,
        token,
        email: address,
        email_hash,
        access: request.body.access ?? ('member' as const),
        invited_at: new Date(now).toISOString(),
        expires_at: new Date(now + invitationMs).toISOString(),
      };
      const position = await changeTeam(deps, personContext(request), team.team_id, (state) =>
        inviteMember(state, {
          by: account.account_id,
          verified: account.email_verified,
          ...invitation,
          known_account_id: findAccountIdByEmailHash(deps.directory.state, email_hash),
        }),
      );
      holdsUpTo(reply, position);
      const invited_by = account.account_id;
      return { status: 'ok' as const, collaborator: await invitationResponse(deps, { ...invitation, invited_by }) };
    },
  );
}

/** `PUT /api/account/collaborator`: what a member may do, from the next call on. */
function changeAccessRoute(app: ApiServer, deps: ApiDependencies): void {
  app.put(
    '/api/account/collaborator',
    {
      schema: { body: changeCollaboratorBodySchema, response: { 200: collaboratorResponseSchema } },
      config: { right: 'manage_team' },
    },
    async (request, reply) => {
      const { account, team } = sessionOf(request);
      const { account_id, access } = request.body;
      const changed_at = deps.now().toISOString();
      const position = await changeTeam(deps, personContext(request), team.team_id, (state) =>
        changeMemberAccess(state, { by: account.account_id, account_id, access, changed_at }),
      );
      holdsUpTo(reply, position);
      const member = memberOf(presentTeam(deps, team.team_id), account_id);
      if (member === undefined) throw new DomainError('conflict');
      return { status: 'ok' as const, collaborator: await memberResponse(deps, member) };
    },
  );
}

/** `DELETE /api/account/collaborator`: a member, or an invitation that was not accepted yet. Doing it again changes nothing. */
function removeRoute(app: ApiServer, deps: ApiDependencies): void {
  app.delete(
    '/api/account/collaborator',
    { schema: { body: removeCollaboratorBodySchema, response: { 200: okSchema } }, config: { right: 'manage_team' } },
    async (request, reply) => {
      const { account_id, collaborator_token: token } = request.body;
      const tokenHash = typeof token === 'string' ? ownInvitation(deps, request, token) : undefined;
      const team = presentTeam(deps, sessionOf(request).team.team_id);
      const joinedBy = team.members.find(
        ({ token_hash }) => token_hash !== null && token_hash === tokenHash,
      )?.account_id;
      const person = account_id ?? joinedBy;
      // Both name a person: it has to be the same one.
      if (account_id && tokenHash !== undefined && joinedBy !== account_id) throw new DomainError('not_found');
      const position =
        person !== undefined && person !== null
          ? await removePerson(deps, request, person)
          : await revoke(deps, request, tokenHash ?? '');
      if (position !== undefined) holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}

/** @returns `undefined` when the person was removed before. @throws DomainError `not_found` for someone who never was in the team. */
async function removePerson(
  deps: ApiDependencies,
  request: FastifyRequest,
  accountId: number,
): Promise<bigint | undefined> {
  const { account, team } = sessionOf(request);
  const isMember = memberOf(presentTeam(deps, team.team_id), accountId) !== undefined;
  if (!isMember && findAccount(deps.directory.state, accountId)?.team_id === team.team_id) return undefined;
  const removed_at = deps.now().toISOString();
  return changeTeam(deps, personContext(request), team.team_id, (state) =>
    removeMember(state, { by: account.account_id, account_id: accountId, removed_at }),
  );
}

function revoke(deps: ApiDependencies, request: FastifyRequest, token_hash: string): Promise<bigint> {
  const { account, team } = sessionOf(request);
  const revoked_at = deps.now().toISOString();
  return changeTeam(deps, personContext(request), team.team_id, (state) => {
    // Of a revocation and an acceptance at once the first one holds.
    if (state.status === 'founded' && state.members.some((member) => member.token_hash === token_hash)) {
      throw new DomainError('conflict');
    }
    return revokeInvitation(state, { by: account.account_id, token_hash, revoked_at });
  });
}

function ownInvitation(deps: ApiDependencies, request: FastifyRequest, token: string): string {
  const hash = invitationHash(deps, token);
  const team = findTeamByInvitation(deps.directory.state, hash);
  if (team === undefined || team.team_id !== sessionOf(request).team.team_id) throw new DomainError('not_found');
  return hash;
}
