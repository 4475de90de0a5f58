import { sessionResponseSchema, signUpBodySchema } from '@tapwise/contract';
import { checkSignUp, DomainError, findAccountIdByEmailHash, findMembership } from '@tapwise/domain';
import { accountContext, apiContext } from '../../../access/actor-context.ts';
import { acceptablePassword } from '../../../access/sign-in/password-rules.ts';
import { clientOf } from '../../../access/sign-in/session-client.ts';
import { startSession } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionResponse } from '../../session-response.ts';
import { emailHashOf, type PasswordGuard } from '../../verify-password.ts';
import { openReservedAccount, reserveAddress } from '../open-account.ts';
import { joinTeam } from '../team/join-team.ts';

/** Of one address; then one each so many seconds. */
const signUps = { atOnce: 60, seconds: 10 };

/** `POST /api/account`: signs up and founds a team, or joins one by an invitation; and signs in. */
export function signUpRoute(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  const limit = app.callLimits.refilled('sign-up', signUps.atOnce, signUps.seconds);
  app.post(
    '/api/account',
    {
      schema: { body: signUpBodySchema, response: { 200: sessionResponseSchema } },
      config: { right: 'public' },
    },
    async (request, reply) => {
      if (!deps.directory.ready()) throw new DomainError('unavailable', { details: { retry_after: 1 } });
      const { body } = request;
      if (body.collaborator_token !== undefined) {
        await limit(request.clientAddress);
        const joined = await joinTeam(deps, guard, request, { ...body, collaborator_token: body.collaborator_token });
        holdsUpTo(reply, joined.position);
        return sessionResponse(deps, joined.accountId, joined.token);
      }
      if (body.proof !== undefined) throw new DomainError('invalid_request');
      const { name, email, emailKey, password: enteredPassword } = checkSignUp(body);
      const password = acceptablePassword(enteredPassword, [name, email]);
      const emailHash = emailHashOf(deps, emailKey);
      refuseRegisteredEmail(deps, emailHash);
      await limit(request.clientAddress);
      const passwordHash = await guard.hasher.hash(password);
      const accountId = await reserveAddress(deps, apiContext(request), emailHash);
      const person = { accountId, name, email, emailHash, passwordHash, organizationName: name, demo: false };
      const context = accountContext(request, accountId);
      await openReservedAccount(deps, context, person);
      const { token, position } = await startSession(deps, context, accountId, clientOf(request));
      // The session comes last, so it never exists without the account.
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return sessionResponse(deps, accountId, token);
    },
  );
}

// Saves the work of a hash; the reservation decides.
function refuseRegisteredEmail(deps: ApiDependencies, emailHash: string): void {
  const accountId = findAccountIdByEmailHash(deps.directory.state, emailHash);
  if (accountId !== undefined && findMembership(deps.directory.state, accountId) !== undefined) {
    throw new DomainError('email_taken');
  }
}
