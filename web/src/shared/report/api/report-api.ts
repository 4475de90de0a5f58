import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReportCall, ReportParams, ReportResponse } from '@tapwise/contract';
import type { AsOfParams } from '../../past-view/past-instant.ts';
import { requestAt } from '../../past-view/request-at.ts';

/** The addresses of the contract's report calls; `satisfies` keeps the list whole. */
const paths = {
  campaigns: '/api/asa/campaigns',
  adgroups: '/api/asa/adgroups',
  keywords: '/api/asa/keywords',
  basic_by_countries: '/api/asa/basic_by_countries',
  all_campaigns_keywords: '/api/asa/all_campaigns_keywords',
} satisfies Record<ReportCall, string>;

/** The call that answers a question as a file. */
export const csvCallOf = ({ call, params }: ReportQuestion) => ({
  path: paths[call],
  query: { ...params, format: 'csv' },
});

/** One question to the reports. */
export interface ReportQuestion {
  call: ReportCall;
  params: ReportParams & AsOfParams;
}

export interface Report {
  response: ReportResponse;
  /** Position up to which the answer is complete; what follows is pushed. */
  position: string | null;
}

/** Asks a report. Pushed rows keep it young, so it is not asked again by itself for five minutes. */
export const reportQueryOptions = (question: ReportQuestion | null) =>
  queryOptions({
    queryKey: ['report', question?.call, question?.params],
    enabled: question !== null,
    staleTime: 300_000,
    queryFn: async ({ signal }): Promise<Report> => {
      if (question === null) throw new Error('No report was chosen.');
      const query = { ...question.params };
      const { body, position } = await requestAt<ReportResponse>({
        method: 'GET',
        path: paths[question.call],
        query,
        signal,
      });
      return { response: body, position };
    },
    // While the next answer is on its way the last one stays, if it is of the same kind, about the same object and as of the same instant.
    placeholderData: (before, query) => (sameTable(query?.queryKey, question) ? before : undefined),
  });

function sameTable(key: readonly unknown[] | undefined, question: ReportQuestion | null): boolean {
  const params = key?.[2] as ReportQuestion['params'] | undefined;
  if (params === undefined || question === null || key?.[1] !== question.call) return false;
  const { campaign_id, ad_group_id, as_of } = question.params;
  return params.campaign_id === campaign_id && params.ad_group_id === ad_group_id && params.as_of === as_of;
}

export function useReport(question: ReportQuestion | null) {
  return useQuery(reportQueryOptions(question));
}
