import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CountriesLtvAnswer } from '@tapwise/contract';
import { request } from '../../../shared/http/request.ts';

export const countriesKey = (applicationId: number | null) => ['countries-ltv', applicationId] as const;

const countriesQueryOptions = (applicationId: number | null, device: string | null) =>
  queryOptions({
    queryKey: [...countriesKey(applicationId), device],
    enabled: applicationId !== null,
    queryFn: async ({ signal }) => {
      const query = { application_id: applicationId ?? undefined, device: device ?? undefined };
      const path = '/api/application/countries_ltv';
      return (await request<CountriesLtvAnswer>({ method: 'GET', path, query, signal })).body;
    },
    // With another device the last answer stays until the next one is there; with another application it does not.
    placeholderData: (before, query) => (query?.queryKey[1] === applicationId ? before : undefined),
  });

/** Countries of an application, of all devices (`null`) or one. */
export function useCountries(applicationId: number | null, device: string | null) {
  return useQuery(countriesQueryOptions(applicationId, device));
}
