/** An install the attribution service had no answer for yet. Its token stays in the log. */
export interface RetryAttributionInput {
  readonly application_id: number;
  readonly install_id: string;
}

/** Seconds before each further question: three soon, as the service advises, then ever less often. The last one repeats. */
export const retryPauses: readonly number[] = [5, 5, 5, 60, 300, 900, 3600];

/** Workflow id; an install is retried by one workflow, once. */
export const retryAttributionId = (applicationId: number, installId: string): string =>
  `retry-attribution/${applicationId}/${installId}`;
