import { errorResponse, isRetryableLogFault } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import type { IngestContext } from '../ingest-context.ts';

/** Turns every failure into the form callers rely on. A log that is away is `unavailable`: the caller tries again. */
export function errorsPlugin(app: FastifyInstance, context: IngestContext): void {
  app.setErrorHandler((error, _request, reply) => {
    const refusal = isRetryableLogFault(error) ? new DomainError('unavailable', { cause: error }) : error;
    const response = errorResponse(refusal);
    if (response.status >= 500) context.logger.error({ err: error }, 'call failed');
    return reply.code(response.status).headers(response.headers).send(response.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const response = errorResponse(new DomainError('not_found'));
    return reply.code(response.status).send(response.body);
  });
}
