import { randomBytes } from 'node:crypto';
import { handleCommand, invitationSubject } from '@tapwise/adapters';
import {
  type Access,
  acceptInvitation,
  accountDecider,
  accountStream,
  changeMemberAccess,
  inviteMember,
  openAccount,
  removeMember,
  type TeamEvent,
  type TeamState,
  teamDecider,
  teamStream,
} from '@tapwise/domain';
import { createPasswordHasher } from '../../../api/src/access/sign-in/password-hasher.ts';
import { reserveAddress } from '../../../api/src/account/commands/open-account.ts';
import { emailHashOf } from '../../../api/src/account/verify-password.ts';
import { asTest } from '../facts/settings.ts';
import type { ApiService } from '../services/api-service.ts';

/** A member of the owner's team, signed in. */
export interface TeamPerson {
  readonly accountId: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** A person is invited by the owner, joins and signs in: the events of the product's own decisions, in their order. */
export async function joinTeam(
  api: ApiService,
  owner: { accountId: number },
  access: Access,
  email = `${randomBytes(6).toString('hex')}@example.com`,
): Promise<TeamPerson> {
  const { deps } = api;
  const id = randomBytes(6).toString('hex');
  const password = `long password ${id}`;
  const token_hash = randomBytes(32).toString('hex');
  const teamId = teamOf(api, owner.accountId);
  const email_hash = emailHashOf(deps, email);
  const [invited_at, expires_at] = [0, 7].map((days) =>
    new Date(deps.now().getTime() + days * 86_400_000).toISOString(),
  );
  if (invited_at === undefined || expires_at === undefined) throw new Error('No instants');
  const cipher = await deps.vault.encrypt(invitationSubject(token_hash), email);
  const invitation = { token_hash, token: null, email: cipher, email_hash, access, invited_at, expires_at };
  await changeTeam(api, teamId, (state) =>
    inviteMember(state, { by: owner.accountId, known_account_id: undefined, verified: true, ...invitation }),
  );
  const accountId = await reserveAddress(deps, asTest, email_hash);
  await changeTeam(api, teamId, (state) =>
    acceptInvitation(state, { account_id: accountId, token_hash, joined_at: invited_at }),
  );
  const [name, ownEmail, hasher] = await Promise.all([
    deps.vault.encrypt(`account-${accountId}`, 'Ben Example'),
    deps.vault.encrypt(`account-${accountId}`, email),
    createPasswordHasher(),
  ]);
  const password_hash = await hasher.hash(password);
  const { position } = await handleCommand(api.log, {
    stream: accountStream(accountId),
    decider: accountDecider,
    cause: 'joined',
    context: asTest,
    decide: (state) =>
      openAccount(state, {
        account_id: accountId,
        team_id: teamId,
        name,
        email: ownEmail,
        email_hash,
        password_hash,
        demo: false,
        founded_team: null,
      }),
  });
  await deps.directory.reached(position);
  const { body } = await api.call('POST', '/api/session', { body: { email, password } });
  return { accountId, email, password, token: String(body.token) };
}

/** The owner changes what a member may do. */
export function changeAccess(api: ApiService, owner: { accountId: number }, accountId: number, access: Access) {
  const changed_at = api.deps.now().toISOString();
  return changeTeam(api, teamOf(api, owner.accountId), (state) =>
    changeMemberAccess(state, { by: owner.accountId, account_id: accountId, access, changed_at }),
  );
}

/** The owner removes a member. */
export function removePerson(api: ApiService, owner: { accountId: number }, accountId: number): Promise<bigint> {
  const removed_at = api.deps.now().toISOString();
  return changeTeam(api, teamOf(api, owner.accountId), (state) =>
    removeMember(state, { by: owner.accountId, account_id: accountId, removed_at }),
  );
}

async function changeTeam(api: ApiService, teamId: number, decide: (state: TeamState) => TeamEvent[]): Promise<bigint> {
  const { position } = await handleCommand(api.log, {
    stream: teamStream(teamId),
    decider: teamDecider,
    cause: randomBytes(8).toString('hex'),
    context: asTest,
    decide,
  });
  await api.deps.directory.reached(position);
  return position;
}

function teamOf(api: ApiService, accountId: number): number {
  const team = api.deps.directory.state.accounts.get(accountId)?.team_id;
  if (team === undefined) throw new Error('No account signed up');
  return team;
}
