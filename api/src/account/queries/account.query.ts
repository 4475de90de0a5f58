import { accountQuerySchema, sessionResponseSchema } from '@tapwise/contract';
import { DomainError } from '@tapwise/domain';
import { accountContext } from '../../access/actor-context.ts';
import { clientOf } from '../../access/sign-in/session-client.ts';
import { requireSession, startSession } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { tokenOf } from '../../http/rights.plugin.ts';
import { sessionResponse } from '../session-response.ts';
import { type PasswordGuard, verifyPassword } from '../verify-password.ts';

/** `GET /api/account`: who the token belongs to; with address and password it signs in instead. */
export function accountRoute(app: ApiServer, deps: ApiDependencies, guard: PasswordGuard): void {
  app.get(
    '/api/account',
    {
      schema: { querystring: accountQuerySchema, response: { 200: sessionResponseSchema } },
      config: { right: 'public' },
    },
    async (request, reply) => {
      const { email, password } = request.query;
      if (email === undefined && password === undefined) {
        const { account, token } = await requireSession(deps, tokenOf(request));
        return sessionResponse(deps, account.account_id, token);
      }
      // Whose account was meant is not known: a session of one person and the password of another.
      if (tokenOf(request) !== undefined) {
        throw new DomainError('invalid_request', { message: 'Send a token, or an email and a password, not both.' });
      }
      await app.limitSignIns(request);
      const account = await verifyPassword(deps, guard, { email, password, address: request.clientAddress });
      const { token, position } = await startSession(
        deps,
        accountContext(request, account.account_id),
        account.account_id,
        clientOf(request),
      );
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return sessionResponse(deps, account.account_id, token);
    },
  );
}
