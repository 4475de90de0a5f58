import { defineProcess } from '../story/process.ts';
import type { ApplyChangeSetActivities } from './apply-change-set.activities.ts';

/** A change set with a scheduled time, or one that is being applied. Its progress is in the log. */
export interface ApplyChangeSetInput {
  readonly change_set_id: string;
}

export const applyChangeSetProcess = defineProcess<ApplyChangeSetInput, ApplyChangeSetActivities>({
  name: 'applyChangeSet',
  id: ({ change_set_id }) => `apply-change-set/${change_set_id}`,
  activities: {
    applyChangeSet: {
      queue: 'writes',
      longestSeconds: 900,
      heartbeatSeconds: 5,
      retry: { firstPauseSeconds: 1, longestPauseSeconds: 60 },
    },
  },
});
