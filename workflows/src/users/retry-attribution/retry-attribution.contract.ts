import { defineProcess } from '../../story/process.ts';

/** An install the attribution service had no answer for yet. Its token stays in the log. */
export interface RetryAttributionInput {
  readonly application_id: number;
  readonly install_id: string;
}
export interface RetryAttributionActivities {
  /** Asks once and records an answer. `seconds_left` until the question is given up. */
  askForAttribution(
    install: RetryAttributionInput,
  ): Promise<{ settled: true } | { settled: false; seconds_left: number }>;
}

/** Seconds after each question: three soon, as the service advises, then ever less often. The last one repeats. */
export const retryPauses: readonly number[] = [5, 5, 5, 60, 300, 900, 3600];

export const retryAttributionProcess = defineProcess<RetryAttributionInput, RetryAttributionActivities>({
  name: 'retryAttribution',
  id: ({ application_id, install_id }) => `retry-attribution/${application_id}/${install_id}`,
  activities: {
    askForAttribution: {
      queue: 'records',
      longestSeconds: 60,
      retry: { firstPauseSeconds: 5, longestPauseSeconds: 300 },
    },
  },
});
