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
    refetchInterval: (query) => (query.state.data?.status === 'ok' ? 60_000 : 5_000),
  });

/**
 * Whether campaigns may have total budgets, which Apple's present interface does not know any more. `false` until the server says
 * which one it speaks: a field that comes late is better than one that is refused.
 */
export function useHasTotalBudgets(): boolean {
  return useQuery(readinessQueryOptions()).data?.parts['apple-ads']?.api === 'v5';
}

/** What the page says of parts that are away; all it names goes on or is made up for later. */
export interface PartsAway {
  /** Pulls do not run: the process that does them is away. */
  readonly pullsWait: boolean;
  /** The tables are not current: what fills them is away. */
  readonly tablesWait: boolean;
}

export function usePartsAway(): PartsAway {
  const parts = useQuery(readinessQueryOptions()).data?.parts ?? {};
  const away = (status: string | undefined) => status === 'down' || status === 'starting';
  return {
    pullsWait: away(parts.workflows?.status),
    tablesWait: away(parts.projections?.status),
  };
}
