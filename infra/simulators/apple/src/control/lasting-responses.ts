import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Services that can be told to refuse everything, by their paths; the first match counts. */
const services = {
  token: /^\/auth\/oauth2\/token/,
  attribution: /^\/api\/v1\//,
  lookup: /^\/lookup/,
  // Before the ads platform: both are below /v1 of hosts of their own.
  connect: /^\/v1\/(salesReports|apps)(\?|$)/,
  ads: /^\/(api\/v5|v1)\//,
  rates: /^\/rates\//,
} as const;
type Service = keyof typeof services;

const status = z.number().int().min(300).max(599).nullable().optional();

/** The status with which a service answers every call until it is `null`; absent ones stay as they are. */
export const lastingResponses = z.strictObject({
  token: status,
  ads: status,
  attribution: status,
  lookup: status,
  connect: status,
  rates: status,
});

export type LastingResponses = Readonly<Partial<Record<Service, number | null>>>;

/** Answers for services that were told to refuse everything. */
export function registerLastingResponses(
  server: FastifyInstance,
  faults: { lastingResponses: LastingResponses },
): void {
  server.addHook('onRequest', async (request, reply) => {
    const hit = Object.entries(services).find(([, path]) => path.test(request.url))?.[0] as Service | undefined;
    const responseStatus = hit === undefined ? null : (faults.lastingResponses[hit] ?? null);
    if (hit === undefined || responseStatus === null) return;
    // Away, where no test goes.
    if (responseStatus < 400) void reply.header('location', 'http://127.0.0.1:9/moved');
    await reply.code(responseStatus).type('application/json').send(bodies[hit](responseStatus, request.url));
  });
}

const adsBody = (responseStatus: number, path: string) =>
  path.startsWith('/v1/')
    ? { error: { code: String(responseStatus), message: 'The API cannot be used', details: [] } }
    : {
        data: null,
        pagination: null,
        error: { errors: [{ messageCode: String(responseStatus), message: 'The API cannot be used', field: '' }] },
      };

/** Bodies of refusals, in each service's own form. */
const bodies: Readonly<Record<Service, (responseStatus: number, path: string) => object>> = {
  token: () => ({ error: 'invalid_client' }),
  ads: adsBody,
  attribution: () => ({}),
  lookup: () => ({}),
  connect: (responseStatus) => ({
    errors: [{ status: String(responseStatus), code: 'REFUSED', title: 'The API cannot be used' }],
  }),
  rates: () => ({}),
};
