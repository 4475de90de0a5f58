import { condition, continueAsNew, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import { deliveryQueue } from '../task-queues.ts';
import type { DeliverWebhooksActivities } from './deliver-webhooks.activities.ts';
import { type DeliverWebhooksInput, deliveryWaits } from './deliver-webhooks.contract.ts';

const { deliverWebhooks } = proxyActivities<DeliverWebhooksActivities>({
  taskQueue: deliveryQueue,
  startToCloseTimeout: '15 minutes',
  // A worker that died is noticed after this long; what it posted without recording it is posted again, with the same id.
  heartbeatTimeout: '10 seconds',
  retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** Rounds in one run, so that its history stays short. */
const roundsInRun = 100;

/** Posts what waits for one endpoint until nothing does. Its progress is in the log. */
export async function deliverWebhooksWorkflow(input: DeliverWebhooksInput): Promise<void> {
  let woken = false;
  setHandler(defineSignal(deliveryWaits), () => {
    woken = true;
  });
  for (let round = 0; round < roundsInRun; round += 1) {
    woken = false;
    const end = await deliverWebhooks(input);
    if (end.done && !woken) return;
    if (!end.done) await condition(() => woken, Math.ceil(end.again_seconds * 1000));
  }
  await continueAsNew<typeof deliverWebhooksWorkflow>(input);
}
