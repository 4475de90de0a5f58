import { skipToken, useQuery } from '@tanstack/react-query';
import { usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { campaignNamesQueryOptions } from '../../../../shared/scope/index.ts';

/** The campaigns that have keywords, of one ad organization; asks nothing while either is open. */
export function useKeywordCampaigns(applicationId: number | null, organizationId: number | null) {
  const instant = usePastInstant();
  const options = campaignNamesQueryOptions(applicationId ?? 0, organizationId ?? 0, true, instant);
  const chosen = applicationId !== null && organizationId !== null;
  return useQuery({ ...options, queryFn: chosen ? options.queryFn : skipToken });
}
