import { type QueryClient, queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Granularity, ReportResponse, SeriesCall, SeriesResponse } from '@tapwise/contract';
import { useSameList } from '../../../../shared/page/use-with-previous.ts';
import { type AsOfParams, asOfParams, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { requestAt } from '../../../../shared/past-view/request-at.ts';

/** Addresses of the contract's calls; taking its values would ship its schemas. */
const paths = {
  campaigns: '/api/asa/campaigns',
  adgroups: '/api/asa/adgroups',
  keywords: '/api/asa/keywords',
} satisfies Record<SeriesCall, string>;

/** One question for buckets: of one ad organization, and of a campaign or ad group at the lower levels. */
export interface SeriesQuestion {
  call: SeriesCall;
  params: {
    application_id: number;
    asa_organization_id: number;
    campaign_id?: number;
    ad_group_id?: number;
    from: string;
    to: string;
    granularity: Granularity;
  } & AsOfParams;
}

export interface LoadedSeries {
  question: SeriesQuestion;
  response: SeriesResponse;
}

const seriesQueryOptions = (question: SeriesQuestion) =>
  queryOptions({
    queryKey: ['series', question.call, question.params],
    queryFn: async ({ signal }): Promise<LoadedSeries> => {
      const { call, params } = question;
      const { body } = await requestAt<SeriesResponse>({ method: 'GET', path: paths[call], query: params, signal });
      return { question, response: body };
    },
    // Answers are long; each is taken as a whole, never compared with the last.
    structuralSharing: false,
  });

/** Asks all questions; there is data once all have answered. */
export function useSeries(questions: readonly SeriesQuestion[]) {
  const client = useQueryClient();
  const results = useQueries({ queries: questions.map(seriesQueryOptions) });
  const loaded = useSameList(results.flatMap(({ data }) => data ?? []));
  return {
    /** One per question, in their order, the same list until other answers come; `null` until all are there. */
    loaded: loaded.length === questions.length && questions.length > 0 ? loaded : null,
    error: results.find((result) => result.isError)?.error ?? null,
    loading: results.some((result) => result.isFetching),
    retry: () => retryAll(client, questions),
  };
}

function retryAll(client: QueryClient, questions: readonly SeriesQuestion[]): void {
  for (const question of questions) {
    void client.refetchQueries({ queryKey: seriesQueryOptions(question).queryKey, exact: true });
  }
}

/** Ad groups of a campaign by name; they come with their report, the only call that lists them. */
export function useAdGroupNames(
  target: { applicationId: number; organizationId: number; campaignId: number; from: string; to: string } | null,
) {
  const instant = usePastInstant();
  return useQuery({
    queryKey: ['ad-group-names', target, instant],
    enabled: target !== null,
    queryFn: async ({ signal }) => {
      const query = {
        application_id: target?.applicationId,
        asa_organization_id: target?.organizationId,
        campaign_id: target?.campaignId,
        from: target?.from,
        to: target?.to,
        ...asOfParams(instant),
      };
      const { body } = await requestAt<ReportResponse>({ method: 'GET', path: paths.adgroups, query, signal });
      return body.rows
        .filter((row) => row.id > 0)
        .map(({ id, name, status }) => ({ id, name, status: status ?? 'RUNNING' }));
    },
  });
}
