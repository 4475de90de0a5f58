import { automationPaths, automationsQuerySchema, automationsResponseSchema } from '@tapwise/contract/automation';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { ruleResponse } from '../rule-response.ts';

/** `GET automations`: the rules of an application. */
export function automationsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, automations } = settingsContext;
  app.get(
    automationPaths.automations,
    {
      schema: { querystring: automationsQuerySchema, response: { 200: automationsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const session = sessionOf(request);
      const application = ownApplication(deps, session, readId(request.query, 'application_id'));
      await automations.caughtUp;
      const rules = [...automations.state.rules.values()].filter(
        ({ application_id, status }) => application_id === application.application_id && status !== 'deleted',
      );
      const ruleResponses = rules.map((rule) => ruleResponse(deps, application, rule, session.account.account_id));
      return { status: 'ok' as const, automated_campaigns: ruleResponses };
    },
  );
}
