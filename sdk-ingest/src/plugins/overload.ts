import type { ClientAddress } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import type { FastifyInstance } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
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
 * Never drops.
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
  const addresses = new RateLimiterMemory({ points: limits.perAddress, duration: limits.seconds });
  const keys = new RateLimiterMemory({ points: limits.perKey, duration: limits.seconds });
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    await consume(addresses, addressOf(request.raw));
    if (!queue.admits()) throw new DomainError('unavailable', { details: { retry_after: 2 } });
  });
  app.addHook('preHandler', async (request) => {
    if (request.method !== 'POST') return;
    const { body, params } = request as NamesApplication;
    const key = params?.api_key ?? body?.api_key;
    if (typeof key === 'string' && isKey(key)) await consume(keys, key);
  });
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw new DomainError('too_many_requests', { details: { retry_after: refused.msBeforeNext / 1000 } });
  }
}
