import { useQueries, useQuery } from '@tanstack/react-query';
import type { AdGroupsNamesResponse, ChangeSet } from '@tapwise/contract';
import { useMemo } from 'react';
import { useReport } from '../../../../../shared/report/api/report-api.ts';
import { campaignNamesQueryOptions } from '../../../../../shared/scope/index.ts';
import { request } from '../../../../../shared/server/http/request.ts';

/** Names are asked for in so many campaigns of a set at most; objects of others are named by their ids. */
const mostCampaigns = 50;

/**
 * Names of the objects of a set by their keys: its rows carry ids alone.
 * @param today day in the zone of the ad organization
 */
export function useSetNames(
  { rows }: Pick<ChangeSet, 'rows'>,
  application_id: number,
  asa_organization_id: number,
  today: string,
): ReadonlyMap<string, string> {
  const below = [...new Set(rows.filter(({ key }) => key.includes(':')).map(({ key }) => key.split(':')[0] ?? ''))];
  const campaigns = below.slice(0, mostCampaigns);
  const withKeywords = campaigns.filter((id) =>
    rows.some(({ key }) => key.startsWith(`${id}:`) && key.split(':').length === 3),
  );
  const ofCampaigns = useQuery(campaignNamesQueryOptions(application_id, asa_organization_id)).data;
  const ofAdGroups = useQueries({
    queries: campaigns.map((campaign_id) => ({
      queryKey: ['ad-group-names', application_id, asa_organization_id, campaign_id],
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const query = { application_id, asa_organization_id, campaign_id };
        const path = '/api/asa/ad_groups_names';
        return (await request<AdGroupsNamesResponse>({ method: 'GET', path, query, signal })).body.ad_groups;
      },
    })),
    combine: (results) =>
      results.flatMap(({ data }, index) =>
        (data ?? []).map((entry) => ({ ...entry, campaign: campaigns[index] ?? '' })),
      ),
  });
  const question =
    withKeywords.length === 0
      ? null
      : ({
          call: 'all_campaigns_keywords',
          params: { application_id, asa_organization_id, from: today, to: today, campaign_ids: withKeywords.join(',') },
        } as const);
  const keywords = useReport(question).data?.response.rows;
  return useMemo(
    () =>
      new Map([
        ...(ofCampaigns ?? []).map(({ id, name }) => [String(id), name] as const),
        ...ofAdGroups.map(({ campaign, id, name }) => [`${campaign}:${id}`, name] as const),
        ...(keywords ?? []).map(
          ({ campaign_id, ad_group_id, id, name }) => [`${campaign_id}:${ad_group_id}:${id}`, name] as const,
        ),
      ]),
    [ofCampaigns, ofAdGroups, keywords],
  );
}
