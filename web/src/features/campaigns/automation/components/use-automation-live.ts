import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePageVisible } from '../../../../shared/page/browser-state.ts';
import { followAutomation } from '../../../../shared/server/live/live-connection.ts';
import { refreshOnNotices } from '../../../../shared/server/live/refresh-on-notices.ts';
import { automationKey, bidChangesKey } from '../api/automation-api.ts';

/** Logs come up to four times a second while a rule runs; what is shown is asked again at most this often. */
const pauseMs = 1_000;

/**
 * Asks rules, runs and logs again when a rule of the application has logged something. What is not followed any more counts as old, so that it is
 * asked again where it is shown next.
 */
export function useAutomationLive(applicationId: number | null): void {
  const client = useQueryClient();
  const visible = usePageVisible();
  useEffect(() => {
    if (applicationId === null || !visible) return;
    const invalidate = (refetchType: 'active' | 'none') => {
      void client.invalidateQueries({ queryKey: bidChangesKey, refetchType });
      void client.invalidateQueries({
        queryKey: automationKey(applicationId),
        // What would happen now is asked by the person who wants to know.
        predicate: ({ queryKey }) => queryKey[2] !== 'dry-run',
        refetchType,
      });
    };
    const refresh = () => invalidate('active');
    const stop = refreshOnNotices((onLog) => followAutomation(applicationId, onLog), refresh, pauseMs);
    return () => {
      stop();
      invalidate('none');
    };
  }, [applicationId, visible, client]);
}
