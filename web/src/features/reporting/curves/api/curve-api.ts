import { useQuery } from '@tanstack/react-query';
import type { IapInfoResponse } from '@tapwise/contract';
import { asOfParams, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { requestAt } from '../../../../shared/past-view/request-at.ts';

/** What the model knows of a product, by country; without a product the application's first one. */
export function useProductCurves(applicationId: number | null, productId: string | null) {
  const instant = usePastInstant();
  return useQuery({
    queryKey: ['iap-info', applicationId, productId, instant],
    enabled: applicationId !== null,
    queryFn: async ({ signal }) => {
      const query = {
        application_id: applicationId ?? undefined,
        product_id: productId ?? undefined,
        ...asOfParams(instant),
      };
      return (await requestAt<IapInfoResponse>({ method: 'GET', path: '/api/application/iap_info', query, signal }))
        .body;
    },
  });
}
