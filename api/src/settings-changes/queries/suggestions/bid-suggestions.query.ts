import {
  bidSuggestionsQuerySchema,
  bidSuggestionsResponseSchema,
  suggestionPaths,
} from '@tapwise/contract/suggestions';
import { type CampaignState, DomainError, type SuggestedBid, setsBidsItself, unitsFromMicros } from '@tapwise/domain';
import { requireAppleAds } from '../../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { queryTarget } from '../../change-target.ts';
import { ownCampaign } from '../../own-campaign.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { askApple } from './ask-apple.ts';

const callsPerMinute = 60;

/** `GET bid_suggestions`: bids that Apple suggests for keywords of a campaign. Where Apple sets the bids, it is not asked. */
export function bidSuggestionsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const limit = app.callLimits.windowed('bid suggestions', callsPerMinute, 60);
  app.get(
    suggestionPaths.bids,
    {
      config: { right: 'act' },
      schema: { querystring: bidSuggestionsQuerySchema, response: { 200: bidSuggestionsResponseSchema } },
    },
    async (request) => {
      const { query } = request;
      const target = queryTarget(settingsContext.deps, { session: sessionOf(request), query });
      const { currency, org_id } = target.organization;
      const campaign_id = readId(query, 'campaign_id');
      const adGroupId = query.ad_group_id === undefined ? null : readId(query, 'ad_group_id');
      const { state } = await ownCampaign(settingsContext, target, campaign_id);
      if (adGroupId !== null && !state.ad_groups.has(adGroupId))
        throw new DomainError('not_found', { message: 'Ad group not found' });
      requireAppleAds(settingsContext.deps.appleAds, org_id);
      await limit(request.clientAddress);
      const none = { status: 'ok' as const, read_at: null, bids: [], currency };
      if (setsBidsItself(state.campaign)) return { ...none, state: 'read' as const };
      const answer = await askApple(settingsContext, request, target, { of: 'bids', campaign_id });
      if (answer.state !== 'read') return { ...none, state: answer.state };
      const bids = bidsOf(state, answer.suggestions.bids, adGroupId);
      return { ...none, state: answer.state, read_at: answer.readAt, bids };
    },
  );
}

/** Those of keywords that the log has and that are not deleted. */
const bidsOf = ({ keywords }: CampaignState, bids: readonly SuggestedBid[], adGroupId: number | null) =>
  bids.flatMap(({ keyword_id, suggested_micros }) => {
    const keyword = keywords.get(keyword_id);
    if (keyword === undefined || keyword.deleted) return [];
    const { ad_group_id, bid_micros } = keyword;
    if (adGroupId !== null && ad_group_id !== adGroupId) return [];
    const cpt_bid = bid_micros === null ? null : unitsFromMicros(bid_micros);
    return [{ ad_group_id, keyword_id, cpt_bid, suggested_cpt_bid: unitsFromMicros(suggested_micros) }];
  });
