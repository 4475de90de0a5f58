import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import type { Notice, NoticesResponse } from '@tapwise/contract/alerts';
import { request } from '../../../../shared/server/http/request.ts';

const path = '/api/asa/notices';
const pageSize = 50;

/** Notices of the person, newest first, a page at a time. */
export const noticesOptions = () =>
  infiniteQueryOptions({
    queryKey: ['notices'],
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<NoticesResponse> => {
      const query = pageParam === null ? {} : { before: pageParam };
      return (await request<NoticesResponse>({ method: 'GET', path, query, signal })).body;
    },
    getNextPageParam: ({ notices }) => (notices.length < pageSize ? undefined : notices.at(-1)?.id),
  });

/** Which notices were read: those named, or all there are. */
export type ReadNotices = { ids: string[] } | { all: true };

export async function readNotices(read: ReadNotices): Promise<void> {
  await request({ method: 'POST', path: `${path}/read`, body: read });
}

type Pages = InfiniteData<NoticesResponse>;

/** The same pages with what was read marked so, and counted. */
export function withRead({ pages, pageParams }: Pages, read: ReadNotices): Pages {
  const isRead = ({ id }: Notice) => 'all' in read || read.ids.includes(id);
  const newlyRead = pages.flatMap(({ notices }) => notices).filter((notice) => !notice.read && isRead(notice)).length;
  return {
    pageParams,
    pages: pages.map((page) => ({
      ...page,
      unread: 'all' in read ? 0 : Math.max(0, page.unread - newlyRead),
      notices: page.notices.map((notice) => (isRead(notice) ? { ...notice, read: true } : notice)),
    })),
  };
}

/** The same pages with a notice as it is now, before the others where it is new. */
export function withNotice({ pages, pageParams }: Pages, notice: Notice, unread: number): Pages {
  const isThere = pages.some(({ notices }) => notices.some(({ id }) => id === notice.id));
  return {
    pageParams,
    pages: pages.map((page, index) => ({
      ...page,
      unread,
      notices:
        index === 0 && !isThere
          ? [notice, ...page.notices]
          : page.notices.map((other) => (other.id === notice.id ? notice : other)),
    })),
  };
}
