import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccessTokens } from './access-tokens.ts';

/** The token endpoint; parameters may come in the query or as a form, as Apple takes both. */
export function registerTokenRoute(server: FastifyInstance, tokens: AccessTokens): void {
  server.post('/auth/oauth2/token', async (request, reply) => {
    const response = await tokens.request(parametersOf(request));
    return reply.code(response.status).header('cache-control', 'no-store').send(response.body);
  });
}

function parametersOf(request: FastifyRequest): ReadonlyMap<string, string> {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  return new Map([...query, ...form]);
}
