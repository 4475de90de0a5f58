import type { Change } from '@tapwise/contract';

/** Changes of a rule on one day: those that raised or started something, and those that lowered or stopped something. */
export interface DayOfChanges {
  readonly day: string;
  readonly raised: number;
  readonly lowered: number;
}

/**
 * What goes neither up nor down, such as a label, is not counted.
 * @param changes Of rules, in any order. @param isOfRule Whether the one who changed something is the rule. @param days Every day that is shown, the earliest first.
 */
export function daysOfChanges(
  changes: readonly Change[],
  isOfRule: (actor: string) => boolean,
  days: readonly string[],
): DayOfChanges[] {
  const made = changes.filter(({ actor, outcome }) => isOfRule(actor) && outcome === 'changed');
  return days.map((day) => {
    const directions = made.filter((change) => change.day === day).map(directionOf);
    const count = (wanted: 'up' | 'down') => directions.filter((direction) => direction === wanted).length;
    return { day, raised: count('up'), lowered: count('down') };
  });
}

function directionOf({ field, old, new: next }: Change): 'up' | 'down' | null {
  if (field === 'status') return next === 'PAUSED' ? 'down' : 'up';
  if (typeof old !== 'number' || typeof next !== 'number' || next === old) return null;
  return next < old ? 'down' : 'up';
}
