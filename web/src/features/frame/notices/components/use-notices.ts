import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePageVisible } from '../../../../shared/page/browser-state.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { followNotices } from '../../../../shared/server/live/live-connection.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { noticesOptions, type ReadNotices, readNotices, withNotice, withRead } from '../api/notices-api.ts';

/** Notices of the person, as they come and are read, here or elsewhere. */
export function useNotices() {
  const client = useQueryClient();
  const query = useInfiniteQuery(noticesOptions());
  const visible = usePageVisible();
  useEffect(() => {
    if (!visible) return;
    const { queryKey } = noticesOptions();
    const refresh = () => void client.invalidateQueries({ queryKey });
    return followNotices(({ unread, notice }) => {
      client.setQueryData(queryKey, (pages) => pages && withNotice(pages, notice, unread));
    }, refresh);
  }, [visible, client]);

  async function markRead(read: ReadNotices): Promise<void> {
    const { queryKey } = noticesOptions();
    // An answer on its way does not have it yet.
    await client.cancelQueries({ queryKey });
    client.setQueryData(queryKey, (pages) => pages && withRead(pages, read));
    try {
      await readNotices(read);
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
      void client.invalidateQueries({ queryKey });
    }
  }

  return {
    notices: query.data?.pages.flatMap(({ notices }) => notices),
    unread: query.data?.pages[0]?.unread ?? 0,
    error: query.error,
    retry: () => void query.refetch(),
    /** `null`: there are none that are older. */
    showOlder: query.hasNextPage ? () => void query.fetchNextPage() : null,
    busy: query.isFetchingNextPage,
    markRead: (read: ReadNotices) => void markRead(read),
  };
}

export type Notices = ReturnType<typeof useNotices>;
