import { errorAnswer, isRetryableLogFault } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import type { IngestContext } from '../ingest-context.ts';

/** Turns every failure into the form callers rely on. A log that is away is `unavailable`: the caller tries again. */
export function errorsPlugin(app: FastifyInstance, context: IngestContext): void {
  app.setErrorHandler((error, _request, reply) => {
    const shown = isRetryableLogFault(error) ? new DomainError('unavailable', { cause: error }) : error;
    const answer = errorAnswer(shown);
    if (answer.status >= 500) context.logger.error({ err: error }, 'call failed');
    return reply.code(answer.status).headers(answer.headers).send(answer.body);
  });
  app.setNotFoundHandler((_request, reply) => {
    const answer = errorAnswer(new DomainError('not_found'));
    return reply.code(answer.status).send(answer.body);
  });
}
