import { invitationQuerySchema, invitationResponseSchema } from '@tapwise/contract';
import { DomainError, type FoundedTeam, findAccount, findTeamByInvitation, type TeamInvitation } from '@tapwise/domain';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';

const lookUps = { calls: 30, seconds: 60 };

/** What an invitation's token is recorded as, and found by. */
export const invitationHash = (deps: Pick<ApiDependencies, 'vault'>, token: string): string =>
  deps.vault.keyedHash('invitation', token);

/** `GET /api/account/collaborator`: what an invitation is to; `token` is the invitation's. */
export function invitationRoute(app: ApiServer, deps: ApiDependencies): void {
  const limit = app.callLimits.windowed('invitation', lookUps.calls, lookUps.seconds);
  app.get(
    '/api/account/collaborator',
    {
      schema: { querystring: invitationQuerySchema, response: { 200: invitationResponseSchema } },
      config: { right: 'public' },
    },
    async (request) => {
      limit(request.clientAddress);
      const { team, invitation } = requireInvitation(deps, request.query.token ?? '');
      const [organization_name, email] = await Promise.all(
        [team.name, invitation.email].map((cipher) => deps.vault.decrypt(cipher)),
      );
      return { status: 'ok' as const, organization_name: organization_name ?? '', email: email ?? '' };
    },
  );
}

/** An invitation that can be accepted. */
export interface OpenInvitation {
  readonly team: FoundedTeam;
  readonly invitation: Pick<TeamInvitation, 'token_hash' | 'email' | 'email_hash'>;
}

/**
 * The invitation of a token. One that was accepted can be accepted again while its account was not opened: the joining was cut short.
 * @throws DomainError `invitation_invalid` for one that is unknown, used, replaced, revoked or expired: one answer for all.
 */
export function requireInvitation(deps: ApiDependencies, token: string): OpenInvitation {
  if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  const hash = invitationHash(deps, token);
  const { state } = deps.directory;
  const team = findTeamByInvitation(state, hash);
  const now = deps.now().getTime();
  const pending = team?.invitations.find(
    (candidate) => candidate.token_hash === hash && now < Date.parse(candidate.expires_at),
  );
  const begun = team?.members.find(
    (member) => member.token_hash === hash && findAccount(state, member.account_id) === undefined,
  );
  const invitation = pending ?? begun?.invited;
  if (team === undefined || invitation === undefined) throw new DomainError('invitation_invalid');
  return { team, invitation };
}
