import type { Day } from '../../../shared/calendar/days.ts';
import type { OwnChange, RuleMemory, RuleUnitMemory } from './rule-memory.ts';
import type { UnitDecision } from './rule-verdict.ts';
import { raisedBudget } from './run-limits.ts';
import type { RuleField } from './setting-trail.ts';

const newUnit = (joined: Day): RuleUnitMemory => ({ joined, last: {}, done: [], released: [], resumed: {} });

/** What a rule remembers of a unit after a verdict that changed it. @param at Milliseconds. */
export function rememberVerdict(
  memory: RuleUnitMemory | undefined,
  verdict: UnitDecision,
  { at, day, once }: { readonly at: number; readonly day: Day; readonly once: boolean },
): RuleUnitMemory {
  const unit = memory ?? newUnit(day);
  if (verdict.verdict !== 'acted') return unit;
  const last: Partial<Record<RuleField, OwnChange>> = { ...unit.last };
  for (const { field, old, new: set } of verdict.actions) {
    if (field !== null && set !== null) last[field] = { at, from: old, to: set };
  }
  const index = verdict.case ?? -1;
  const done = once && !unit.done.includes(index) ? [...unit.done, index] : unit.done;
  return { ...unit, last, done };
}

/** What a rule remembers after a run whose changes happened, or are to count as if they had. */
export function rememberRun(
  memory: RuleMemory,
  verdicts: readonly UnitDecision[],
  { at, day, cases }: { readonly at: number; readonly day: Day; readonly cases: readonly { readonly once: boolean }[] },
): RuleMemory {
  const units = new Map(memory.units);
  let changed = 0;
  let raisedBudgets = 0;
  for (const verdict of verdicts) {
    const once = cases[verdict.case ?? -1]?.once === true;
    units.set(verdict.key, rememberVerdict(units.get(verdict.key), verdict, { at, day, once }));
    if (verdict.verdict !== 'acted') continue;
    changed += 1;
    raisedBudgets += raisedBudget(verdict);
  }
  const { today } = memory;
  return { units, today: { units: today.units + changed, raisedBudgets: today.raisedBudgets + raisedBudgets } };
}
