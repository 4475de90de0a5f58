import { queryOptions } from '@tanstack/react-query';
import type { SearchTermsResponse } from '@tapwise/contract';
import { request } from '../../../../shared/server/http/request.ts';
import type { FilterKind } from '../model/decisions.ts';

export interface TermQuestion {
  application_id: number;
  asa_organization_id: number;
  campaign_id: number;
}

const paths = { skag: '/api/asa/filter_skag', discovery: '/api/asa/filter_discovery' } as const;

/** Search terms of a campaign of the last year that are still to be decided. */
export const searchTermsOptions = (kind: FilterKind, question: TermQuestion | null) =>
  queryOptions({
    queryKey: ['search-terms', kind, question],
    enabled: question !== null,
    queryFn: async ({ signal }): Promise<SearchTermsResponse> => {
      const query = { ...question };
      return (await request<SearchTermsResponse>({ method: 'GET', path: paths[kind], query, signal })).body;
    },
  });

/** Leaves terms out of the list for a time; nothing is sent to the ad service. */
export async function hideTerms(question: TermQuestion, adGroupId: number | null, texts: readonly string[]) {
  const body = { ...question, ...(adGroupId === null ? {} : { ad_group_id: adGroupId }), texts };
  await request<{ hidden: number }>({ method: 'POST', path: '/api/asa/search_terms/hide', body });
}
