import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePageVisible } from '../../page/browser-state.ts';
import { usePastInstant } from '../../past-view/past-instant.ts';
import { followMoves } from './live-connection.ts';
import { refreshOnNotices } from './refresh-on-notices.ts';

/** Tables move many times a second; a whole answer is asked again at most this often, in milliseconds. */
const pauseMs = 5_000;

/**
 * Asks an answer again after the tables of an application moved, while the tab can be seen. What moves meanwhile is
 * caught up with one more question at the end of the pause. What was known at a past instant does not move.
 */
export function useRefreshOnMove(applicationId: number | null, queryKey: QueryKey): void {
  const client = useQueryClient();
  const visible = usePageVisible();
  const past = usePastInstant() !== null;
  const key = JSON.stringify(queryKey);
  useEffect(() => {
    if (applicationId === null || !visible || past) return;
    return refreshOnNotices(
      (onMove) => followMoves(applicationId, onMove),
      () => void client.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey }),
      pauseMs,
    );
  }, [applicationId, visible, past, key, client]);
}
