import { chooseAccount } from '@tapwise/adapters';
import { appleAdsAccountBodySchema, appleAdsConnectionResponseSchema } from '@tapwise/contract/apple-ads';
import { DomainError } from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { connectionResponse } from '../connection-response.ts';

/** `POST /api/application/apple_ads/account`: a person says which ad account the organization is. */
export function chooseAccountRoute(app: ApiServer, deps: ApiDependencies): void {
  app.post(
    '/api/application/apple_ads/account',
    {
      schema: { body: appleAdsAccountBodySchema, response: { 200: appleAdsConnectionResponseSchema } },
      config: { right: 'manage_connections' },
    },
    async (request, reply) => {
      const { application_id, asa_organization_id, ad_account_id } = request.body;
      const { log, vault, directory, appleAds } = deps;
      const application = ownApplication(deps, sessionOf(request), Number(application_id));
      const organization = linkedOrganization(application, Number(asa_organization_id));
      const { adAccounts, storedCampaigns, connections } = appleAds;
      if (adAccounts === undefined) throw new DomainError('unavailable');
      const position = await chooseAccount(
        { log, vault, directory: directory.state, connections: connections.state, adAccounts, storedCampaigns },
        { organization, adAccountId: Number(ad_account_id), by: 'person', context: personContext(request) },
      );
      await connections.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, connection: connectionResponse(appleAds, { application, organization }) };
    },
  );
}
