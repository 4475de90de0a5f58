import type { CustomRun } from '@tapwise/contract/custom-rule';
import type { CustomRunSummary } from '@tapwise/domain';
import { heldUntil } from './runs-of-custom-rule.ts';

/** A run as answers show it. */
export function customRunResponse(run: CustomRunSummary): CustomRun {
  const { run_id, slot, state, version, as_of, started_at, ended_at, message } = run;
  const { counts, days, joined, left, held, without_figures, change_ids } = run;
  return {
    run_id,
    slot,
    state,
    version,
    as_of,
    started_at,
    ended_at,
    change_id: change_ids[0] ?? null,
    message,
    counts,
    days,
    joined,
    left,
    held: held === null ? null : { ...held, until: new Date(heldUntil(run)).toISOString() },
    without_figures,
  };
}
