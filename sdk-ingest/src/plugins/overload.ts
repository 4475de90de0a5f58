import rateLimit from '@fastify/rate-limit';
import { DomainError } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';

/** Calls of one address in ten seconds. Generous, because a customer's own server may forward for all its users. */
const mostPerAddress = 50_000;
/** Calls under way at once; beyond that a caller is better told to come back than kept waiting. */
const mostUnderWay = 4000;

/** Refuses with 429 what one address sends too fast, and with 503 what cannot be written down in time. Never drops. */
export async function overloadPlugin(app: FastifyInstance): Promise<void> {
  await app.register(rateLimit, { max: mostPerAddress, timeWindow: 10_000 });
  let underWay = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return;
    if (underWay >= mostUnderWay) throw new DomainError('unavailable', { details: { retry_after: 1 } });
    underWay += 1;
    // `close` comes for answered and for broken-off calls alike, exactly once.
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });
}
