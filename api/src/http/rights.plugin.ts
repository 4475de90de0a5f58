import { logPositionHeader } from '@tapwise/contract';
import { DomainError } from '@tapwise/domain';
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Right, requireRight, rights } from '../access/rights.ts';
import { presentMembership, requireSession, type Session } from '../access/sign-in/sessions.ts';
import type { ApiDependencies } from './dependencies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The right of every route, by `METHOD /address`, so that what must hold for all of them can be tested for all of them. */
    routeRights: ReadonlyMap<string, Right>;
  }
  interface FastifyRequest {
    session: Session | null;
  }
  interface FastifyContextConfig {
    /** What the caller must be allowed to do; checked before anything else about the call is. */
    right: Right;
    /** Whether the call can be answered as of a past instant. */
    past?: true;
  }
}

/** The built pages: their plugin takes no configuration of routes. */
const pagesUrl = '/*';

/**
 * Finds out who calls, and refuses callers without the right. A route without a right does not register. Registered before the
 * routes it guards.
 */
export const rightsPlugin = fastifyPlugin<{ deps: ApiDependencies }>(
  async (app, { deps }) => {
    const routeRights = new Map<string, Right>();
    app.decorate('routeRights', routeRights);
    app.decorateRequest('session', null);
    app.addHook('onRoute', (route) => {
      const right = declaredRight(route);
      for (const method of [route.method].flat()) routeRights.set(`${method} ${route.url}`, right);
    });
    app.addHook('preValidation', async (request) => {
      const right = rightOf(request);
      if (right === 'public') return;
      request.session = await requireSession(deps, tokenOf(request));
      requireRight(request.session, right);
    });
    app.addHook('onSend', async (request, reply) => refuseEndedRight(deps, request, reply));
  },
  { name: 'rights' },
);

/** The session of a route whose right is not `public`. */
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
  const token = bearer ?? fieldOf(request.body, 'token') ?? fieldOf(request.query, 'token');
  if (token === undefined || typeof token === 'string') return token === '' ? undefined : token;
  throw new DomainError('invalid_request', { details: { field: 'token' } });
}

function fieldOf(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return undefined;
  return (source as Record<string, unknown>)[name];
}

/** @throws Error for a route that declares none: it would be open to every caller. */
function declaredRight(route: RouteOptions): Right {
  if (route.url === pagesUrl) route.config = { ...route.config, right: 'public' };
  const right = route.config?.right;
  if (right === undefined || !Object.hasOwn(rights, right)) {
    throw new Error(`The route ${String(route.method)} ${route.url} does not declare its right.`);
  }
  return right;
}

/** Addresses without a route end in the page or in a refusal, for every caller. */
const rightOf = (request: FastifyRequest): Right => (request.is404 ? 'public' : request.routeOptions.config.right);

/**
 * A long question may outlast the right to its answer. What was written stays written, so only reading is refused then.
 * @throws DomainError `unauthorized` when the session has ended meanwhile, `conflict` when the person's access has changed.
 */
function refuseEndedRight(deps: ApiDependencies, request: FastifyRequest, reply: FastifyReply): void {
  const { session } = request;
  if (session === null || request.method !== 'GET' || reply.statusCode >= 400) return;
  const membership = presentMembership(deps, session.tokenHash);
  if (membership?.access === session.access && membership.team.team_id === session.team.team_id) return;
  // The refusal passes here too.
  request.session = null;
  for (const header of [logPositionHeader, 'content-disposition']) void reply.removeHeader(header);
  throw new DomainError(membership === undefined ? 'unauthorized' : 'conflict');
}
