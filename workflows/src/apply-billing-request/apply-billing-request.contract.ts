import { defineProcess } from '../story/process.ts';
import type { ApplyBillingRequestActivities } from './apply-billing-request.activities.ts';

/** Something an admin asked the payment provider for. Its content and end are in the log. */
export interface ApplyBillingRequestInput {
  readonly request_id: string;
}

export const applyBillingRequestProcess = defineProcess<ApplyBillingRequestInput, ApplyBillingRequestActivities>({
  name: 'applyBillingRequest',
  id: ({ request_id }) => `billing-request/${request_id}`,
  activities: {
    carryOutRequest: {
      queue: 'records',
      longestSeconds: 60,
      retry: { firstPauseSeconds: 2, longestPauseSeconds: 2 },
    },
  },
});
