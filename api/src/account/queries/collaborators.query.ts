import { collaboratorsResponseSchema, tokenBodySchema } from '@tapwise/contract';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { collaboratorsResponse } from '../collaborator-response.ts';
import { presentTeam } from '../present-team.ts';

/** `GET /api/account/collaborators`: the people of a team. */
export function collaboratorsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    '/api/account/collaborators',
    {
      schema: { querystring: tokenBodySchema, response: { 200: collaboratorsResponseSchema } },
      config: { right: 'read_team' },
    },
    async (request) => ({
      status: 'ok' as const,
      collaborators: await collaboratorsResponse(deps, presentTeam(deps, sessionOf(request).team.team_id)),
    }),
  );
}
