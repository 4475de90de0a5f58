import { defineProcess, recordOptions } from '../../story/process.ts';

/** One alert that a person wrote. */
export interface WatchOwnAlertInput {
  readonly alert_id: number;
}

export interface WatchOwnAlertActivities {
  /**
   * Evaluates the alert if one of its slots has come, and records what that brings about.
   * @returns how long nothing more is due; `null`: the alert is off or deleted.
   */
  evaluateOwnAlert(input: WatchOwnAlertInput): Promise<{ readonly pause_seconds: number | null }>;
}

export const watchOwnAlertProcess = defineProcess<WatchOwnAlertInput, WatchOwnAlertActivities>({
  name: 'watchOwnAlert',
  id: ({ alert_id }) => `watch-own-alert/${alert_id}`,
  activities: { evaluateOwnAlert: { ...recordOptions, longestSeconds: 300 } },
});
