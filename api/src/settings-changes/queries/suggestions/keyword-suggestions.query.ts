import {
  keywordSuggestionsQuerySchema,
  keywordSuggestionsResponseSchema,
  suggestionPaths,
} from '@tapwise/contract/suggestions';
import { requireAppleAds } from '../../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { readId } from '../../../http/read-id.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { type ChangeTarget, queryTarget } from '../../change-target.ts';
import { ownCampaign } from '../../own-campaign.ts';
import type { SettingsContext } from '../../settings-context.ts';
import { askApple } from './ask-apple.ts';

const callsPerMinute = 60;

/** `GET keyword_suggestions`: keywords that Apple suggests for an app, and how popular their searches are. */
export function keywordSuggestionsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const limit = app.callLimits.windowed('keyword suggestions', callsPerMinute, 60);
  app.get(
    suggestionPaths.keywords,
    {
      config: { right: 'act' },
      schema: { querystring: keywordSuggestionsQuerySchema, response: { 200: keywordSuggestionsResponseSchema } },
    },
    async (request) => {
      const { query } = request;
      const target = queryTarget(settingsContext.deps, { session: sessionOf(request), query });
      const countries =
        query.campaign_id === undefined
          ? (query.country?.split(',') ?? [])
          : await countriesOf(settingsContext, target, readId(query, 'campaign_id'));
      requireAppleAds(settingsContext.deps.appleAds, target.organization.org_id);
      await limit(request.clientAddress);
      const answer = await askApple(settingsContext, request, target, {
        of: 'keywords',
        countries: [...new Set(countries)].sort(),
        term: query.term?.trim().toLowerCase() || null,
      });
      if (answer.state !== 'read') return { status: 'ok' as const, state: answer.state, read_at: null, keywords: [] };
      const { readAt: read_at, suggestions } = answer;
      return { status: 'ok' as const, state: answer.state, read_at, keywords: suggestions.keywords };
    },
  );
}

async function countriesOf(
  settingsContext: SettingsContext,
  target: ChangeTarget,
  campaignId: number,
): Promise<readonly string[]> {
  const { state } = await ownCampaign(settingsContext, target, campaignId);
  return state.campaign?.countries ?? [];
}
