import { campaignNamesPath, campaignNamesQuerySchema, campaignNamesResponseSchema } from '@tapwise/contract';
import { DomainError } from '@tapwise/domain';
import { campaignNames, reportScope, tablesPosition } from '@tapwise/projections/queries';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

/** `GET /api/asa/campaign_names`: what campaign pickers offer. */
export function campaignNamesRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    campaignNamesPath,
    {
      schema: { querystring: campaignNamesQuerySchema, response: { 200: campaignNamesResponseSchema } },
      config: { right: 'read_reports', past: true },
    },
    async (request, reply) => {
      const { query } = request;
      const application = ownApplication(deps, sessionOf(request), readId(query, 'application_id'));
      const organization = linkedOrganization(application, readId(query, 'asa_organization_id'));
      const position = (await tablesPosition(deps.tables))?.position ?? 0n;
      const scope = reportScope(application, organization);
      const campaigns = await campaignNames(deps.tables, scope, readFlag(query.only_with_keywords));
      holdsUpTo(reply, position);
      return { status: 'ok' as const, campaigns };
    },
  );
}

function readFlag(text: string | undefined): boolean {
  if (text === undefined || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw new DomainError('invalid_request', { details: { field: 'only_with_keywords' } });
}
