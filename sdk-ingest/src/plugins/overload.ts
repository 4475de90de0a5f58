import { type ClientAddress, createRateLimits } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import type { LogQueue } from '../log-queue.ts';

/** Calls in ten seconds. Generous, because a customer's own server may forward for all its users. */
export const callLimits = { perAddress: 50_000, perKey: 30_000, seconds: 10 };

/** Where a call names its application: in the body, or for the store in the address. */
interface NamesApplication {
  readonly body?: { readonly api_key?: unknown } | null | undefined;
  readonly params?: { readonly api_key?: unknown } | undefined;
}

/**
 * Refuses with 429 what one address or one application sends too fast, and with 503 what could not be recorded in time.
 * Never drops. The process counts by itself: to ask Redis would cost more than the whole call.
 * @param isKey Whether a key is one of an application; others are refused later and must not fill the memory.
 */
export function overloadPlugin(
  app: FastifyInstance,
  {
    queue,
    addressOf,
    isKey,
    limits = callLimits,
  }: { queue: LogQueue; addressOf: ClientAddress; isKey: (key: string) => boolean; limits?: typeof callLimits },
): void {
  const { seconds, perAddress, perKey } = limits;
  const rateLimits = createRateLimits();
  const addresses = rateLimits.limit('ingest address', { most: perAddress, seconds });
  const keys = rateLimits.limit('ingest key', { most: perKey, seconds });
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    await addresses.consume(addressOf(request.raw));
    if (!queue.admits()) throw new DomainError('unavailable', { details: { retry_after: 2 } });
  });
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'POST') return;
    const { body, params } = request as NamesApplication;
    const key = params?.api_key ?? body?.api_key;
    if (typeof key === 'string' && isKey(key)) await keys.consume(key);
  });
}
