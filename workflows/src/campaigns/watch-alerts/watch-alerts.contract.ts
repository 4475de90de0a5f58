import { defineProcess, recordOptions } from '../../story/process.ts';

/** The alerts of one application. */
export interface WatchAlertsInput {
  readonly application_id: number;
}

export interface WatchAlertsActivities {
  /** Evaluates what is due of the application's alerts and records what it brings about. @returns how long nothing more is due. */
  evaluateAlerts(input: WatchAlertsInput): Promise<{ readonly pause_seconds: number }>;
}

export const watchAlertsProcess = defineProcess<WatchAlertsInput, WatchAlertsActivities>({
  name: 'watchAlerts',
  id: ({ application_id }) => `watch-alerts/${application_id}`,
  activities: { evaluateAlerts: { ...recordOptions, longestSeconds: 300 } },
});
