import { queryOptions } from '@tanstack/react-query';
import type { AdGroupCpp, AdGroupsCppsResponse, CppReportsResponse, CreativesResponse } from '@tapwise/contract';
import type { PageScope } from '../../../../shared/scope/creatives.ts';
import { request } from '../../../../shared/server/http/request.ts';

/** Reads the pages of the store, and makes those usable for ads that are not yet, or that are picked. */
export async function syncCreatives(
  scope: PageScope,
  product_page_ids?: readonly string[],
): Promise<CreativesResponse> {
  const body = product_page_ids === undefined ? { ...scope } : { ...scope, product_page_ids };
  return (await request<CreativesResponse>({ method: 'POST', path: '/api/asa/creatives', body })).body;
}

/** Which page each ad group of the campaigns shows. */
export const adGroupPagesOptions = (scope: PageScope | null, campaigns: readonly number[]) =>
  queryOptions({
    queryKey: ['ad-group-pages', scope, campaigns],
    enabled: scope !== null && campaigns.length > 0,
    queryFn: async ({ signal }): Promise<AdGroupCpp[]> => {
      const query = { ...scope, selected_campaigns: campaigns.join(',') };
      return (await request<AdGroupsCppsResponse>({ method: 'GET', path: '/api/asa/ad_groups_cpps', query, signal }))
        .body.ad_groups;
    },
  });

export interface PageReportQuestion extends PageScope {
  campaign_id: number;
  creative_id: number;
  from: string;
  to: string;
}

/** How a page did beside the default one, by ad group. */
export const pageReportOptions = (question: PageReportQuestion | null) =>
  queryOptions({
    queryKey: ['cpp-report', question],
    enabled: question !== null,
    queryFn: async ({ signal }): Promise<CppReportsResponse> => {
      const query = { ...question };
      return (await request<CppReportsResponse>({ method: 'GET', path: '/api/asa/cpp_reports', query, signal })).body;
    },
    placeholderData: (before) => before,
  });
