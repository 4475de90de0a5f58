import { useQuery } from '@tanstack/react-query';
import { campaignGroupsOptions } from '../api/automation-api.ts';

/** Name of the campaign a unit is in; `null` where it is not known. @param key `campaign:adgroup:keyword` */
export function useCampaignName(applicationId: number, key: string): string | null {
  const groups = useQuery(campaignGroupsOptions(applicationId));
  const id = Number(key.split(':')[0]);
  return groups.data?.flatMap(({ campaigns }) => campaigns).find((campaign) => campaign.id === id)?.name ?? null;
}
