import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { alertsKey } from '../../../../shared/campaigns/alerts/alerts-query.ts';
import { usePageVisible } from '../../../../shared/page/browser-state.ts';
import { followAlerts } from '../../../../shared/server/live/live-connection.ts';
import { refreshOnNotices } from '../../../../shared/server/live/refresh-on-notices.ts';

/** Many incidents may begin in one evaluation; what is shown is asked again at most this often, in milliseconds. */
const pauseMs = 1_000;

/** Asks alerts and incidents again when one of the application is another. */
export function useAlertsLive(applicationId: number | null): void {
  const client = useQueryClient();
  const visible = usePageVisible();
  useEffect(() => {
    if (applicationId === null || !visible) return;
    return refreshOnNotices(
      (onAlert) => followAlerts(applicationId, onAlert),
      () => void client.invalidateQueries({ queryKey: alertsKey(applicationId) }),
      pauseMs,
    );
  }, [applicationId, visible, client]);
}
