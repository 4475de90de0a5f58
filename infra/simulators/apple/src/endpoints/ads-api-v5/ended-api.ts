import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SimulatorClock } from '../../base/clock.ts';
import type { PlatformFaults } from '../../control/platform-faults.ts';
import { errorEnvelope } from './envelope.ts';

const MESSAGES: Readonly<Record<number, { readonly messageCode: string; readonly message: string }>> = {
  301: { messageCode: 'RESOURCE_MOVED_PERMANENTLY', message: 'This version of the API has been moved permanently.' },
  403: { messageCode: 'FORBIDDEN', message: 'This version of the API can no longer be used.' },
  404: { messageCode: 'RESOURCE_NOT_FOUND', message: 'Resource not found' },
  410: { messageCode: 'GONE', message: 'This version of the API has been retired.' },
};
const HTML =
  '<html><head><title>503 Service Unavailable</title></head><body><h1>Service Unavailable</h1></body></html>';

/** From the instant of the switch on nothing is answered any more but that the API has ended, in one of the ways in which it may. */
export function registerEnd(
  scope: FastifyInstance,
  { platform }: { readonly platform: Pick<PlatformFaults, 'v5End'> },
  clock: SimulatorClock,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    const end = platform.v5End;
    if (end === null || clock.now() < Date.parse(end.at ?? '1970-01-01T00:00:00Z') || !isMeant(request, end.orgs))
      return;
    if (end.as === 'closed') {
      reply.hijack();
      request.raw.socket.destroy();
      return;
    }
    if (end.as === 503) return reply.code(503).type('text/html').send(HTML);
    // Away, where no test goes.
    if (end.as === 301) void reply.header('location', 'http://127.0.0.1:9/v1');
    const { messageCode, message } = MESSAGES[end.as] ?? { messageCode: String(end.as), message: '' };
    return reply
      .code(end.as)
      .type('application/json')
      .send(errorEnvelope([{ messageCode, message, field: '' }]));
  });
}

function isMeant(request: FastifyRequest, orgs: readonly number[] | undefined): boolean {
  if (orgs === undefined) return true;
  const org = /orgId=(\d+)/.exec(String(request.headers['x-ap-context'] ?? ''))?.[1];
  return org !== undefined && orgs.includes(Number(org));
}
