import { sessionAnswerSchema, signUpBodySchema } from '@tapwise/contract';
import { checkSignUp, DomainError, findAccount, findAccountIdByEmailHash } from '@tapwise/domain';
import { actingAccount, actingApi } from '../../access/acting.ts';
import { startSession } from '../../access/sessions.ts';
import { createSignUpLimit } from '../../access/sign-up-limit.ts';
import type { ApiDependencies } from '../../dependencies.ts';
import type { ApiServer } from '../../plugins/api-server.ts';
import { holdsUpTo } from '../../plugins/log-position.ts';
import { sessionAnswer } from '../../queries/account/session-answer.ts';
import { openReservedAccount, reserveAddress } from './open-account.ts';
import { emailHashOf, type PasswordGuard } from './verify-password.ts';

/** `POST /api/account`: signs up, founds a team and signs in. */
export function signUpRoute(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  const limit = createSignUpLimit();
  app.post(
    '/api/account',
    {
      schema: { body: signUpBodySchema, response: { 200: sessionAnswerSchema } },
      config: { right: 'public' },
    },
    async (request, reply) => {
      if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
      const { name, email, emailKey, password } = checkSignUp(request.body);
      const emailHash = emailHashOf(deps, emailKey);
      refuseKnownAddress(deps, emailHash);
      await limit(request.clientAddress);
      const passwordHash = await guard.hasher.hash(password);
      const accountId = await reserveAddress(deps, actingApi(request), emailHash);
      const person = { accountId, name, email, emailHash, passwordHash, organizationName: name, demo: false };
      const context = actingAccount(request, accountId);
      await openReservedAccount(deps, context, person);
      const { token, position } = await startSession(deps, context, accountId);
      // The session comes last, so it never exists without the account.
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return sessionAnswer(deps, accountId, token);
    },
  );
}

// Saves the work of a hash; the reservation decides.
function refuseKnownAddress(deps: ApiDependencies, emailHash: string): void {
  const accountId = findAccountIdByEmailHash(deps.directory.state, emailHash);
  if (accountId !== undefined && findAccount(deps.directory.state, accountId) !== undefined) {
    throw new DomainError('email_taken');
  }
}
