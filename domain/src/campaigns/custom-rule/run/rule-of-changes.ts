import type { CustomRule, RuleCase } from '../definition/custom-rule.ts';
import type { RuleField } from '../evaluation/setting-trail.ts';
import { cooldownDays } from '../holds/cooldown.ts';
import { fieldOfAction } from '../numbers/figure-windows.ts';
import type { ExistingCustomRule } from '../rule/existing-custom-rule.ts';
import type { RuleOfChange } from '../trail/setting-trail-of.ts';
import type { CustomRuns } from './custom-runs.ts';

/** Which rules changed settings in an ad organization, and their cool-downs. Those that are in no list are of a fixed type. */
export function ruleOfChanges(
  rules: ReadonlyMap<number, Pick<ExistingCustomRule, 'rule' | 'versions'>>,
  { organizations }: Pick<CustomRuns, 'organizations'>,
  orgId: number,
): RuleOfChange {
  return ({ id, version, slot }, key, field) => {
    const rule = rules.get(id);
    if (rule === undefined) return { custom: false, cooldownDays: 0 };
    const last = organizations.get(`${id}.${orgId}`)?.live.units.get(key)?.last[field];
    if (last?.slot === slot) return { custom: true, cooldownDays: last.cooldownDays };
    const ran = rule.versions.find((candidate) => candidate.version === version)?.rule ?? rule.rule;
    return { custom: true, cooldownDays: longestCooldown(ran, field) };
  };
}

/** Which case made an older change is not remembered: the longest cool-down of those that write the field. */
function longestCooldown({ cases, guards }: Pick<CustomRule, 'cases' | 'guards'>, field: RuleField): number {
  const writes = ({ then }: RuleCase): boolean => then.some((action) => fieldOfAction(action) === field);
  return Math.max(1, ...cases.filter(writes).map((ruleCase) => cooldownDays(ruleCase, guards)));
}
