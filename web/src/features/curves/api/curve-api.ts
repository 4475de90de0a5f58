import { useQuery } from '@tanstack/react-query';
import type { IapInfoAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';

/** What the model knows of a product, by country; without a product the application's first one. */
export function useProductCurves(applicationId: number | null, productId: string | null) {
  return useQuery({
    queryKey: ['iap-info', applicationId, productId],
    enabled: applicationId !== null,
    queryFn: async ({ signal }) => {
      const query = { application_id: applicationId ?? undefined, product_id: productId ?? undefined };
      return (await request<IapInfoAnswer>({ method: 'GET', path: '/api/application/iap_info', query, signal })).body;
    },
  });
}
