import type { Day } from '../../../../shared/calendar/days.ts';
import { dayInZone } from '../../../../shared/calendar/zones.ts';
import type { RuleDays } from '../../holds/rule-days.ts';
import { type ActedUnit, noChanges, rememberChanges } from '../../run/changed-units.ts';
import { type RememberingRule, ruleMemoryOf } from '../../run/rule-memory-of.ts';
import type { RuleEvaluation } from '../rule-evaluation.ts';
import type { RuleMemory } from '../rule-memory.ts';
import type { UnitDecision } from '../rule-verdict.ts';

/** What a rule remembers of runs that are tried one after another, as if their changes had happened: cool-downs and limits run along. */
export interface SuggestedRuns {
  /** Day from which each unit has been under the rule, by key. */
  readonly joined: ReadonlyMap<string, Day>;
  /** @param resumed When units had been resumed by then, by key; ISO 8601. */
  memoryAt(clock: RuleDays, resumed: RememberingRule['resumed']): RuleMemory;
  /** A run that is held changes nothing. */
  remember(evaluation: RuleEvaluation, run: { readonly slot: string } & RuleDays): void;
}

export function createSuggestedRuns(rule: Pick<RememberingRule, 'rule' | 'casesSince'>): SuggestedRuns {
  const joined = new Map<string, Day>();
  const changes = noChanges();
  return {
    joined,
    memoryAt: (clock, resumed) =>
      ruleMemoryOf({ ...rule, mode: 'shadow', resumed }, { joined, shadow: changes, live: noChanges() }, clock),
    remember: ({ decisions, held }, { slot, ...clock }) => {
      const day = dayInZone(clock.asOf, clock.zone);
      const keys = new Set(decisions.map(({ key }) => key));
      for (const key of keys) if (!joined.has(key)) joined.set(key, day);
      for (const key of joined.keys()) if (!keys.has(key)) joined.delete(key);
      if (held === null) rememberChanges(changes, decisions.flatMap(actedUnit), { at: clock.asOf, slot });
    },
  };
}

const actedUnit = ({ verdict, key, case: index, cooldown_days: cooldownDays, actions }: UnitDecision): ActedUnit[] =>
  verdict === 'acted' ? [{ key, case: index ?? 0, cooldownDays: cooldownDays ?? 1, actions }] : [];
