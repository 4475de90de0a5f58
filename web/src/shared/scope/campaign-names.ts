import { queryOptions } from '@tanstack/react-query';
import type { CampaignNamesAnswer } from '@tapwise/contract';
import { request } from '../http/request.ts';

export type NamedCampaign = CampaignNamesAnswer['campaigns'][number];

/** Campaigns of one ad organization by name. @param onlyWithKeywords leaves out those that have none */
export const campaignNamesQueryOptions = (applicationId: number, organizationId: number, onlyWithKeywords = false) =>
  queryOptions({
    queryKey: ['campaign-names', applicationId, organizationId, onlyWithKeywords],
    queryFn: async ({ signal }): Promise<NamedCampaign[]> => {
      const query = {
        application_id: applicationId,
        asa_organization_id: organizationId,
        ...(onlyWithKeywords ? { only_with_keywords: 'true' } : {}),
      };
      const path = '/api/asa/campaign_names';
      return (await request<CampaignNamesAnswer>({ method: 'GET', path, query, signal })).body.campaigns;
    },
  });
