import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CountriesLtvResponse } from '@tapwise/contract';
import { asOfParams, usePastInstant } from '../../../../shared/past-view/past-instant.ts';
import { requestAt } from '../../../../shared/past-view/request-at.ts';

export const countriesKey = (applicationId: number | null) => ['countries-ltv', applicationId] as const;

const countriesQueryOptions = (applicationId: number | null, device: string | null, instant: string | null) =>
  queryOptions({
    queryKey: [...countriesKey(applicationId), instant, device],
    enabled: applicationId !== null,
    queryFn: async ({ signal }) => {
      const query = { application_id: applicationId ?? undefined, device: device ?? undefined, ...asOfParams(instant) };
      const path = '/api/application/countries_ltv';
      return (await requestAt<CountriesLtvResponse>({ method: 'GET', path, query, signal })).body;
    },
    // With another device the last answer stays until the next one is there; with another application or instant it does not.
    placeholderData: (before, query) =>
      query?.queryKey[1] === applicationId && query.queryKey[2] === instant ? before : undefined,
  });

/** Countries of an application, of all devices (`null`) or one. */
export function useCountries(applicationId: number | null, device: string | null) {
  return useQuery(countriesQueryOptions(applicationId, device, usePastInstant()));
}
