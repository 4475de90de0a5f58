import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Creation, CreationsResponse } from '@tapwise/contract';
import { request } from '../../server/http/request.ts';

/** Running and recent creations of one application, newest first. */
export const creationsQueryOptions = (applicationId: number) =>
  queryOptions({
    queryKey: ['creations', applicationId],
    queryFn: async ({ signal }): Promise<Creation[]> => {
      const query = { application_id: applicationId };
      return (await request<CreationsResponse>({ method: 'GET', path: '/api/asa/creations', query, signal })).body
        .creations;
    },
  });

/** Kinds that make a campaign of their own; the others add to campaigns that exist. */
export const makesCampaign = (kind: Creation['kind']): boolean =>
  kind === 'skag' || kind === 'bulk' || kind === 'discovery';

/** Whether it is still at work, or will be by itself. */
export const isOpen = ({ state }: Pick<Creation, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'stopped';

/** The latest state of one creation; for one that is not in the list yet the list is asked again. */
export function noteProgress(
  client: QueryClient,
  applicationId: number,
  news: Pick<Creation, 'request_id'> & Partial<Creation>,
): void {
  const { queryKey } = creationsQueryOptions(applicationId);
  const creations = client.getQueryData(queryKey);
  const before = creations?.find(({ request_id }) => request_id === news.request_id);
  if (creations === undefined || before === undefined) {
    void client.invalidateQueries({ queryKey });
    return;
  }
  // Answers may overtake each other; what is done is never undone.
  const offset = Math.max(before.offset, news.offset ?? 0);
  client.setQueryData(
    queryKey,
    creations.map((creation) => (creation === before ? { ...before, ...news, offset } : creation)),
  );
}

/** Puts a creation that has just been accepted at the head of the list. */
export function noteBegun(client: QueryClient, applicationId: number, creation: Creation): void {
  const { queryKey } = creationsQueryOptions(applicationId);
  const creations = client.getQueryData(queryKey) ?? [];
  const others = creations.filter(({ request_id }) => request_id !== creation.request_id);
  client.setQueryData(queryKey, [creation, ...others]);
  void client.invalidateQueries({ queryKey });
}
