import { useQueryClient } from '@tanstack/react-query';
import type { Alert } from '@tapwise/contract/alerts';
import { useState } from 'react';
import { alertsKey } from '../../../../../shared/campaigns/alerts/alerts-query.ts';
import { ApiError, messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { type AlertFields, saveAlert, setAlertMail } from '../../api/own-alerts-api.ts';
import { alertWords as words } from '../../messages/alert-words.ts';
import { builderWords } from '../../messages/builder-words.ts';
import { faultsOf } from '../builder/state/use-dry-run.ts';

/**
 * Sends an alert: a new one, or what was edited of a saved one.
 * @param alert As it was when it was begun to be edited. @param onSaved Called before alerts are asked again.
 */
export function useAlertSaving(applicationId: number, alert: Alert | null, onSaved: () => void) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  /** The alert is stored by now: a failure is said beside that. @returns what is said. */
  async function switchMail(id: number, mail: boolean): Promise<string[]> {
    try {
      await setAlertMail(applicationId, id, mail);
      return [];
    } catch (error) {
      return [words.mailNotSwitched(mail, messageOf(error))];
    }
  }

  /** @param mail Whether the person wants mails about it. @returns whether it is stored. */
  async function save(fields: AlertFields, mail: boolean): Promise<boolean> {
    setBusy(true);
    setFailure(null);
    try {
      const saved = await saveAlert(applicationId, alert, fields);
      const details =
        mail === (alert?.mail ?? true) ? saved.warnings : [...saved.warnings, ...(await switchMail(saved.id, mail))];
      const text = alert === null ? words.created(fields.name) : builderWords.saved(fields.name);
      showToast({ intent: 'success', text, details });
      onSaved();
      await client.invalidateQueries({ queryKey: alertsKey(applicationId) });
      return true;
    } catch (error) {
      setFailure(error);
      // Another version was saved: it is asked for.
      if (error instanceof ApiError && error.status === 409) {
        void client.invalidateQueries({ queryKey: alertsKey(applicationId) });
      }
      return false;
    } finally {
      setBusy(false);
    }
  }

  const faults = faultsOf(failure);
  return {
    busy,
    faults,
    /** Why it was not saved, where that is about no field. */
    message: failure === null || faults.length > 0 ? null : messageOf(failure),
    forget: () => setFailure(null),
    save,
  };
}
