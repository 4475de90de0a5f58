import { DomainError, findAccount, findTeamByInvitation, type OpenInvitation, openInvitation } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

/** What an invitation's token is recorded as, and found by. */
export const invitationHash = (deps: Pick<ApiDependencies, 'vault'>, token: string): string =>
  deps.vault.keyedHash('invitation', token);

/** The invitation of a token. @throws DomainError as `openInvitation`; `unavailable` before teams are read. */
export function requireInvitation(deps: ApiDependencies, token: string): OpenInvitation {
  if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
  const hash = invitationHash(deps, token);
  const { state } = deps.directory;
  return openInvitation(findTeamByInvitation(state, hash), hash, {
    now: deps.now().getTime(),
    isOpened: (accountId) => findAccount(state, accountId) !== undefined,
  });
}
