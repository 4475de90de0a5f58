import { DomainError } from '../../shared/domain-error.ts';
import { type FoundedTeam, memberOf, type TeamInvitation } from './team.state.ts';

/** An invitation that can be accepted. */
export interface OpenInvitation {
  readonly team: FoundedTeam;
  readonly invitation: Pick<TeamInvitation, 'token_hash' | 'email' | 'email_hash'>;
}

/**
 * The invitation of a token. One that was accepted can be accepted again while its account was not opened: the joining was cut short.
 * @param team The team that made it; `undefined` for an unknown token.
 * @param isOpened Whether an account was opened.
 * @throws DomainError `invitation_invalid` for one that is unknown, used, replaced, revoked or expired: one answer for all.
 */
export function openInvitation(
  team: FoundedTeam | undefined,
  tokenHash: string,
  { now, isOpened }: { readonly now: number; readonly isOpened: (accountId: number) => boolean },
): OpenInvitation {
  const pending = team?.invitations.find(
    ({ token_hash, expires_at }) => token_hash === tokenHash && now < Date.parse(expires_at),
  );
  const begun = team?.members.find(({ token_hash, account_id }) => token_hash === tokenHash && !isOpened(account_id));
  const invitation = pending ?? begun?.invited;
  if (team === undefined || invitation === undefined) throw new DomainError('invitation_invalid');
  return { team, invitation };
}

/**
 * Refuses an address whose account is a member of a team already.
 * @param team The account's team; `undefined` without one.
 * @throws DomainError `invitation_invalid` where it joined by the same invitation: of two calls with one token the other one was
 * faster; else `email_taken`.
 */
export function refuseJoined(team: FoundedTeam | undefined, accountId: number, tokenHash: string): void {
  if (team === undefined) return;
  const isJoined = memberOf(team, accountId)?.token_hash === tokenHash;
  throw new DomainError(isJoined ? 'invitation_invalid' : 'email_taken');
}
