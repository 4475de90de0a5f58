import { sameValue } from '../../../../shared/same-value.ts';
import type { RuleCampaigns } from '../../scope/apply-to.ts';
import type { AlertRule, CustomRule } from '../custom-rule.ts';
import { windowKey } from '../windows.ts';

/** What a version of a rule holds. Its name, its notices and whether it is paused are no part of it. */
export interface RuleContent {
  readonly rule: CustomRule | AlertRule;
  readonly apply_to: RuleCampaigns;
}

/** Parts of a rule that an edit may touch. */
export type RulePart = keyof CustomRule | 'apply_to';

const parts: readonly RulePart[] = [
  'level',
  'claim_type',
  'apply_to',
  'scope',
  'cases',
  'schedule',
  'guards',
  'priority',
];

/** Parts in which two contents differ; the order in which sets are written is no difference, that of conditions is. */
export function editedParts(before: RuleContent, after: RuleContent): RulePart[] {
  const left = canonical(before);
  const right = canonical(after);
  return parts.filter((part) => !sameValue(left[part], right[part]));
}

/** Whether a version has to be made. */
export const isEdited = (before: RuleContent, after: RuleContent): boolean => editedParts(before, after).length > 0;

/** Whether an edit begins the cases again: what was done once, what people took back, and held runs are forgotten. Names are no part. */
export const isEditOfCases = (before: RuleContent, after: RuleContent): boolean =>
  editedParts(withoutNames(before), withoutNames(after)).includes('cases');

const withoutNames = ({ rule, apply_to }: RuleContent): RuleContent => ({
  rule: { ...rule, cases: rule.cases.map(({ name: _, ...ruleCase }) => ruleCase) },
  apply_to,
});

function canonical({ rule, apply_to }: RuleContent): Readonly<Record<RulePart, unknown>> {
  const { level, claim_type, scope, cases, schedule, guards, priority } = rule;
  return {
    level,
    claim_type,
    apply_to: sortedSets(apply_to),
    scope: sortedSets(scope),
    cases: plain(cases),
    schedule: sortedSets(schedule),
    guards: plain(guards),
    priority,
  };
}

/** Without fields that are not set, and with one text for each time range. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, part: unknown) =>
    name === 'window' && typeof part === 'string' ? windowKey(part) : part,
  );

/** Lists of numbers and texts in order, without repetition. */
const sortedSets = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) => {
    if (!Array.isArray(part)) return part;
    return [...new Set<number | string>(part)].sort((left, right) => (left < right ? -1 : 1));
  });
