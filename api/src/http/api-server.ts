import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** Bytes of a call with a rule: it may leave out a thousand units by their keys, of which some are texts. */
export const ruleBodyLimit = 4 * 1024 * 1024;

/** The HTTP server as routes see it: schemas are zod's, so handlers get what was checked. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
