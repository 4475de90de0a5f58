import {
  endSessionsBodySchema,
  type ListedSession,
  okSchema,
  sessionsResponseSchema,
  tokenBodySchema,
} from '@tapwise/contract';
import { DomainError } from '@tapwise/domain';
import { personContext } from '../../../access/actor-context.ts';
import { readClient } from '../../../access/sign-in/session-client.ts';
import { endSession, validSessions } from '../../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';

/** `GET` and `DELETE /api/sessions`: where the person is signed in, and ending it there. */
export function sessionsRoutes(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    '/api/sessions',
    {
      schema: { querystring: tokenBodySchema, response: { 200: sessionsResponseSchema } },
      config: { right: 'own_account' },
    },
    async (request) => {
      const { account, tokenHash } = sessionOf(request);
      const sessions = validSessions(deps, account.account_id).reverse();
      return {
        status: 'ok' as const,
        sessions: await Promise.all(sessions.map((session) => listed(deps, session, tokenHash))),
      };
    },
  );
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
          : sessions.filter((session) => idOf(deps, session.token_hash) === body.session_id);
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

/** Names a session in the list; nothing can be done with it but ending that session. */
const idOf = (deps: ApiDependencies, tokenHash: string): string =>
  deps.vault.keyedHash('session id', tokenHash).slice(0, 32);

async function listed(
  deps: ApiDependencies,
  { token_hash, opened_at, seen_at, client }: ReturnType<typeof validSessions>[number],
  current: string,
): Promise<ListedSession> {
  const { address, agent } = readClient(client === null ? undefined : await deps.vault.decrypt(client));
  return {
    id: idOf(deps, token_hash),
    created_at: opened_at,
    last_seen_at: seen_at,
    address,
    agent,
    current: token_hash === current,
  };
}
