import { useQueryClient } from '@tanstack/react-query';
import type { ChangeResult } from '@tapwise/contract';
import { isDone, isFailed, isOpen } from '../../../../shared/campaigns/changes/outcomes.ts';
import { refreshSettings } from '../../../../shared/campaigns/changes/refresh-settings.ts';
import { undoChange } from '../../../../shared/campaigns/changes/write-calls.ts';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { settingsChangeMessages as words } from '../messages.ts';

/** Takes changes back, the latest first, where nothing is in the way; says how many rows have their old value again. */
export function useUndo(applicationId: number): (changeIds: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (changeIds) => {
    try {
      const results: ChangeResult[] = [];
      for (const change_id of [...changeIds].reverse()) {
        results.push(...(await undoChange({ application_id: applicationId, change_id })).results);
      }
      const count = (is: (outcome: ChangeResult['outcome']) => boolean) =>
        results.filter(({ outcome }) => is(outcome)).length;
      const left = count(isFailed);
      const open = count(isOpen);
      showToast({
        intent: left === 0 ? 'success' : 'error',
        text: words.undone(count(isDone)),
        details: [...(open === 0 ? [] : [words.notConfirmed(open)]), ...(left === 0 ? [] : [words.notUndone(left)])],
      });
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    }
    refreshSettings(client);
  };
}
