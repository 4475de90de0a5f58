import type { AutomationVerdict } from '@tapwise/contract/automation';
import { displayedInputs, type SettledTerm, type TermVerdict } from '@tapwise/domain';

const failures = { refused: 'failed', conflict: 'conflict', unknown: 'unknown' } as const;

/** What a filter decided about a search term, as answers show it. @param settled How its call ended, where one was made. */
export function termVerdictResponse(term: TermVerdict, settled: SettledTerm | undefined): AutomationVerdict {
  const { decision_id, key, term: keyword, inputs } = term;
  const stopped = settled?.outcome === 'skipped';
  const isFailure = settled !== undefined && settled.outcome in failures;
  return {
    decision_id,
    key,
    keyword,
    cap: null,
    old: null,
    computed: null,
    new: null,
    limited_by: null,
    caps: [],
    verdict: isFailure ? failures[settled.outcome as keyof typeof failures] : stopped ? 'skipped' : term.verdict,
    reason: stopped && settled.message === 'Stopped' ? 'stopped' : null,
    inputs: displayedInputs({ ...inputs, impression_share: null }),
    outcome: settled?.outcome ?? null,
    message: settled?.message ?? term.message,
  };
}
