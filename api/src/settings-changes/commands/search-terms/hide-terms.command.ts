import { handleCommand } from '@tapwise/adapters';
import { hideSearchTermsBodySchema, hideSearchTermsResponseSchema, searchTermPaths } from '@tapwise/contract';
import {
  checkHiding,
  hideTerms,
  requireFewTerms,
  termDecisionDecider,
  termDecisionStream,
  termsToHide,
} from '@tapwise/domain';
import { termFigures } from '@tapwise/projections/queries';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { personContext } from '../../../access/actor-context.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { holdsUpTo } from '../../../http/log-position.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { changeTarget } from '../../change-target.ts';
import { ownCampaign } from '../../own-campaign.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { changeIdOf } from '../accept-change.ts';

/** `POST search_terms/hide`: search terms that are not to be shown for a while, unless they grow. */
export function hideTermsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  app.post(
    searchTermPaths.hide,
    {
      schema: { body: hideSearchTermsBodySchema, response: { 200: hideSearchTermsResponseSchema } },
      config: { right: 'act' },
      bodyLimit: 4 * 1024 * 1024,
    },
    async (request, reply) => {
      const { body } = request;
      const target = changeTarget(settingsContext.deps, sessionOf(request), body);
      requireFewTerms(body);
      const campaignId = Number(body.campaign_id);
      const adGroupId = body.ad_group_id === undefined || body.ad_group_id === null ? null : Number(body.ad_group_id);
      const { state: campaign } = await ownCampaign(settingsContext, target, campaignId);
      checkHiding(campaign, { texts: body.texts, adGroupId });
      const ids = { application_id: target.application.application_id, org_id: target.organization.org_id };
      const hidden = await hide(settingsContext, request, reply, {
        ...ids,
        campaign_id: campaignId,
        orgCurrency: target.organization.currency,
        adGroupId,
        texts: body.texts,
      });
      return { status: 'ok' as const, hidden };
    },
  );
}

interface Hiding {
  readonly application_id: number;
  readonly org_id: number;
  readonly campaign_id: number;
  readonly orgCurrency: string;
  /** `null`: in all ad groups. */
  readonly adGroupId: number | null;
  readonly texts: readonly string[];
}

/** Records the terms that there are, with the impressions they have now. @returns how many these are. */
async function hide(
  { deps }: SettingsContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { orgCurrency, adGroupId, texts, ...ids }: Hiding,
): Promise<number> {
  const { application_id: applicationId, org_id: orgId, campaign_id: campaignId } = ids;
  const { figures } = await termFigures(deps.tables, { applicationId, orgId, orgCurrency, campaignId });
  const terms = termsToHide(figures, { texts, adGroupId });
  if (terms.length === 0) return 0;
  const account_id = sessionOf(request).account.account_id;
  const { position } = await handleCommand(deps.log, {
    stream: termDecisionStream(campaignId),
    decider: termDecisionDecider,
    cause: `hidden ${changeIdOf(request)}`,
    context: personContext(request),
    decide: () => hideTerms({ ...ids, account_id, hidden_at: deps.now().toISOString(), terms }),
  });
  holdsUpTo(reply, position);
  return terms.length;
}
