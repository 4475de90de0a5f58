import { queryOptions, useQuery } from '@tanstack/react-query';
import type { HistoryResponse } from '@tapwise/contract';
import { request } from '../../server/http/request.ts';

const path = '/api/history';

/** How much of the past is in; asked often only while more is coming. */
const historyQueryOptions = () =>
  queryOptions({
    queryKey: ['history'],
    queryFn: async ({ signal }): Promise<HistoryResponse['applications']> =>
      (await request<HistoryResponse>({ method: 'GET', path, signal })).body.applications,
    refetchInterval: (query) => (query.state.data?.every(({ complete }) => complete) === false ? 2_000 : 60_000),
  });

/** The application of whose past the least is in; `null` while all is in, or nothing is known. */
export function useIncompleteHistory(): HistoryResponse['applications'][number] | null {
  const applications = useQuery(historyQueryOptions()).data ?? [];
  const [least] = applications.filter(({ complete }) => !complete).sort((a, b) => a.months_in - b.months_in);
  return least ?? null;
}
