import { runName } from '../../automation/run/log-lines.ts';
import type { RuleLevel } from '../definition/custom-rule.ts';
import type { RuleEvaluation } from '../evaluation/rule-evaluation.ts';
import type { RuleCounts } from '../evaluation/rule-verdict.ts';
import { wholePercent } from './words.ts';

const levelNouns: Readonly<Record<RuleLevel, string>> = {
  campaign: 'campaigns',
  ad_group: 'ad groups',
  keyword: 'keywords',
  search_term: 'search terms',
};

/** 'Run of 09:00: 84 keywords checked, 12 changed …'. A run by hand has no hour. @param slot Id of the slot. */
export function runLine(counts: RuleCounts, level: RuleLevel, slot: string): string {
  const run = runName(slot);
  const { checked, acted, no_match, no_data, on_hold, failed } = counts;
  return `${run}: ${checked} ${levelNouns[level]} checked, ${acted} changed, ${no_match} not matched, ${no_data} no data, ${on_hold} on hold, ${failed} failed`;
}

/** What is told of a run that would change too many units. */
export const heldText = (
  { would, judged }: NonNullable<RuleEvaluation['held']>,
  level: RuleLevel,
  maxShare: number,
): string =>
  `Would change ${would} of ${judged} ${levelNouns[level]}, more than ${wholePercent(maxShare)}. Look at it first.`;
