import { queryOptions } from '@tanstack/react-query';
import type { Creative, CreativesResponse } from '@tapwise/contract';
import { request } from '../server/http/request.ts';

/** Whose pages: every call names an application and one of its ad organizations. */
export interface PageScope {
  application_id: number;
  asa_organization_id: number;
}

/** Pages that ad groups may show; the default one is 0. */
export const creativesOptions = (scope: PageScope | null) =>
  queryOptions({
    queryKey: ['creatives', scope],
    enabled: scope !== null,
    queryFn: async ({ signal }): Promise<Creative[]> => {
      const query = { ...scope };
      return (await request<CreativesResponse>({ method: 'GET', path: '/api/asa/creatives', query, signal })).body
        .creatives;
    },
  });
