import { appleAdsQuerySchema, appleAdsResponseSchema } from '@tapwise/contract/apple-ads';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { connectionResponse } from '../connection-response.ts';
import { serviceState } from '../service-state.ts';

/** `GET /api/application/apple_ads`: how the organizations of an application are connected to Apple Ads. */
export function appleAdsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    '/api/application/apple_ads',
    {
      schema: { querystring: appleAdsQuerySchema, response: { 200: appleAdsResponseSchema } },
      config: { right: 'read_connections' },
    },
    async (request) => {
      const { appleAds } = deps;
      await appleAds.connections.caughtUp;
      const application = ownApplication(deps, sessionOf(request), Number(request.query.application_id));
      return {
        status: 'ok' as const,
        api: appleAds.version,
        state: serviceState(deps),
        organizations: application.organizations.map((organization) =>
          connectionResponse(appleAds, { application, organization }),
        ),
      };
    },
  );
}
