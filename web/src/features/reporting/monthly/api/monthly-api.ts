import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { MonthlyResponse } from '@tapwise/contract';
import { useSameList } from '../../../../shared/page/use-with-previous.ts';
import type { AsOfParams } from '../../../../shared/past-view/past-instant.ts';
import { requestAt } from '../../../../shared/past-view/request-at.ts';

export interface MonthlyQuestion extends AsOfParams {
  year: number;
  country: string;
  claim_type: string;
  application_id?: number;
  asa_organization_id?: number;
}

/** A year by months. While another year is on its way the last one stays; that of another instant does not. */
export function useMonthlyReport(question: MonthlyQuestion | null) {
  return useQuery({
    ...monthlyQueryOptions(question),
    enabled: question !== null,
    placeholderData: (before, query) =>
      (query?.queryKey[1] as MonthlyQuestion | null | undefined)?.as_of === question?.as_of ? before : undefined,
  });
}

/** The same year of several applications, each alone and in its own currency; asked while `wanted`. */
export function useMonthsByApp(question: MonthlyQuestion | null, applicationIds: readonly number[], wanted: boolean) {
  const queries = applicationIds.map((id) =>
    monthlyQueryOptions(question === null ? null : { ...question, application_id: id }),
  );
  const results = useQueries({ queries: wanted && question !== null ? queries : [] });
  const responses = useSameList(results.map(({ data }) => data ?? null));
  return {
    /** One per application, in their order; `null` where none has come. */
    responses,
    loading: results.some((result) => result.isFetching),
    error: results.find((result) => result.isError)?.error ?? null,
    retry: () => {
      for (const result of results) if (result.isError) void result.refetch();
    },
  };
}

const monthlyQueryOptions = (question: MonthlyQuestion | null) =>
  queryOptions({
    queryKey: ['monthly', question],
    queryFn: async ({ signal }) => {
      const query = { ...question };
      const { body } = await requestAt<MonthlyResponse>({
        method: 'GET',
        path: '/api/asa/monthly_reports',
        query,
        signal,
      });
      return body;
    },
  });
