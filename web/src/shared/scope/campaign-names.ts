import { queryOptions } from '@tanstack/react-query';
import type { CampaignNamesResponse } from '@tapwise/contract';
import { asOfParams } from '../past-view/past-instant.ts';
import { requestAt } from '../past-view/request-at.ts';

export type NamedCampaign = CampaignNamesResponse['campaigns'][number];

/**
 * Campaigns of one ad organization by name.
 * @param onlyWithKeywords leaves out those that have none
 * @param instant those that were known then; `null` for now
 */
export const campaignNamesQueryOptions = (
  applicationId: number,
  organizationId: number,
  onlyWithKeywords = false,
  instant: string | null = null,
) =>
  queryOptions({
    queryKey: ['campaign-names', applicationId, organizationId, onlyWithKeywords, instant],
    queryFn: async ({ signal }): Promise<NamedCampaign[]> => {
      const query = {
        application_id: applicationId,
        asa_organization_id: organizationId,
        ...(onlyWithKeywords ? { only_with_keywords: 'true' } : {}),
        ...asOfParams(instant),
      };
      const path = '/api/asa/campaign_names';
      return (await requestAt<CampaignNamesResponse>({ method: 'GET', path, query, signal })).body.campaigns;
    },
  });
