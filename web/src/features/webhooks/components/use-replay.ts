import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../shared/http/api-error.ts';
import { showToast } from '../../../shared/ui/toasts/toasts.ts';
import { deliveriesKey, type ReplayWish, replay } from '../api/webhook-calls.ts';
import { webhookMessages as words } from '../messages.ts';

/** Sends deliveries again and says how many there are. */
export function useReplay(applicationId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  return {
    busy,
    send: async (wish: ReplayWish): Promise<void> => {
      setBusy(true);
      try {
        const count = await replay(applicationId, wish);
        showToast(
          count === 0
            ? { intent: 'info', text: words.nothingReplayed }
            : { intent: 'success', text: words.replayed(count) },
        );
      } catch (error) {
        showToast({ intent: 'error', text: messageOf(error) });
      } finally {
        setBusy(false);
        void client.invalidateQueries({ queryKey: deliveriesKey(applicationId) });
      }
    },
  };
}
