import { customRulePaths, templatesQuerySchema, templatesResponseSchema } from '@tapwise/contract/custom-rule';
import { ruleTemplates } from '@tapwise/domain';
import { ownApplication } from '../../../access/own-application.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import type { ApiDependencies } from '../../../http/dependencies.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';

/** `GET /api/asa/automated_campaigns/templates`: rules that people may start from, the same for every application. */
export function templatesRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    customRulePaths.templates,
    {
      schema: { querystring: templatesQuerySchema, response: { 200: templatesResponseSchema } },
      config: { right: 'act' },
    },
    (request) => {
      const { query } = request;
      if (query.application_id !== undefined) ownApplication(deps, sessionOf(request), readId(query, 'application_id'));
      const templates = ruleTemplates.map(({ rule, params, ...text }) => ({
        ...text,
        rule: { ...rule },
        params: [...params],
      }));
      return { status: 'ok' as const, templates };
    },
  );
}
