import type { Collaborator } from '@tapwise/contract';
import { type FoundedTeam, findAccount, type TeamInvitation } from '@tapwise/domain';
import type { ApiDependencies } from '../http/dependencies.ts';

type Member = FoundedTeam['members'][number];

/** Members in the order they joined, then invitations that can be accepted in the order they were sent. */
export async function collaboratorsResponse(deps: ApiDependencies, team: FoundedTeam): Promise<Collaborator[]> {
  const members = team.members
    // Someone who began to join and then signed up for themselves is no member.
    .filter(({ account_id }) => findAccount(deps.directory.state, account_id)?.team_id === team.team_id)
    .toSorted((left, right) => left.joined_at.localeCompare(right.joined_at));
  const now = deps.now().getTime();
  const pending = team.invitations
    .filter(({ expires_at }) => now < Date.parse(expires_at))
    .toSorted((left, right) => left.invited_at.localeCompare(right.invited_at));
  return Promise.all([
    ...members.map((member) => memberResponse(deps, member)),
    ...pending.map((invitation) => invitationResponse(deps, invitation)),
  ]);
}

export async function memberResponse(
  deps: ApiDependencies,
  { account_id, access, joined_at }: Member,
): Promise<Collaborator> {
  const account = findAccount(deps.directory.state, account_id);
  const [name, email] = await Promise.all(
    [account?.name, account?.email].map((cipher) => cipher && deps.vault.decrypt(cipher)),
  );
  return { email: email ?? '', name: name ?? '', accountId: account_id, token: null, access, joined_at };
}

/** @returns the token too: the list offers the link to copy. */
export async function invitationResponse(
  deps: ApiDependencies,
  { email, token, access, invited_at, expires_at }: TeamInvitation,
): Promise<Collaborator> {
  const [address, plain] = await Promise.all([email, token].map((cipher) => cipher && deps.vault.decrypt(cipher)));
  return { email: address ?? '', name: null, accountId: null, token: plain ?? null, access, invited_at, expires_at };
}
