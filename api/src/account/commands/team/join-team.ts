import { timingSafeEqual } from 'node:crypto';
import { invitationProof } from '@tapwise/adapters';
import type { signUpBodySchema } from '@tapwise/contract';
import {
  acceptInvitation,
  checkName,
  DomainError,
  findMembership,
  type OpenInvitation,
  refuseJoined,
} from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { accountContext, apiContext } from '../../../access/actor-context.ts';
import { changeTeam } from '../../../access/change-team.ts';
import { acceptablePassword } from '../../../access/sign-in/password-rules.ts';
import { clientOf } from '../../../access/sign-in/session-client.ts';
import { startSession } from '../../../access/sign-in/sessions.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { requireInvitation } from '../../invitation.ts';
import type { PasswordGuard } from '../../verify-password.ts';
import { openPerson, reserveAddress } from '../open-account.ts';

type Form = z.infer<typeof signUpBodySchema> & { readonly collaborator_token: string };

/**
 * Joins a team by an invitation, whose address the account gets. Only with the proof from the mail does the address count as verified.
 * The joining is recorded before the account is opened: of two calls with one token the one that opens the account has joined.
 * @throws DomainError `invitation_invalid`, also for a wrong proof; `email_taken`; those of names and passwords.
 */
export async function joinTeam(
  deps: ApiDependencies,
  guard: PasswordGuard,
  request: FastifyRequest,
  form: Form,
): Promise<{ accountId: number; token: string; position: bigint }> {
  if (form.email !== undefined)
    throw new DomainError('invalid_request', { message: 'The field "email" is not known.' });
  const open = requireInvitation(deps, form.collaborator_token);
  const { team, invitation } = open;
  if (form.proof !== undefined && !isProof(deps, invitation.token_hash, form.proof)) {
    throw new DomainError('invitation_invalid');
  }
  const name = checkName(form.name ?? '');
  const [email, teamName] = await Promise.all(
    [invitation.email, team.name].map((cipher) => deps.vault.decrypt(cipher)),
  );
  if (email === undefined) throw new DomainError('invitation_invalid');
  const password = acceptablePassword(form.password ?? '', [name, email, teamName ?? '']);
  const passwordHash = await guard.hasher.hash(password);
  const accountId = await reserve(deps, request, open);
  const context = accountContext(request, accountId);
  const joined_at = deps.now().toISOString();
  await changeTeam(deps, context, team.team_id, (state) =>
    acceptInvitation(state, { account_id: accountId, token_hash: invitation.token_hash, joined_at }),
  );
  const person = { accountId, name, email, emailHash: invitation.email_hash, passwordHash };
  await openPerson(deps, context, person, {
    team: { team_id: team.team_id, demo: false, founded_team: null },
    proof: form.proof === undefined ? undefined : { verified_at: joined_at },
    refusalCode: 'invitation_invalid',
  });
  const { token, position } = await startSession(deps, context, accountId, clientOf(request));
  await deps.directory.reached(position);
  return { accountId, token, position };
}

/** @throws DomainError `email_taken` when the address has got an account meanwhile, `invitation_invalid` when by this invitation. */
async function reserve(
  deps: ApiDependencies,
  request: FastifyRequest,
  { invitation }: OpenInvitation,
): Promise<number> {
  const accountId = await reserveAddress(deps, apiContext(request), invitation.email_hash);
  refuseJoined(findMembership(deps.directory.state, accountId)?.team, accountId, invitation.token_hash);
  return accountId;
}

function isProof(deps: ApiDependencies, tokenHash: string, proof: string): boolean {
  const [wanted, actual] = [invitationProof(deps.vault, tokenHash), proof].map((text) => Buffer.from(text));
  return (
    wanted !== undefined && actual !== undefined && wanted.length === actual.length && timingSafeEqual(wanted, actual)
  );
}
