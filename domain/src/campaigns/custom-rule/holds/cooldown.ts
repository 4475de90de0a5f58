import type { RuleCase, RuleGuards } from '../definition/custom-rule.ts';
import { longestDays, windowsOfCase } from '../definition/windows.ts';

const longestCooldown = 14;
const cooldownOfLife = 7;

/** For how many days a case leaves a field alone after it changed it: as long as its evidence, so that no figure is used twice. */
export function cooldownDays(ruleCase: RuleCase, { cooldown_days: days }: Pick<RuleGuards, 'cooldown_days'>): number {
  if (days !== null) return days;
  const windows = windowsOfCase(ruleCase);
  const longest = longestDays(windows);
  if (longest !== null) return Math.min(longest, longestCooldown);
  return windows.some((window) => window === 'life' || window === 'start') ? cooldownOfLife : 1;
}
