import rateLimit from '@fastify/rate-limit';
import { createClientAddress } from '@tapwise/adapters';
import { DomainError } from '@tapwise/domain';
import fastifyPlugin from 'fastify-plugin';
import { type CallLimits, openCallLimits } from '../access/limits/call-limits.ts';
import type { ApiDependencies } from './dependencies.ts';

/** What one address may do, beside the rules of single calls. `max` calls in `timeWindow` milliseconds. */
export const limitsPerAddress = {
  /** Far above any page and any script that waits for its answers; stops loops that run away. */
  general: { max: 60_000, timeWindow: 60_000 },
  /** Verifying a password takes about 20 ms of a core. */
  signIn: { max: 600, timeWindow: 60_000 },
} as const;

declare module 'fastify' {
  interface FastifyInstance {
    /** Rules of single calls. */
    callLimits: CallLimits;
  }
  interface FastifyRequest {
    /** Where the call came from, as limits count it. */
    clientAddress: string;
  }
}

export const rateLimitsPlugin = fastifyPlugin<{ deps: ApiDependencies }>(
  async (app, { deps: { settings, vault, logger, now } }) => {
    const addressOf = createClientAddress(settings.trustedProxies ?? []);
    const limits = await openCallLimits({
      file: settings.callLimitsFile,
      vault,
      logger,
      now: () => now().getTime(),
    });
    app.decorate('callLimits', limits);
    app.addHook('onClose', () => limits.close());
    app.decorateRequest('clientAddress', '');
    app.addHook('onRequest', async (request) => {
      request.clientAddress = addressOf(request.raw);
    });
    await app.register(rateLimit, {
      global: true,
      ...limitsPerAddress.general,
      cache: 20_000,
      hook: 'onRequest',
      keyGenerator: (request) => request.clientAddress,
      addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
      errorResponseBuilder: () => new DomainError('too_many_requests'),
    });
  },
  { name: 'rate-limits' },
);
