import { errorResponse } from '@tapwise/adapters';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { asRefusal } from './refusals.ts';

/** Answers every failure in the contract's form; logs only what is our own fault, and never with what was sent. */
export const errorsPlugin = fastifyPlugin(
  async (app) => {
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  },
  { name: 'errors' },
);

/** As proxies write it down: the caller left before the answer. */
const callerLeft = 499;

/** Answers with the refusal that belongs to the error. A question that was aborted because its caller left is no fault. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.raw.socket.destroyed && isAbort(error)) {
    request.log.debug({ route: request.routeOptions?.url }, 'The caller left before the answer');
    return reply.code(callerLeft).send();
  }
  const { status, headers, body } = errorResponse(asRefusal(error));
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions?.url }, 'A call failed');
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}

/** What the clients of the tables and of the platform throw when their signal aborts. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.message === 'The user aborted a request.');
}
