import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../shared/server/http/api-error.ts';

/** Refusals are final; faults and lost connections are tried twice more. Nothing is asked again behind one's back. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (failures, error) => failures < 2 && error instanceof ApiError && error.status === 0,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
