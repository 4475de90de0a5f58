import { useQuery } from '@tanstack/react-query';
import type { IapPricesResponse } from '@tapwise/contract';
import { asOfParams, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { requestAt } from '../../../../shared/past-view/request-at.ts';

export const inAppsKey = (applicationId: number | null) => ['iap-prices', applicationId] as const;

/** What an application sells, by product and country. */
export function useInApps(applicationId: number | null) {
  const instant = usePastInstant();
  return useQuery({
    queryKey: [...inAppsKey(applicationId), instant],
    enabled: applicationId !== null,
    queryFn: async ({ signal }) => {
      const query = { application_id: applicationId ?? undefined, ...asOfParams(instant) };
      const path = '/api/application/iap_prices';
      return (await requestAt<IapPricesResponse>({ method: 'GET', path, query, signal })).body;
    },
  });
}
