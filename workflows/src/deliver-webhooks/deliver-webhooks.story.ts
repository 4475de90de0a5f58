import type { Steps } from '../story/steps.ts';
import type { DeliverWebhooksActivities } from './deliver-webhooks.activities.ts';
import type { DeliverWebhooksInput } from './deliver-webhooks.contract.ts';

/** Posts what waits for one endpoint until nothing does. Woken when something new waits. */
export async function deliverWebhooks(
  { call, untilWoken, continueWith }: Steps<DeliverWebhooksInput, DeliverWebhooksActivities>,
  endpoint: DeliverWebhooksInput,
): Promise<void> {
  for (;;) {
    const queue = await call.deliverWebhooks(endpoint);
    const woken = await untilWoken(queue.done ? 0 : queue.again_seconds);
    if (queue.done && !woken) return;
    await continueWith(endpoint);
  }
}
