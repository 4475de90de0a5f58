import { automationPaths, automationsQuerySchema, campaignGroupsResponseSchema } from '@tapwise/contract/automation';
import { searchCampaigns, tablesPosition } from '@tapwise/projections/queries';
import { ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { readId } from '../../http/read-id.ts';
import { sessionOf } from '../../http/rights.plugin.ts';

/** `GET /api/asa/campaign_groups`: ad organizations of an application with their live search campaigns. */
export function campaignGroupsRoute(app: ApiServer, deps: ApiDependencies): void {
  app.get(
    automationPaths.campaignGroups,
    {
      schema: { querystring: automationsQuerySchema, response: { 200: campaignGroupsResponseSchema } },
      config: { right: 'act' },
    },
    async (request, reply) => {
      const application = ownApplication(deps, sessionOf(request), readId(request.query, 'application_id'));
      const position = (await tablesPosition(deps.tables))?.position ?? 0n;
      const { organizations, adam_id: adamId } = application;
      const orgIds = organizations.map(({ org_id }) => org_id);
      const campaigns = await searchCampaigns(deps.tables, { orgIds, adamId });
      holdsUpTo(reply, position);
      return {
        status: 'ok' as const,
        campaign_groups: organizations.map(({ org_id, name }) => ({
          id: org_id,
          name,
          campaigns: campaigns
            .filter((campaign) => campaign.org_id === org_id)
            .map(({ id, name: campaignName }) => ({ id, name: campaignName })),
        })),
      };
    },
  );
}
