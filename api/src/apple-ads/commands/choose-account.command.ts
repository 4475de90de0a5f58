import { bindAccount, campaignsSought, ownCredentials, SearchAdsError, type SeenAccounts, seeAccounts } from '@tapwise/adapters';
import { appleAdsAccountBodySchema, appleAdsConnectionResponseSchema } from '@tapwise/contract';
import {
  connectionOf,
  DomainError,
  type LinkedOrganization,
  type OwnCredentials,
  requireFittingAccount,
  type SeenAdAccount,
} from '@tapwise/domain';
import { personContext } from '../../access/actor-context.ts';
import { linkedOrganization, ownApplication } from '../../access/own-application.ts';
import type { ApiServer } from '../../http/api-server.ts';
import type { ApiDependencies } from '../../http/dependencies.ts';
import { holdsUpTo } from '../../http/log-position.ts';
import { sessionOf } from '../../http/rights.plugin.ts';
import { connectionResponse } from '../connection-response.ts';

/** Longest look over all accounts. */
const lookMs = 60_000;

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
      const application = ownApplication(deps, sessionOf(request), Number(application_id));
      const organization = linkedOrganization(application, Number(asa_organization_id));
      const account = await fittingAccount(deps, organization, Number(ad_account_id));
      const position = await bindAccount(deps.log, {
        orgId: organization.org_id,
        adAccountId: account.adAccountId,
        v1OrgId: account.v1OrgId,
        provenBy: 'person',
        context: personContext(request),
      });
      await deps.appleAds.connections.reached(position);
      holdsUpTo(reply, position);
      return { status: 'ok' as const, connection: connectionResponse(deps.appleAds, application, organization) };
    },
  );
}

/** @throws DomainError as `requireFittingAccount`. */
async function fittingAccount(
  deps: ApiDependencies,
  { org_id: orgId, name, account_name }: LinkedOrganization,
  adAccountId: number,
): Promise<SeenAdAccount> {
  const { appleAds, directory } = deps;
  const { credentials } = connectionOf(appleAds.connections.state, orgId);
  const campaignIds = (await appleAds.storedCampaigns.ofOrganization(orgId)).slice(0, campaignsSought);
  const seen = await lookOver(deps, credentials, campaignIds);
  const linked = [...directory.state.applications.values()].flatMap(({ organizations }) => organizations);
  return requireFittingAccount(
    { adAccountId, by: 'person', isOwnAccess: credentials !== null },
    { orgId, names: [name, account_name], hasStoredCampaigns: campaignIds.length > 0 },
    seen.forCampaigns(campaignIds),
    {
      organizationsByAccount: appleAds.connections.state.organizationsByAccount,
      linkedIds: new Set(linked.map(({ org_id }) => org_id)),
    },
  );
}

async function lookOver(
  { appleAds, vault, logger }: ApiDependencies,
  own: OwnCredentials | null,
  campaignIds: readonly number[],
): Promise<SeenAccounts> {
  if (appleAds.adAccounts === undefined) throw new DomainError('unavailable');
  try {
    const credentials = own === null ? undefined : ownCredentials(own, vault);
    return await seeAccounts(appleAds.adAccounts, { credentials, campaignIds, signal: AbortSignal.timeout(lookMs) });
  } catch (error) {
    if (!(error instanceof SearchAdsError)) throw error;
    logger.warn({ err: error }, 'Apple Ads gave no answer about accounts');
    throw new DomainError('unavailable', { cause: error });
  }
}
