import { type ListedSession, sessionsResponseSchema, tokenBodySchema } from '@tapwise/contract';
import type { OpenSession } from '@tapwise/domain';
import { readClient } from '../../access/sign-in/session-client.ts';
import { validSessions } from '../../access/sign-in/sessions.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { sessionIdOf } from '../session-id.ts';

/** `GET /api/sessions`: where the person is signed in. */
export function sessionsRoute(app: ApiServer, deps: ApiDependencies): void {
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
}

async function listed(
  deps: ApiDependencies,
  { token_hash, opened_at, seen_at, client }: OpenSession,
  current: string,
): Promise<ListedSession> {
  const { address, agent } = readClient(client === null ? undefined : await deps.vault.decrypt(client));
  return {
    id: sessionIdOf(deps, token_hash),
    created_at: opened_at,
    last_seen_at: seen_at,
    address,
    agent,
    current: token_hash === current,
  };
}
