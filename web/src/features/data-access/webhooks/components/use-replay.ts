import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../../shared/server/http/api-error.ts';
import { showToast } from '../../../../shared/ui/toasts/toasts.ts';
import { deliveriesKey, type ReplayWish, replay } from '../api/webhook-calls.ts';
import { webhookMessages as words } from '../messages.ts';

/** Attempts follow the call: the list is asked again so long after it, in milliseconds. */
const lookAgainMs = [1_000, 3_000, 8_000];

/** Sends deliveries again and says how many there are; their outcome is shown as it comes. */
export function useReplay(applicationId: number) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const look = () => void client.invalidateQueries({ queryKey: deliveriesKey(applicationId) });
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
        if (count > 0) for (const pause of lookAgainMs) setTimeout(look, pause);
      } catch (error) {
        showToast({ intent: 'error', text: messageOf(error) });
      } finally {
        setBusy(false);
        look();
      }
    },
  };
}
