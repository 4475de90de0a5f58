import { applicationSettingsBodySchema, okSchema } from '@tapwise/contract';
import { changeSmallBusiness } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { changeApplication } from './application-command.ts';

/** `POST /api/application/settings`: whether the team is in the store's programme with the lower fee. */
export function changeSettingsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/settings',
    {
      schema: { body: applicationSettingsBodySchema, response: { 200: okSchema } },
      config: { right: 'manage_applications' },
    },
    async (request, reply) => {
      const session = sessionOf(request);
      const { application_id, small_business } = request.body;
      ownApplication(deps, session, application_id);
      const changed_at = deps.now().toISOString();
      const position = await changeApplication(deps, personContext(request), application_id, (state) =>
        changeSmallBusiness(state, { small_business, changed_at }),
      );
      holdsUpTo(reply, position);
      return { status: 'ok' as const };
    },
  );
}
