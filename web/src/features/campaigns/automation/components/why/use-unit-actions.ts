import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isDone } from '../../../../../shared/campaigns/changes/outcomes.ts';
import { refreshSettings } from '../../../../../shared/campaigns/changes/refresh-settings.ts';
import { undoChange } from '../../../../../shared/campaigns/changes/write-calls.ts';
import { messageOf } from '../../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../../shared/ui/toasts/toasts.ts';
import { automationKey, resumeUnits } from '../../api/automation-api.ts';
import { automationMessages } from '../../messages.ts';

const words = automationMessages.why;

/** What can be done about one decision: take the raise back, or let the rule raise the unit again. */
export function useUnitActions(applicationId: number, ruleId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function attempt(work: () => Promise<string>): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      showToast({ intent: 'success', text: await work() });
    } catch (failure) {
      showToast({ intent: 'error', text: messageOf(failure) });
    } finally {
      setBusy(false);
      refreshSettings(client);
      void client.invalidateQueries({ queryKey: automationKey(applicationId) });
    }
  }

  return {
    busy,
    undo: (changeId: string, key: string, back: string) =>
      attempt(async () => {
        const { results } = await undoChange({ application_id: applicationId, change_id: changeId, keys: [key] });
        const open = results.find(({ outcome }) => !isDone(outcome));
        if (open !== undefined) throw new Error(open.message ?? open.outcome);
        return words.undone(back);
      }),
    resume: (key: string) =>
      attempt(async () => {
        await resumeUnits(applicationId, ruleId, [key]);
        return words.resumed;
      }),
  };
}
