import { useQueryClient } from '@tanstack/react-query';
import { isDone } from '../../../shared/changes/outcomes.ts';
import { refreshSettings } from '../../../shared/changes/refresh-settings.ts';
import { undoChange } from '../../../shared/changes/write-calls.ts';
import { messageOf } from '../../../shared/http/api-error.ts';
import { showToast } from '../../../shared/ui/toasts/toasts.ts';
import { actingMessages as words } from '../messages.ts';

/** Takes changes back, the latest first, where nothing is in the way; says how many rows have their old value again. */
export function useUndo(applicationId: number): (changeIds: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (changeIds) => {
    try {
      let [restored, left] = [0, 0];
      for (const change_id of [...changeIds].reverse()) {
        const { results } = await undoChange({ application_id: applicationId, change_id });
        const done = results.filter(({ outcome }) => isDone(outcome)).length;
        restored += done;
        left += results.length - done;
      }
      showToast({
        intent: left === 0 ? 'success' : 'error',
        text: words.undone(restored),
        details: left === 0 ? [] : [words.notUndone(left)],
      });
    } catch (error) {
      showToast({ intent: 'error', text: messageOf(error) });
    }
    refreshSettings(client);
  };
}
