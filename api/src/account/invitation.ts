import { DomainError, type FoundedTeam, findAccount, findTeamByInvitation, type TeamInvitation } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** What an invitation's token is recorded as, and found by. */
export const invitationHash = (deps: Pick<ApiDependencies, 'vault'>, token: string): string =>
  deps.vault.keyedHash('invitation', token);

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
