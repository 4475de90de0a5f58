import type { FastifyInstance, FastifyReply } from 'fastify';
import { consumeFault, type Faults } from '../../control/faults.ts';
import { registerReadingFaults } from '../../control/reading-faults.ts';
import type { Organization } from '../../market/world/organizations.ts';
import { AdsApiError, badRequest, notFound } from '../advertising/ads-api-error.ts';
import { type AdsApi, organizationsOf, userOf } from '../advertising/ads-api-site.ts';
import { type CustomReports, registerCustomReportRoutes } from './custom-reports/custom-reports.routes.ts';
import { registerEnd } from './ended-api.ts';
import { envelope, errorEnvelope } from './envelope.ts';
import { registerReportRoutes } from './reports/reports.routes.ts';
import { registerStructureRoutes } from './structure/structure.routes.ts';
import { registerWriteRoutes } from './writes/writes.routes.ts';

/** The Apple Ads Campaign Management API, version 5, in a scope of its own: every answer is in Apple's frame. */
export function registerAdsApi(server: FastifyInstance, api: AdsApi, reports: CustomReports, faults: Faults): void {
  server.register((scope, _options, done) => {
    registerEnd(scope, faults, api.clock);
    scope.addHook('onRequest', async (request, reply) => {
      if (!request.url.startsWith('/api/v5/')) return;
      failOnDemand(faults, reply);
      userOf(api, request);
    });
    registerReadingFaults(scope, faults);
    scope.setErrorHandler((error, _request, reply) => {
      const refusal = toRefusal(error);
      return reply.code(refusal.status).type('application/json').send(errorEnvelope(refusal.items));
    });
    scope.get('/api/v5/acls', (request, reply) => {
      const visible = organizationsOf(api, userOf(api, request));
      return reply
        .type('application/json')
        .send(envelope(visible.map((organization) => withRole(organization, faults))));
    });
    scope.get('/api/v5/me', (request, reply) => {
      const { userId } = userOf(api, request);
      const [organization] = api.world.organizations;
      return reply.type('application/json').send(envelope({ userId, parentOrgId: organization?.parentOrgId }));
    });
    registerStructureRoutes(scope, api);
    registerWriteRoutes(scope, api, faults);
    registerReportRoutes(scope, api, faults);
    registerCustomReportRoutes(scope, api, reports, faults);
    scope.all('/api/v5/*', () => {
      throw notFound();
    });
    done();
  });
}

const withRole = (organization: Organization, { readOnly }: Faults): Organization =>
  readOnly.includes(organization.orgId) ? { ...organization, roleNames: ['API Account Read Only'] } : organization;

function failOnDemand(faults: Faults, reply: FastifyReply): void {
  if (consumeFault(faults, 'rateLimitNext')) {
    reply.header('retry-after', '1');
    throw new AdsApiError(429, 'RATE_LIMIT_EXCEEDED', 'Too many requests.');
  }
  if (consumeFault(faults, 'failNext')) throw new AdsApiError(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong.');
}

function toRefusal(error: unknown): AdsApiError {
  if (error instanceof AdsApiError) return error;
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status === 400) return badRequest('The request body is not readable JSON.', '', 'INVALID_JSON');
  if (status < 500) return new AdsApiError(status, String(status), 'The request cannot be read.');
  return new AdsApiError(
    500,
    'INTERNAL_SERVER_ERROR',
    error instanceof Error ? error.message : 'Something went wrong.',
  );
}
