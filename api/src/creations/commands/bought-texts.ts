import { addDays, campaignKind, dayInZone, textKey } from '@tapwise/domain';
import { campaignNames, keywordImpressions } from '@tapwise/projections/queries';
import { presentCampaigns } from '../../settings-changes/settings-context.ts';
import type { PlanContext } from './creation-plan.ts';

/** Days whose impressions say which texts matter most. */
const rankedDays = 90;

/** Keywords by their text. */
type Bought = Map<string, { readonly campaignId: number; readonly keywordId: number }[]>;

/**
 * Texts of existing exact keywords in SKAG campaigns of the application and organization that share a country, each once. Where there is
 * room for some only, those with most impressions come first.
 */
export async function boughtTexts(
  context: PlanContext,
  countries: readonly string[],
  { without, room }: { without: ReadonlySet<string>; room: number },
): Promise<string[]> {
  const bought = await boughtKeywords(context, countries);
  for (const text of without) bought.delete(text);
  if (bought.size <= room) return [...bought.keys()];
  const impressions = await impressionsOf(context, bought);
  return [...bought.keys()].sort((left, right) => (impressions.get(right) ?? 0) - (impressions.get(left) ?? 0));
}

async function boughtKeywords(
  { settingsContext, target: { application, organization } }: PlanContext,
  countries: readonly string[],
): Promise<Bought> {
  const scope = { orgId: organization.org_id, adamId: application.adam_id };
  const ids = (await campaignNames(settingsContext.deps.tables, scope, false)).map(({ id }) => id);
  const bought: Bought = new Map();
  for (const [campaignId, { state }] of await presentCampaigns(settingsContext, ids)) {
    const { campaign, ad_groups, keywords } = state;
    if (campaign === null || campaign.deleted || campaignKind(state) !== 'skag') continue;
    if (!campaign.countries.some((country) => countries.includes(country))) continue;
    for (const { text, match_type, deleted, ad_group_id, keyword_id: keywordId } of keywords.values()) {
      if (match_type !== 'EXACT' || deleted || ad_groups.get(ad_group_id)?.deleted !== false) continue;
      const key = textKey(text);
      bought.set(key, [...(bought.get(key) ?? []), { campaignId, keywordId }]);
    }
  }
  return bought;
}

async function impressionsOf(
  { settingsContext, target: { application, organization } }: PlanContext,
  bought: Bought,
): Promise<ReadonlyMap<string, number>> {
  const today = dayInZone(settingsContext.deps.now().getTime(), organization.time_zone);
  const rows = await keywordImpressions(settingsContext.deps.tables, {
    application_id: application.application_id,
    org_id: organization.org_id,
    campaign_ids: [...new Set([...bought.values()].flat().map(({ campaignId }) => campaignId))],
    from: addDays(today, 1 - rankedDays),
  });
  const impressionsByKeyword = new Map(rows.map(({ keyword_id, impressions }) => [keyword_id, impressions]));
  return new Map(
    [...bought].map(([text, keywords]) => [
      text,
      keywords.reduce((sum, { keywordId }) => sum + (impressionsByKeyword.get(keywordId) ?? 0), 0),
    ]),
  );
}
