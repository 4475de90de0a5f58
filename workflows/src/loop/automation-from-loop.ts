import type { RunAutomationActivities } from '../run-automation/run-automation.activities.ts';
import type { AutomationDriver } from '../starter/start-automations.ts';

/** Runs rules itself: what is due, and its progress, are in the log. */
export function automationFromLoop({ runAutomation }: RunAutomationActivities): AutomationDriver {
  return {
    run: async (input) => {
      const step = await runAutomation(input);
      return step.done ? 'settled' : { again_seconds: step.again_seconds };
    },
  };
}
