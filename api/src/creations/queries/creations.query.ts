import { creationPaths, creationsQuerySchema, creationsResponseSchema } from '@tapwise/contract';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { creationResponse } from '../creation-response.ts';

/** Creations in one answer. */
const most = 200;

/** `GET /api/asa/creations`: what people create for an application, and did, newest first. What rules add is in their runs. */
export function creationsRoute(app: ApiServer, { deps, creations }: SettingsContext): void {
  app.get(
    creationPaths.creations,
    {
      schema: { querystring: creationsQuerySchema, response: { 200: creationsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const id = readId(request.query, 'application_id');
      const { application_id } = ownApplication(deps, sessionOf(request), id);
      await creations.caughtUp;
      const applicationCreations = [...creations.state.values()].filter(
        (creation) =>
          creation.application_id === application_id && creation.status !== 'listing' && creation.call !== 'rule',
      );
      return { status: 'ok' as const, creations: applicationCreations.slice(-most).reverse().map(creationResponse) };
    },
  );
}
