import type { Change } from '@tapwise/contract';

/** Changes of a rule on one day: those that raised something, and those that lowered or stopped something. */
export interface DayOfChanges {
  readonly day: string;
  readonly raised: number;
  readonly lowered: number;
}

/** @param changes Of rules, in any order. @param isOfRule Whether the one who changed something is the rule. @param days Every day that is shown, the earliest first. */
export function daysOfChanges(
  changes: readonly Change[],
  isOfRule: (actor: string) => boolean,
  days: readonly string[],
): DayOfChanges[] {
  const made = changes.filter(({ actor, outcome }) => isOfRule(actor) && outcome === 'changed');
  return days.map((day) => {
    const ofDay = made.filter((change) => change.day === day);
    const lowered = ofDay.filter(isLower).length;
    return { day, raised: ofDay.length - lowered, lowered };
  });
}

const isLower = ({ old, new: next }: Change): boolean =>
  typeof old === 'number' && typeof next === 'number' ? next < old : next === 'PAUSED';
