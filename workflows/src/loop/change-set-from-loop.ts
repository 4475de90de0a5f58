import type { ApplyChangeSetActivities } from '../apply-change-set/apply-change-set.activities.ts';
import type { ChangeSetDriver } from '../starter/start-change-sets.ts';

/** Applies sets itself: what is due, and its progress, are in the log. */
export function changeSetFromLoop({ applyChangeSet }: ApplyChangeSetActivities): ChangeSetDriver {
  return {
    apply: async ({ change_set_id }) => {
      const step = await applyChangeSet({ change_set_id });
      return step.done ? 'settled' : { again_seconds: step.again_seconds };
    },
  };
}
