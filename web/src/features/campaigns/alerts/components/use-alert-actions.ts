import { useQueryClient } from '@tanstack/react-query';
import type { Alert, AlertEpisode } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { alertsKey } from '../../../../shared/campaigns/alerts/alerts-query.ts';
import { useOnline } from '../../../../shared/page/browser-state.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import {
  type AlertUpdates,
  acknowledge,
  deleteAlert,
  type SnoozeSubject,
  snooze,
  updateAlert,
} from '../api/alerts-api.ts';
import { alertMessages as words } from '../messages.ts';
import { settingsMessages } from '../settings-messages.ts';

/** What can be done with alerts and their incidents. A failure is said and changes nothing. */
export function useAlertActions(applicationId: number) {
  const client = useQueryClient();
  const online = useOnline();
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<string>): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    try {
      showToast({ intent: 'success', text: await work() });
      return true;
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
      return false;
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: alertsKey(applicationId) });
    }
  }

  return {
    busy,
    /** Why nothing can be changed; `null`: it can. */
    refusal: online ? null : words.offline,
    acknowledge: (episode: AlertEpisode, note = '') =>
      attempt(async () => {
        await acknowledge(applicationId, [episode.id], note);
        return words.acknowledged;
      }),
    snooze: (subject: SnoozeSubject, until: string | null) =>
      attempt(async () => {
        await snooze(applicationId, subject, until);
        return until === null ? words.snoozeEnded : words.snoozed;
      }),
    setOn: (alert: Alert, on: boolean) =>
      attempt(async () => {
        await updateAlert(applicationId, alert, { on });
        return on ? words.turnedOn(alert.name) : words.turnedOff(alert.name);
      }),
    save: (alert: Alert, updates: AlertUpdates) =>
      attempt(async () => {
        const warnings = await updateAlert(applicationId, alert, updates);
        return [settingsMessages.saved(alert.name), ...warnings].join('. ');
      }),
    remove: (alert: Alert) =>
      attempt(async () => {
        await deleteAlert(applicationId, alert.id);
        return settingsMessages.deleted(alert.name);
      }),
  };
}

export type AlertActions = ReturnType<typeof useAlertActions>;
