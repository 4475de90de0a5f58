import type { NamedCampaign } from './campaign-names.ts';

const isDiscovery = ({ name }: NamedCampaign): boolean => /discovery/i.test(name);

/** Campaigns to choose from: active before paused, those called discovery first or last, then by name. */
export function orderCampaigns(campaigns: readonly NamedCampaign[], discovery: 'first' | 'last'): NamedCampaign[] {
  const rank = (campaign: NamedCampaign) => [
    campaign.status === 'RUNNING' ? 0 : 1,
    isDiscovery(campaign) === (discovery === 'first') ? 0 : 1,
  ];
  return campaigns
    .filter(({ id, status }) => id > 0 && status !== 'DELETED')
    .map((campaign) => ({ campaign, rank: rank(campaign).join() }))
    .sort((left, right) => left.rank.localeCompare(right.rank) || left.campaign.name.localeCompare(right.campaign.name))
    .map(({ campaign }) => campaign);
}

/** The campaign that was chosen while it is there, else the first of its side. */
export function campaignOf(
  ordered: readonly NamedCampaign[],
  chosen: number | null,
  discovery: 'first' | 'last',
): NamedCampaign | null {
  return (
    ordered.find(({ id }) => id === chosen) ??
    ordered.find((campaign) => isDiscovery(campaign) === (discovery === 'first')) ??
    null
  );
}
