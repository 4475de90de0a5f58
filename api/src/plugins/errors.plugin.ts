import { errorAnswer } from '@tapwise/adapters';
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

/** Answers with the refusal the error stands for. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, headers, body } = errorAnswer(asRefusal(error));
  if (status >= 500) request.log.error({ err: error, route: request.routeOptions?.url }, 'A call failed');
  return reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store' })
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body);
}
