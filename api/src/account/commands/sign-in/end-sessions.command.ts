import { endSessionsBodySchema, okSchema } from '@tapwise/contract';
import { DomainError } from '@tapwise/domain';
import { personContext } from '../../../access/actor-context.ts';
import { endSession, validSessions } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { sessionIdOf } from '../../session-id.ts';

/** `DELETE /api/sessions`: ends the session of one place, or of all others. */
export function endSessionsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.delete(
    '/api/sessions',
    { schema: { body: endSessionsBodySchema, response: { 200: okSchema } }, config: { right: 'own_account' } },
    async (request, reply) => {
      const { account, tokenHash } = sessionOf(request);
      const sessions = validSessions(deps, account.account_id);
      const { body } = request;
      const ending =
        'others' in body
          ? sessions.filter((session) => session.token_hash !== tokenHash)
          : sessions.filter((session) => sessionIdOf(deps, session.token_hash) === body.session_id);
      if (!('others' in body) && ending.length === 0) throw new DomainError('not_found');
      const context = personContext(request);
      const ended = await Promise.all(ending.map(({ token_hash }) => endSession(deps, context, token_hash, 'revoked')));
      for (const position of ended.sort((a, b) => (a < b ? -1 : 1)).slice(-1)) {
        await deps.directory.reached(position);
        holdsUpTo(reply, position);
      }
      return { status: 'ok' as const };
    },
  );
}
