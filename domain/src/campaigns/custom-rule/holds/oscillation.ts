import type { SettingChange } from '../evaluation/setting-trail.ts';
import { daysAfter, type RuleDays } from './rule-days.ts';

/** So many turns within so many days hold a field for as many days. */
const turnsHeld = 3;
const oscillationDays = 14;

export const turnsText = (turns: number): string =>
  `Rules changed its direction ${turns} times in ${oscillationDays} days`;

/** Changes of a field by rules that went the other way than the one before. Oldest first. */
export function turnsOf(changes: readonly SettingChange[]): SettingChange[] {
  const byRules = changes.filter(({ actor, direction }) => actor.kind === 'rule' && direction !== 'none');
  return byRules.filter(({ direction }, index) => {
    const before = byRules[index - 1];
    return before !== undefined && before.direction !== direction;
  });
}

/**
 * Until when a field is left alone because rules turn it to and fro.
 * @param since 'Resume' was pressed then, and what was before does not count; milliseconds.
 * @returns `undefined` where it is not.
 */
export function oscillatingUntil(
  changes: readonly SettingChange[],
  clock: RuleDays,
  since = 0,
): { readonly until: number; readonly turns: number } | undefined {
  const turns = turnsOf(changes).filter(({ at }) => at > since);
  for (let index = turns.length - 1; index >= turnsHeld - 1; index -= 1) {
    const last = turns[index];
    if (last === undefined) continue;
    const counted = turns.slice(0, index + 1).filter(({ at }) => last.at < daysAfter(at, oscillationDays, clock));
    const until = daysAfter(last.at, oscillationDays, clock);
    if (counted.length >= turnsHeld && clock.asOf < until) return { until, turns: counted.length };
  }
  return undefined;
}
