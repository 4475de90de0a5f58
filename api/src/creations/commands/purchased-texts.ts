import {
  addDays,
  byImpressions,
  dayInZone,
  type PlannedCreation,
  type PurchasedKeywords,
  purchasedKeywords,
  roomForNegatives,
} from '@tapwise/domain';
import { campaignNames, keywordImpressions } from '@tapwise/projections/queries';
import type { ChangeTarget } from '../../settings-changes/change-target.ts';
import { presentCampaigns, type SettingsContext } from '../../settings-changes/settings-context.ts';

/** Where something is planned. */
export interface PlanContext {
  readonly settingsContext: SettingsContext;
  readonly target: ChangeTarget;
}

/** Days whose impressions say which texts matter most. */
const rankedDays = 90;

/**
 * Texts of existing exact keywords in SKAG campaigns of the application and organization that share a country with a planned campaign,
 * without those it blocks already. Where there is room for some only, those with most impressions come first.
 */
export async function purchasedTexts(
  context: PlanContext,
  plan: PlannedCreation,
  countries: readonly string[],
): Promise<string[]> {
  const { settingsContext, target } = context;
  const scope = { orgId: target.organization.org_id, adamId: target.application.adam_id };
  const ids = (await campaignNames(settingsContext.deps.tables, scope, false)).map(({ id }) => id);
  const states = [...(await presentCampaigns(settingsContext, ids)).values()].map(({ state }) => state);
  const purchased = purchasedKeywords(states, countries, new Set(plan.negatives.map(({ text }) => text)));
  if (purchased.size <= roomForNegatives(plan)) return [...purchased.keys()];
  return byImpressions(purchased, await impressionsOf(context, purchased));
}

async function impressionsOf(
  { settingsContext, target: { application, organization } }: PlanContext,
  purchased: PurchasedKeywords,
): Promise<ReadonlyMap<number, number>> {
  const today = dayInZone(settingsContext.deps.now().getTime(), organization.time_zone);
  const rows = await keywordImpressions(settingsContext.deps.tables, {
    application_id: application.application_id,
    org_id: organization.org_id,
    campaign_ids: [...new Set([...purchased.values()].flat().map(({ campaignId }) => campaignId))],
    from: addDays(today, 1 - rankedDays),
  });
  return new Map(rows.map(({ keyword_id, impressions }) => [keyword_id, impressions]));
}
