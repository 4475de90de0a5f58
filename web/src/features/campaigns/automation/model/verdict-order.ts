import type { RuleVerdict } from '../api/automation-types.ts';
import { nearestCap } from './why.ts';

/** What was done and what went wrong before what was left alone. */
const ranks = [
  'raised',
  'negated',
  'failed',
  'conflict',
  'unknown',
  'blocked',
  'to_decide',
  'reached',
  'limited',
  'completed',
  'skipped',
];

/** Verdicts of a run, by outcome, then the ones nearest to a cap first, then by name. */
export function orderVerdicts(verdicts: readonly RuleVerdict[]): RuleVerdict[] {
  const used = (verdict: RuleVerdict) => {
    const near = nearestCap(verdict);
    return near === null || near.value === null ? 0 : near.value / near.limit;
  };
  const ranked = verdicts.map((verdict) => ({ verdict, rank: ranks.indexOf(verdict.verdict), used: used(verdict) }));
  return ranked
    .sort(
      (left, right) =>
        left.rank - right.rank || right.used - left.used || left.verdict.keyword.localeCompare(right.verdict.keyword),
    )
    .map(({ verdict }) => verdict);
}
