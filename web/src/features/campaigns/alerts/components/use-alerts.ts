import { useQueryClient } from '@tanstack/react-query';
import type { Alert, AlertEpisode } from '@tapwise/contract/alerts';
import { useEffect } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { followAlerts } from '../../../../shared/server/live/live-connection.ts';
import { refreshOnNotices } from '../../../../shared/server/live/refresh-on-notices.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { type AlertUpdates, acknowledge, alertsKey, snooze, updateAlert } from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';

const pauseMs = 500;

/** What can be done with alerts at one press. A failure is said and changes nothing. */
export function useAlertActions(applicationId: number) {
  const client = useQueryClient();
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    try {
      showToast({ intent: 'success', text: await work() });
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
    } finally {
      void client.invalidateQueries({ queryKey: alertsKey(applicationId) });
    }
  };
  return {
    acknowledge: (episode: AlertEpisode) =>
      attempt(async () => {
        await acknowledge(applicationId, episode.id);
        return words.acknowledged;
      }),
    snooze: (episode: AlertEpisode, until: string | null) =>
      attempt(async () => {
        await snooze(applicationId, episode, until);
        return until === null ? words.snoozeEnded : words.snoozed;
      }),
    update: (alert: Alert, updates: AlertUpdates) =>
      attempt(async () => {
        const { name, on } = await updateAlert(applicationId, alert.id, updates);
        return updates.on === undefined ? words.changed : words.switched(name, on);
      }),
  };
}

export type AlertActions = ReturnType<typeof useAlertActions>;

/** Asks alerts again when one of the application fires or recovers. */
export function useAlertsLive(applicationId: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (applicationId === null) return;
    const refresh = () => void client.invalidateQueries({ queryKey: alertsKey(applicationId) });
    return refreshOnNotices((onAlert) => followAlerts(applicationId, onAlert), refresh, pauseMs);
  }, [applicationId, client]);
}
