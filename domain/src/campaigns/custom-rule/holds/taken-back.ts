import type { OwnChange } from '../evaluation/rule-memory.ts';
import type { SettingChange } from '../evaluation/setting-trail.ts';

/** Whether a value is the one before a rule's change, or past it. */
export function isSetBack({ from, to }: Pick<OwnChange, 'from' | 'to'>, value: SettingChange['to']): boolean {
  if (value === from) return true;
  if (typeof value !== 'number' || typeof from !== 'number' || typeof to !== 'number') return false;
  return to > from ? value < from : value > from;
}

/** Whether a change of one label undoes what the rule did to it before; other labels of the object say nothing about that. */
export const isTakenBackLabel = (
  { from, to }: Pick<SettingChange, 'from' | 'to'>,
  before: readonly SettingChange[],
  ruleId: number | null,
): boolean =>
  before.some(
    (change) => change.actor.kind === 'rule' && change.actor.id === ruleId && change.from === to && change.to === from,
  );
