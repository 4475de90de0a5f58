import {
  budgetRecommendationsQuerySchema,
  budgetRecommendationsResponseSchema,
  suggestionPaths,
} from '@tapwise/contract/suggestions';
import { type RecommendedBudget, unitsFromMicros } from '@tapwise/domain';
import { requireAppleAds } from '../../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { type ChangeTarget, queryTarget } from '../../change-target.ts';
import { presentCampaigns, type SettingsContext } from '../../settings-context.ts';
import { askApple } from './ask-apple.ts';

const callsPerMinute = 30;

/** `GET budget_recommendations`: daily budgets that Apple recommends. They are edited like every budget; Apple's own accepting is not used. */
export function budgetRecommendationsRoute(app: ApiServer, settingsContext: SettingsContext): void {
  const limit = app.callLimits.windowed('budget recommendations', callsPerMinute, 60);
  app.get(
    suggestionPaths.budgets,
    {
      config: { right: 'act' },
      schema: { querystring: budgetRecommendationsQuerySchema, response: { 200: budgetRecommendationsResponseSchema } },
    },
    async (request) => {
      const { query } = request;
      const target = queryTarget(settingsContext.deps, { session: sessionOf(request), query });
      const { currency } = target.organization;
      requireAppleAds(settingsContext.deps.appleAds, target.organization.org_id);
      await limit(request.clientAddress);
      const answer = await askApple(settingsContext, request, target, { of: 'daily_budgets' });
      if (answer.state !== 'read')
        return { status: 'ok' as const, state: answer.state, read_at: null, campaigns: [], currency };
      const campaigns = await recommendedOf(settingsContext, target, answer.suggestions.budgets);
      return { status: 'ok' as const, state: answer.state, read_at: answer.readAt, campaigns, currency };
    },
  );
}

/** Those of the application's campaigns, which are set otherwise now. */
async function recommendedOf(
  settingsContext: SettingsContext,
  { application, organization }: ChangeTarget,
  budgets: readonly RecommendedBudget[],
) {
  const campaigns = await presentCampaigns(
    settingsContext,
    budgets.map(({ campaign_id }) => campaign_id),
  );
  return budgets.flatMap(({ campaign_id, recommended_micros, expected_installs, expected_spend_micros }) => {
    const state = campaigns.get(campaign_id)?.state;
    const campaign = state?.org_id === organization.org_id ? state.campaign : undefined;
    if (campaign?.adam_id !== application.adam_id || campaign.deleted) return [];
    if (campaign.daily_budget_micros === recommended_micros) return [];
    return [
      {
        id: campaign_id,
        name: campaign.name,
        daily_cap: unitsOf(campaign.daily_budget_micros),
        recommended_daily_cap: unitsFromMicros(recommended_micros),
        expected_installs,
        expected_spend: unitsOf(expected_spend_micros),
      },
    ];
  });
}

const unitsOf = (micros: number | null): number | null => (micros === null ? null : unitsFromMicros(micros));
