import { useQuery } from '@tanstack/react-query';
import type { CampaignNamesAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';

export type NamedCampaign = CampaignNamesAnswer['campaigns'][number];

/** The campaigns that have keywords, of one ad organization. */
export function useKeywordCampaigns(applicationId: number | null, organizationId: number | null) {
  return useQuery({
    queryKey: ['keyword-campaigns', applicationId, organizationId],
    enabled: applicationId !== null && organizationId !== null,
    queryFn: async ({ signal }): Promise<NamedCampaign[]> => {
      const query = {
        application_id: applicationId ?? undefined,
        asa_organization_id: organizationId ?? undefined,
        only_with_keywords: 'true',
      };
      const path = '/api/asa/campaign_names';
      return (await request<CampaignNamesAnswer>({ method: 'GET', path, query, signal })).body.campaigns;
    },
  });
}
