import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SimulatorClock } from '../../base/clock.ts';
import { consumeFault, type Faults } from '../../control/faults.ts';
import { AdsApiError } from '../advertising/ads-api-error.ts';

interface Window {
  readonly endsAt: number;
  calls: number;
}

/**
 * Counts the calls of whoever the switch says, tells every caller how many are left, and refuses what is over the limit with 429.
 *
 * @param callerOf client id of a call, or null before a token was looked at
 */
export function registerRateLimits(
  scope: FastifyInstance,
  { faults, clock }: { readonly faults: Faults; readonly clock: SimulatorClock },
  callerOf: (request: FastifyRequest) => string | null,
): void {
  const windows = new Map<string, Window>();
  scope.addHook('onRequest', async (request, reply) => {
    const { limit, window: seconds, scope: counted, retry_after: saysWhen } = faults.platform.rateLimit;
    const now = clock.now();
    const account = String(request.headers['x-ap-context'] ?? '');
    const key = `${limit}/${seconds} ${callerOf(request)} ${counted === 'account' ? account : ''}`;
    const current = windows.get(key);
    const window = current !== undefined && current.endsAt > now ? current : { endsAt: now + seconds * 1000, calls: 0 };
    windows.set(key, window);
    window.calls += 1;
    const reset = Math.ceil((window.endsAt - now) / 1000);
    void reply.header('ratelimit-limit', String(limit));
    void reply.header('ratelimit-remaining', String(Math.max(0, limit - window.calls)));
    void reply.header('ratelimit-reset', String(reset));
    const isRefused = consumeFault(faults, 'rateLimitNext');
    if (!isRefused && window.calls <= limit) return;
    if (saysWhen) void reply.header('retry-after', String(isRefused ? 1 : reset));
    throw new AdsApiError(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests.');
  });
}
