import { okSchema, tokenBodySchema } from '@tapwise/contract';
import { personContext } from '../../../access/actor-context.ts';
import { endSession } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';

/** `DELETE /api/session`: the token is invalid from the answer on, and its sockets are closed. */
export function signOutRoute(app: ApiServer, deps: ApiDependencies): void {
  app.delete(
    '/api/session',
    {
      schema: { body: tokenBodySchema.nullish(), response: { 200: okSchema } },
      config: { right: 'own_session' },
    },
    async (request, reply) => {
      const position = await endSession(deps, personContext(request), sessionOf(request).tokenHash, 'signed_out');
      await deps.directory.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}
