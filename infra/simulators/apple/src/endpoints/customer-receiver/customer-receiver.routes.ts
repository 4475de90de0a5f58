import type { FastifyInstance } from 'fastify';

/** Posts that are remembered; older ones are taken for new. */
const remembered = 10_000;
/** Of so many deliveries one meets a server that is overloaded, or one that breaks, at its first attempt. */
const overloadedOf = 9;
const brokenOf = 23;

/**
 * The server of an app's publisher, to which the product posts webhooks. It is away now and then, as such servers are: a delivery that
 * it did not take is taken at its next attempt.
 */
export function registerCustomerReceiver(server: FastifyInstance): void {
  const seen = new Set<string>();
  server.post('/customer/webhooks', (request, reply) => {
    const id = String(request.headers['webhook-id'] ?? '');
    const again = seen.has(id);
    seen.add(id);
    if (seen.size > remembered) seen.delete(seen.values().next().value ?? '');
    const number = Number.parseInt(id.slice(0, 8), 16);
    if (!again && number % overloadedOf === 0) {
      return reply.code(503).header('retry-after', '10').send({ error: 'overloaded' });
    }
    if (!again && number % brokenOf === 0) return reply.code(500).send({ error: 'database is locked' });
    return reply.code(200).send({ received: true });
  });
}
