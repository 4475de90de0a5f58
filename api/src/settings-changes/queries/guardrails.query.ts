import { guardrailsPath, guardrailsQuerySchema, guardrailsResponseSchema } from '@tapwise/contract';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { guardrailsResponse } from '../guardrails-response.ts';

/** `GET guardrails`: limits for changes of settings, and whether automatic writes are stopped. */
export function guardrailsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    guardrailsPath,
    {
      schema: { querystring: guardrailsQuerySchema, response: { 200: guardrailsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) =>
      guardrailsResponse(deps, ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'))),
  );
}
