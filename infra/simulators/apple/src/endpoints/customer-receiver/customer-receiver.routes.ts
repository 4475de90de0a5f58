import type { FastifyInstance } from 'fastify';
import type { SimulatorClock } from '../../base/clock.ts';
import { registerReceivedPages } from '../received/received-page.ts';
import { createReceivedPosts } from '../received/received-posts.ts';

/** Posts that are remembered; older ones are taken for new. */
const remembered = 10_000;
/** Of so many deliveries one meets a server that is overloaded, or one that breaks, at its first attempt. */
const overloadedOf = 9;
const brokenOf = 23;

/**
 * The server of an app's publisher, to which the product posts webhooks: what users did, and alerts. It is away now and then, as such servers
 * are: a delivery that it did not take is taken at its next attempt. What arrives is shown at `/customer`.
 */
export function registerCustomerReceiver(server: FastifyInstance, clock: SimulatorClock): void {
  const seen = new Set<string>();
  const posts = createReceivedPosts();
  registerReceivedPages(server, 'customer', { title: "The customer's server, as the simulator plays it", posts });
  const statusOf = (id: string): 200 | 500 | 503 => {
    const again = seen.has(id);
    seen.add(id);
    if (seen.size > remembered) seen.delete(seen.values().next().value ?? '');
    const number = Number.parseInt(id.slice(0, 8), 16);
    if (!again && number % overloadedOf === 0) return 503;
    return !again && number % brokenOf === 0 ? 500 : 200;
  };
  for (const path of ['/customer/webhooks', '/customer/alerts']) {
    server.post(path, ({ headers, body }, reply) => {
      const status = statusOf(String(headers['webhook-id'] ?? ''));
      posts.add({ at: clock.now(), path, status, title: titleOf(body), body });
      if (status === 503) return reply.code(503).header('retry-after', '10').send({ error: 'overloaded' });
      if (status === 500) return reply.code(500).send({ error: 'database is locked' });
      return reply.code(200).send({ received: true });
    });
  }
}

/** The event that a body names. */
function titleOf(body: unknown): string {
  if (typeof body !== 'object' || body === null) return 'No event';
  const fields: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(body));
  return String(fields.event ?? fields.type ?? 'No event');
}
