import { automationPaths, automationsQuerySchema, automationsResponseSchema } from '@tapwise/contract/automation';
import type { ExistingRule } from '@tapwise/domain';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import type { SettingsContext } from '../../settings-changes/settings-context.ts';
import { customRuleResponse } from '../custom/custom-rule-response.ts';
import { ruleResponse } from '../rule-response.ts';

/** `GET automations`: the rules of an application. */
export function automationsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const { deps, automations, customRules } = settingsContext;
  app.get(
    automationPaths.automations,
    {
      schema: { querystring: automationsQuerySchema, response: { 200: automationsResponseSchema } },
      config: { right: 'act' },
    },
    async (request) => {
      const session = sessionOf(request);
      const application = ownApplication(deps, session, readId(request.query, 'application_id'));
      await Promise.all([automations.caughtUp, customRules.caughtUp]);
      const { account_id } = session.account;
      const isListed = ({ application_id, status }: Pick<ExistingRule, 'application_id' | 'status'>): boolean =>
        application_id === application.application_id && status !== 'deleted';
      const fixed = [...automations.state.rules.values()].filter(isListed);
      const custom = [...customRules.state.rules.rules.values()].filter(isListed);
      return {
        status: 'ok' as const,
        automated_campaigns: [
          ...fixed.map((rule) => ruleResponse(deps, application, rule, account_id)),
          ...custom.map((rule) => customRuleResponse(settingsContext, application, rule, account_id)),
        ],
      };
    },
  );
}
