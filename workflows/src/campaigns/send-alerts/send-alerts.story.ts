import type { Steps } from '../../story/steps.ts';
import type { SendAlertsActivities, SendAlertsInput } from './send-alerts.contract.ts';

/** Sends what waits for one channel, one message after another, until nothing does. Woken when there may be more. */
export async function sendAlerts(
  { call, untilWoken, continueWith }: Steps<SendAlertsInput, SendAlertsActivities>,
  channel: SendAlertsInput,
): Promise<void> {
  for (;;) {
    const { pause_seconds } = await call.sendNextMessage(channel);
    const isWoken = await untilWoken(pause_seconds ?? 0);
    if (pause_seconds === null && !isWoken) return;
    await continueWith(channel);
  }
}
