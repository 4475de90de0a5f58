import type { ApplyChangeActivities } from '../apply-change/apply-change.activities.ts';
import type { ChangeDriver } from '../starter/start-changes.ts';

/** Carries changes out itself: intent, every call and every outcome are in the log, so it needs no other memory. */
export function changeFromLoop({ applyChange }: ApplyChangeActivities): ChangeDriver {
  return {
    name: 'loop',
    apply: async ({ change_id }) => {
      const step = await applyChange({ change_id });
      return step.done ? 'settled' : { again_seconds: step.again_seconds };
    },
  };
}
