import rateLimit from '@fastify/rate-limit';
import { DomainError } from '@tapwise/domain';
import fastifyPlugin from 'fastify-plugin';
import { countedAddress } from '../access/client-address.ts';

/** What one address may do, beside the rules of single calls. `max` calls in `timeWindow` milliseconds. */
export const limitsPerAddress = {
  /** Far above any page and any script that waits for its answers; stops loops that run away. */
  general: { max: 60_000, timeWindow: 60_000 },
  /** A password costs about 20 ms of a core to judge. */
  signIn: { max: 600, timeWindow: 60_000 },
} as const;

export const rateLimitsPlugin = fastifyPlugin(
  async (app) => {
    await app.register(rateLimit, {
      global: true,
      ...limitsPerAddress.general,
      cache: 20_000,
      hook: 'onRequest',
      keyGenerator: (request) => countedAddress(request.ip),
      addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      errorResponseBuilder: () => new DomainError('too_many_requests'),
    });
  },
  { name: 'rate-limits' },
);
