import { sessionResponseSchema, signInBodySchema } from '@tapwise/contract';
import { DomainError, findAccount } from '@tapwise/domain';
import { accountContext } from '../../../access/actor-context.ts';
import { clientOf } from '../../../access/sign-in/session-client.ts';
import { startSession } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { demoAccountId } from '../../demo/demo-account.ts';
import { sessionResponse } from '../../session-response.ts';
import { type PasswordGuard, verifyPassword } from '../../verify-password.ts';

/** `POST /api/session`: signs in with address and password, or enters the demo. */
export function signInRoute(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  app.post(
    '/api/session',
    {
      schema: { body: signInBodySchema, response: { 200: sessionResponseSchema } },
      config: { right: 'public', addressLimit: 'signIn' },
    },
    async (request, reply) => {
      const { demo, email, password } = request.body;
      const accountId = demo
        ? openDemoAccountId(deps)
        : (await verifyPassword(deps, guard, { email, password, address: request.clientAddress })).account_id;
      const { token, position } = await startSession(
        deps,
        accountContext(request, accountId),
        accountId,
        clientOf(request),
      );
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return sessionResponse(deps, accountId, token);
    },
  );
}

function openDemoAccountId(deps: ApiDependencies): number {
  if (!deps.settings.demo) {
    throw new DomainError('not_found', { message: 'There is no demo account on this server.' });
  }
  if (findAccount(deps.directory.state, demoAccountId) === undefined) {
    throw new DomainError('unavailable', { details: { retry_after: 1 } });
  }
  return demoAccountId;
}
