import { defineProcess } from '../story/process.ts';
import type { ApplyChangeActivities } from './apply-change.activities.ts';

/** A change that was asked for. Its content and progress are in the log. */
export interface ApplyChangeInput {
  readonly change_id: string;
  /** Earlier changes in its campaigns that were not settled when it was begun; settings that they wait for are left to them. */
  readonly beside?: readonly string[];
}

export const applyChangeProcess = defineProcess<ApplyChangeInput, ApplyChangeActivities>({
  name: 'applyChange',
  id: ({ change_id }) => `apply-change/${change_id}`,
  activities: {
    applyChange: {
      queue: 'writes',
      longestSeconds: 900,
      heartbeatSeconds: 5,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
  },
});
