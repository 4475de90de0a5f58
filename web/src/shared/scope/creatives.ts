import { queryOptions } from '@tanstack/react-query';
import type { CreativesResponse } from '@tapwise/contract';
import { request } from '../server/http/request.ts';

/** Whose pages: every call names an application and one of its ad organizations. */
export interface PageScope {
  application_id: number;
  asa_organization_id: number;
}

/** Pause between two looks at pages that the ad service looks at. */
const pendingMs = 3_000;

/** Pages of an application: those that ad groups may show, those that may be picked, and those that were. */
export const pageListOptions = (scope: PageScope | null) =>
  queryOptions({
    queryKey: ['creatives', scope],
    enabled: scope !== null,
    queryFn: async ({ signal }): Promise<CreativesResponse> => {
      const query = { ...scope };
      return (await request<CreativesResponse>({ method: 'GET', path: '/api/asa/creatives', query, signal })).body;
    },
    refetchInterval: ({ state }) => (state.data !== undefined && state.data.pending.length > 0 ? pendingMs : false),
  });

/** Pages that ad groups may show; the default one is 0. */
export const creativesOptions = (scope: PageScope | null) =>
  queryOptions({ ...pageListOptions(scope), select: ({ creatives }) => creatives });
