import { queryOptions } from '@tanstack/react-query';
import type { NoticesResponse } from '@tapwise/contract/alerts';
import { request } from '../../../../shared/server/http/request.ts';

const path = '/api/asa/notices';

/** The newest notices of the person. */
export const noticesOptions = queryOptions({
  queryKey: ['notices'],
  staleTime: 60_000,
  refetchInterval: 60_000,
  queryFn: async ({ signal }): Promise<NoticesResponse> =>
    (await request<NoticesResponse>({ method: 'GET', path, signal })).body,
});

/** Says which notices were read; all where none is named. */
export async function readNotices(ids?: readonly string[]): Promise<NoticesResponse> {
  const body = ids === undefined ? { all: true } : { ids };
  return (await request<NoticesResponse>({ method: 'POST', path: `${path}/read`, body })).body;
}
