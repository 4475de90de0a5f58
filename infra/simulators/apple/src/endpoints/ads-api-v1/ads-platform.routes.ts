import type { FastifyInstance, FastifyRequest } from 'fastify';
import { consumeFault } from '../../control/faults.ts';
import { registerReadingFaults } from '../../control/reading-faults.ts';
import { AdsApiError } from '../advertising/ads-api-error.ts';
import { userOf } from '../advertising/ads-api-site.ts';
import { registerAccountRoutes } from './accounts/accounts.routes.ts';
import { registerSharedBudgetRoutes } from './accounts/shared-budgets.routes.ts';
import { registerCatalogRoutes } from './catalog/catalog.routes.ts';
import { registerChangeHistoryRoutes } from './history/change-history.routes.ts';
import { registerImpressionShareRoutes } from './insights/impression-share.routes.ts';
import { registerObjectRoutes } from './objects/objects.routes.ts';
import { registerRecommendationRoutes } from './planning/recommendations.routes.ts';
import { registerSuggestionRoutes } from './planning/suggestions.routes.ts';
import { refusalOfError, sendRefusal } from './platform-error.ts';
import type { PlatformSite } from './platform-site.ts';
import { registerRateLimits } from './rate-limits.ts';
import { registerReportRoutes } from './reports/reports.routes.ts';
import { registerWriteRoutes } from './writes/writes.routes.ts';

/** A prefix that the service does not route. */
const UNROUTED = /^\/v1\/ad-groups(\/|\?|$)/;

const HTML_503 =
  '<html><head><title>503 Service Unavailable</title></head><body><h1>Service Unavailable</h1></body></html>';

/** The older API's answer, which the host gives for paths that this one does not have. */
const NO_RESOURCE = {
  data: null,
  pagination: null,
  error: { errors: [{ messageCode: 'RESOURCE_NOT_FOUND', message: 'Resource not found', field: null }] },
};

/** The Apple Ads Platform API, version 1, in a scope of its own: every answer is in Apple's frame. */
export function registerAdsPlatform(server: FastifyInstance, site: PlatformSite): void {
  const { api, faults } = site;
  server.register((scope, _options, done) => {
    scope.addHook('onRequest', async (request, reply) => {
      if (UNROUTED.test(request.url)) return reply.code(503).type('text/html').send(HTML_503);
    });
    registerRateLimits(scope, { faults, clock: api.clock }, (request) => clientOf(site, request));
    scope.addHook('onRequest', async (request) => {
      if (consumeFault(faults, 'failNext')) throw new AdsApiError(500, 'INTERNAL', 'Something went wrong.');
      userOf(api, request);
    });
    registerReadingFaults(scope, faults);
    scope.setErrorHandler((error, request, reply) =>
      sendRefusal(reply, refusalOfError(error), { form: faults.platform.errorForm, path: request.url }),
    );
    registerAccountRoutes(scope, site);
    registerObjectRoutes(scope, site);
    registerCatalogRoutes(scope, site);
    registerReportRoutes(scope, site);
    registerWriteRoutes(scope, site);
    registerSharedBudgetRoutes(scope, site);
    registerImpressionShareRoutes(scope, site);
    registerRecommendationRoutes(scope, site);
    registerSuggestionRoutes(scope, site);
    registerChangeHistoryRoutes(scope, site);
    scope.all('/v1/*', (_request, reply) => reply.code(404).type('application/json').send(JSON.stringify(NO_RESOURCE)));
    done();
  });
}

function clientOf({ api }: PlatformSite, request: FastifyRequest): string | null {
  const [, token = ''] = (request.headers.authorization ?? '').split(' ');
  return api.tokens.userOf(token)?.clientId ?? null;
}
