import {
  budgetRecommendationsResponseSchema,
  recommendationsQuerySchema,
  suggestionPaths,
  targetRecommendationsResponseSchema,
} from '@tapwise/contract/suggestions';
import { type CampaignSettings, type RecommendedAmount, setsBidsItself, unitsFromMicros } from '@tapwise/domain';
import type { FastifyRequest } from 'fastify';
import { requireAppleAds } from '../../../apple-ads/apple-ads.ts';
import type { ApiServer } from '../../../http/api-server.ts';
import { sessionOf } from '../../../http/rights.plugin.ts';
import { type ChangeTarget, queryTarget } from '../../change-target.ts';
import { presentCampaigns, type SettingsContext } from '../../settings-context.ts';
import { askApple } from './ask-apple.ts';

const callsPerMinute = 30;

/**
 * `GET budget_recommendations` and `GET target_recommendations`: daily budgets and target CPAs that Apple recommends. They are edited like
 * all others; Apple's own accepting is not used.
 */
export function recommendationRoutes(app: ApiServer, settingsContext: SettingsContext): void {
  const limitOf = (name: string) => app.callLimits.windowed(name, callsPerMinute, 60);
  const budgetLimit = limitOf('budget recommendations');
  const targetLimit = limitOf('target recommendations');
  app.get(
    suggestionPaths.budgets,
    {
      config: { right: 'act' },
      schema: { querystring: recommendationsQuerySchema, response: { 200: budgetRecommendationsResponseSchema } },
    },
    async (request) => {
      const target = targetOf(settingsContext, request, request.query);
      await budgetLimit(request.clientAddress);
      const { rows, ...source } = await recommended(settingsContext, request, target, 'daily_budgets');
      const campaigns = rows.map(({ current, amount, ...campaign }) => ({
        ...campaign,
        daily_cap: current,
        recommended_daily_cap: amount,
      }));
      return { ...source, campaigns };
    },
  );
  app.get(
    suggestionPaths.targets,
    {
      config: { right: 'act' },
      schema: { querystring: recommendationsQuerySchema, response: { 200: targetRecommendationsResponseSchema } },
    },
    async (request) => {
      const target = targetOf(settingsContext, request, request.query);
      await targetLimit(request.clientAddress);
      const { rows, ...source } = await recommended(settingsContext, request, target, 'target_cpas');
      const campaigns = rows.map(({ current, amount, ...campaign }) => ({
        ...campaign,
        target_cpa: current,
        recommended_target_cpa: amount,
      }));
      return { ...source, campaigns };
    },
  );
}

/** @throws DomainError `not_found`, `not_integrated`, `invalid_request`, `apple_ads_not_connected`. */
function targetOf(
  { deps }: SettingsContext,
  request: FastifyRequest,
  query: Readonly<Record<string, string | undefined>>,
): ChangeTarget {
  const target = queryTarget(deps, { session: sessionOf(request), query });
  requireAppleAds(deps.appleAds, target.organization.org_id);
  return target;
}

type RecommendedSetting = 'daily_budgets' | 'target_cpas';

/** What is set now, in micros; `undefined` for a campaign that does not have the setting. */
const currentOf: Readonly<Record<RecommendedSetting, (campaign: CampaignSettings) => number | null | undefined>> = {
  daily_budgets: (campaign) => campaign.daily_budget_micros,
  target_cpas: (campaign) => (setsBidsItself(campaign) ? (campaign.target_cpa_micros ?? null) : undefined),
};

async function recommended(
  settingsContext: SettingsContext,
  request: FastifyRequest,
  target: ChangeTarget,
  of: RecommendedSetting,
) {
  const { currency } = target.organization;
  const answer = await askApple(settingsContext, request, target, { of });
  if (answer.state !== 'read') return { status: 'ok' as const, state: answer.state, read_at: null, rows: [], currency };
  const { suggestions } = answer;
  const amounts = suggestions.of === 'daily_budgets' ? suggestions.budgets : suggestions.targets;
  const rows = await differing(settingsContext, target, amounts, currentOf[of]);
  return { status: 'ok' as const, state: answer.state, read_at: answer.readAt, rows, currency };
}

/** Those of the application's campaigns, which are set otherwise now. */
async function differing(
  settingsContext: SettingsContext,
  { application, organization }: ChangeTarget,
  amounts: readonly RecommendedAmount[],
  settingOf: (campaign: CampaignSettings) => number | null | undefined,
) {
  const campaigns = await presentCampaigns(
    settingsContext,
    amounts.map(({ campaign_id }) => campaign_id),
  );
  return amounts.flatMap(({ campaign_id, recommended_micros, expected_installs, expected_spend_micros }) => {
    const state = campaigns.get(campaign_id)?.state;
    const campaign = state?.org_id === organization.org_id ? state.campaign : undefined;
    if (campaign?.adam_id !== application.adam_id || campaign.deleted) return [];
    const current = settingOf(campaign);
    if (current === undefined || current === recommended_micros) return [];
    return [
      {
        id: campaign_id,
        name: campaign.name,
        current: unitsOf(current),
        amount: unitsFromMicros(recommended_micros),
        expected_installs,
        expected_spend: unitsOf(expected_spend_micros),
      },
    ];
  });
}

const unitsOf = (micros: number | null): number | null => (micros === null ? null : unitsFromMicros(micros));
