import type { CampaignState } from './campaign.state.ts';

/** What a campaign is for: one keyword in each ad group, finding new search terms, or whatever else. It presets and sorts only. */
export type CampaignKind = 'skag' | 'discovery' | 'regular';

/** A SKAG campaign has at least so many of its ad groups with exactly one keyword, an exact one. */
const singleShare = 0.8;

/** What a campaign is for: what we made it for, else inferred from its name and what exists below it. */
export function campaignKind({ made, campaign, ad_groups, keywords }: CampaignState): CampaignKind {
  if (made !== null) return made.kind;
  const activeAdGroups = [...ad_groups.values()].filter(({ deleted }) => !deleted);
  const named = campaign?.name.toLowerCase().includes('discovery') === true;
  if (named || activeAdGroups.some(({ search_match }) => search_match)) return 'discovery';
  const matchTypes = new Map<number, string[]>(activeAdGroups.map(({ ad_group_id }) => [ad_group_id, []]));
  for (const { ad_group_id, deleted, match_type } of keywords.values()) {
    if (!deleted) matchTypes.get(ad_group_id)?.push(match_type);
  }
  const single = [...matchTypes.values()].filter(([first, ...others]) => first === 'EXACT' && others.length === 0);
  return activeAdGroups.length > 0 && single.length >= singleShare * activeAdGroups.length ? 'skag' : 'regular';
}

/** Existing campaigns of one kind that share a country with another campaign; it itself is not among them. */
export function campaignsBeside(
  { campaign }: CampaignState,
  others: Iterable<CampaignState>,
  kind: CampaignKind,
): CampaignState[] {
  const countries = new Set(campaign?.countries);
  return [...others].filter((other) => {
    const otherCampaign = other.campaign;
    if (otherCampaign === null || otherCampaign.deleted || otherCampaign.campaign_id === campaign?.campaign_id)
      return false;
    return otherCampaign.countries.some((country) => countries.has(country)) && campaignKind(other) === kind;
  });
}

/**
 * Of campaigns beside another one, the one for most of its countries; of several, the one for fewest others, then one that runs, then the
 * first by name.
 */
export function closestBeside({ campaign }: CampaignState, beside: Iterable<CampaignState>): CampaignState | undefined {
  const countries = new Set(campaign?.countries);
  const ranked = [...beside].flatMap((state) => {
    const other = state.campaign;
    if (other === null) return [];
    const shared = other.countries.filter((country) => countries.has(country)).length;
    const runs = other.status === 'ENABLED' ? 0 : 1;
    return [{ state, name: other.name, rank: [-shared, other.countries.length - shared, runs] }];
  });
  ranked.sort((first, two) => {
    const rankIndex = first.rank.findIndex((value, index) => value !== two.rank[index]);
    if (rankIndex === -1) return first.name.localeCompare(two.name, 'en');
    return (first.rank[rankIndex] ?? 0) - (two.rank[rankIndex] ?? 0);
  });
  return ranked[0]?.state;
}
