import { DomainError } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { requireSession, type Session } from '../access/sessions.ts';
import type { ApiDependencies } from '../dependencies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** `session`: only with a living token, checked before anything else about the call is. */
    access?: 'public' | 'session';
  }
}

/** Finds out who calls. A route says in its `config.access` whether it wants to know. */
export const authenticationPlugin = fastifyPlugin<{ deps: ApiDependencies }>(
  async (app, { deps }) => {
    app.decorateRequest('session', null);
    app.addHook('preValidation', async (request) => {
      if (request.routeOptions.config.access !== 'session') return;
      request.session = requireSession(deps, tokenOf(request));
    });
  },
  { name: 'authentication' },
);

/** The session of a route whose access is `session`. */
export function sessionOf(request: FastifyRequest): Session {
  if (request.session === null) throw new DomainError('unauthorized');
  return request.session;
}

/**
 * The token: header, body field or parameter, in this order.
 * @throws DomainError `invalid_request` when it is given twice in the address or is no text.
 */
export function tokenOf(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const given = bearer ?? fieldOf(request.body, 'token') ?? fieldOf(request.query, 'token');
  if (given === undefined || typeof given === 'string') return given === '' ? undefined : given;
  throw new DomainError('invalid_request', { details: { field: 'token' } });
}

function fieldOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return undefined;
  return (source as Record<string, unknown>)[name];
}
