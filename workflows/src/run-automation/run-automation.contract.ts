import { defineProcess } from '../story/process.ts';
import type { RunAutomationActivities } from './run-automation.activities.ts';

/** A rule in one ad organization. What it has done, and what is due, is in the log. */
export interface RunAutomationInput {
  readonly automation_id: number;
  readonly org_id: number;
}

export const runAutomationProcess = defineProcess<RunAutomationInput, RunAutomationActivities>({
  name: 'runAutomation',
  id: ({ automation_id, org_id }) => `run-automation/${automation_id}.${org_id}`,
  activities: {
    runAutomation: {
      queue: 'writes',
      longestSeconds: 300,
      heartbeatSeconds: 5,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
  },
});
