import { useQuery } from '@tanstack/react-query';
import type { IapPricesAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';

export const inAppsKey = (applicationId: number | null) => ['iap-prices', applicationId] as const;

/** What an application sells, by product and country. */
export function useInApps(applicationId: number | null) {
  return useQuery({
    queryKey: inAppsKey(applicationId),
    enabled: applicationId !== null,
    queryFn: async ({ signal }) => {
      const query = { application_id: applicationId ?? undefined };
      const path = '/api/application/iap_prices';
      return (await request<IapPricesAnswer>({ method: 'GET', path, query, signal })).body;
    },
  });
}
