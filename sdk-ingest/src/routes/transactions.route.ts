import { isLinkedTo, linkTransaction, subscriptionDecider, subscriptionStream } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import { actorContext, applicationOf, type IngestContext, nowIso } from '../ingest-context.ts';
import { transactionsPayload } from '../payloads/transactions.payload.ts';
import { transactionLink } from '../sdk-facts.ts';

/** `POST /sdk/v1/transactions`: which purchases belong to an install. It records no sale. */
export function transactionsRoute(app: FastifyInstance, context: IngestContext): void {
  app.post('/sdk/v1/transactions', async (request, reply) => {
    const payload = transactionsPayload.parse(request.body);
    const application = await applicationOf(context, payload.api_key);
    const { application_id } = application;
    const { install_id } = payload;
    let linked = 0;
    let position = 0n;
    for (const transaction of payload.transactions) {
      const link = transactionLink(application, install_id, transaction, nowIso(context));
      const recorded = await context.queue.handle({
        stream: subscriptionStream(link.original_transaction_id),
        decider: subscriptionDecider,
        decide: (state) => linkTransaction(state, link),
        cause: `link|${application_id}|${install_id}`,
        context: actorContext('sdk', application, request.id),
      });
      if (isLinkedTo(recorded.state, application_id, install_id)) linked += 1;
      if (recorded.position > position) position = recorded.position;
    }
    reply.header('x-log-position', position.toString());
    return { status: 'ok', linked };
  });
}
