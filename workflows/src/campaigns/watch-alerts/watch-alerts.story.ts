import type { Steps } from '../../story/steps.ts';
import type { WatchAlertsActivities, WatchAlertsInput } from './watch-alerts.contract.ts';

/** Evaluates the alerts of an application every full hour, and those whose source reports something when it does. */
export async function watchAlerts(
  { call, untilWoken, continueWith }: Steps<WatchAlertsInput, WatchAlertsActivities>,
  input: WatchAlertsInput,
): Promise<void> {
  for (;;) {
    const { pause_seconds } = await call.evaluateAlerts(input);
    await untilWoken(pause_seconds);
    await continueWith(input);
  }
}
