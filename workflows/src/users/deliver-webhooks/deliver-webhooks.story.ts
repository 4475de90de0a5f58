import type { Steps } from '../../story/steps.ts';
import type { DeliverWebhooksActivities, DeliverWebhooksInput } from './deliver-webhooks.contract.ts';

/**
 * Posts what waits for one endpoint until nothing does: what is due is posted and recorded, then it waits until the next is due. Woken
 * when something new was queued. One activity posts thousands in a second; each of them has its own attempts in the log.
 */
export async function deliverWebhooks(
  { call, untilWoken, continueWith }: Steps<DeliverWebhooksInput, DeliverWebhooksActivities>,
  endpoint: DeliverWebhooksInput,
): Promise<void> {
  for (;;) {
    const { pause_seconds } = await call.postDueDeliveries(endpoint);
    const isWoken = await untilWoken(pause_seconds ?? 0);
    if (pause_seconds === null && !isWoken) return;
    await continueWith(endpoint);
  }
}
