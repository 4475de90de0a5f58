import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Readiness } from '@tapwise/contract';

/** How the parts of the installation are; both 200 and 503 carry the answer. Asked often only while one is away. */
const readinessQueryOptions = () =>
  queryOptions({
    queryKey: ['readiness'],
    queryFn: async ({ signal }): Promise<Readiness> => {
      const response = await fetch('/readyz', { signal });
      return (await response.json()) as Readiness;
    },
    refetchInterval: (query) => (query.state.data?.parts.temporal?.status === 'ok' ? 60_000 : 5_000),
  });

/** Whether Temporal, which carries the pulls of spend, is known to be away. */
export function useTemporalAway(): boolean {
  const status = useQuery(readinessQueryOptions()).data?.parts.temporal?.status;
  return status !== undefined && status !== 'ok';
}
