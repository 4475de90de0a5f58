import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Application } from '@tapwise/contract';
import type { SdkVersionsResponse } from '@tapwise/contract/sdk-versions';
import { useEffect } from 'react';
import { request } from '../../../../shared/server/http/request.ts';
import { followSetUp } from '../../../../shared/server/live/live-connection.ts';
import { useRefreshOnMove } from '../../../../shared/server/live/use-refresh-on-move.ts';
import { accountQueryOptions } from '../../session/index.ts';

const sdkVersionsQuery = (application_id: number) =>
  queryOptions({
    queryKey: ['sdk-versions', application_id],
    queryFn: async ({ signal }): Promise<SdkVersionsResponse> => {
      const path = '/api/application/sdk_versions';
      return (await request<SdkVersionsResponse>({ method: 'GET', path, query: { application_id }, signal })).body;
    },
  });

/** Versions of the SDK that called; none are asked for before the first call. */
export const useSdkVersions = ({ id, sdk_integration }: Application) =>
  useQuery({ ...sdkVersionsQuery(id), enabled: sdk_integration === 'integrated' });

/** Reads the account again as soon as the server reports the first call of an application's SDK. */
export function useFirstSdkCall({ id, sdk_integration }: Application): void {
  const client = useQueryClient();
  const isAwaited = sdk_integration !== 'integrated';
  useEffect(() => {
    if (!isAwaited) return;
    return followSetUp(id, () => void client.invalidateQueries({ queryKey: accountQueryOptions().queryKey }));
  }, [id, isAwaited, client]);
}

/** Keeps the time of the last call and the versions current while they are shown. */
export function useSdkCalls({ id, sdk_integration }: Application): void {
  const calling = sdk_integration === 'integrated' ? id : null;
  useRefreshOnMove(calling, accountQueryOptions().queryKey);
  useRefreshOnMove(calling, sdkVersionsQuery(id).queryKey);
}
