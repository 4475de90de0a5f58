import type { Steps } from '../../story/steps.ts';
import type { WatchOwnAlertActivities, WatchOwnAlertInput } from './watch-own-alert.contract.ts';

/** Evaluates an alert that a person wrote at its hours, as long as it is on. */
export async function watchOwnAlert(
  { call, untilWoken, continueWith }: Steps<WatchOwnAlertInput, WatchOwnAlertActivities>,
  input: WatchOwnAlertInput,
): Promise<void> {
  for (;;) {
    const { pause_seconds } = await call.evaluateOwnAlert(input);
    if (pause_seconds === null) return;
    await untilWoken(pause_seconds);
    await continueWith(input);
  }
}
