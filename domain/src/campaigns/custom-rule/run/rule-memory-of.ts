import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { CustomRule } from '../definition/custom-rule.ts';
import type { RuleMemory, RuleUnitMemory } from '../evaluation/rule-memory.ts';
import { ruleFields } from '../evaluation/setting-trail.ts';
import { isWithinDays, type RuleDays } from '../holds/rule-days.ts';
import type { ChangedUnit } from './changed-units.ts';
import type { RunsInOrganization } from './custom-runs.ts';

/** What a rule remembers follows from. */
export interface RememberingRule {
  readonly mode: 'live' | 'shadow';
  readonly rule: Pick<CustomRule, 'cases'>;
  /** ISO 8601. */
  readonly casesSince: string;
  /** When 'Resume' was pressed, by key of the unit; ISO 8601. */
  readonly resumed: Readonly<Record<string, string>>;
}

const nothing: ChangedUnit = { last: {}, cases: {} };

/** What a rule remembers at a run in an organization. In shadow it remembers what it would have changed. */
export function ruleMemoryOf(
  { mode, rule, casesSince, resumed }: RememberingRule,
  inOrganization: Pick<RunsInOrganization, 'joined' | 'live' | 'shadow'> | undefined,
  clock: RuleDays,
): RuleMemory {
  if (inOrganization === undefined) return { units: new Map(), today: { units: 0, raisedBudgets: 0 } };
  const changes = inOrganization[mode];
  const since = Date.parse(casesSince);
  const today = dayInZone(clock.asOf, clock.zone);
  const units = new Map<string, RuleUnitMemory>();
  // A unit that left may come back: its cool-down, and what it was changed once, are not over by that.
  const keys = new Set([...inOrganization.joined.keys(), ...changes.units.keys(), ...Object.keys(resumed)]);
  for (const key of keys) {
    const { last, cases } = changes.units.get(key) ?? nothing;
    units.set(key, {
      joined: inOrganization.joined.get(key) ?? today,
      last,
      done: rule.cases.flatMap((_, index) => ((cases[index] ?? Number.NEGATIVE_INFINITY) >= since ? [index] : [])),
      // What a person took back is in the trail of the unit.
      released: [],
      resumed: resumedFields(resumed[key]),
    });
  }
  const runsToday = changes.runs.filter(({ at }) => isWithinDays(at, 1, clock));
  return {
    units,
    today: {
      units: runsToday.reduce((sum, run) => sum + run.units, 0),
      raisedBudgets: runsToday.reduce((sum, run) => sum + run.raisedBudgets, 0),
    },
  };
}

/** A unit is resumed as a whole. */
function resumedFields(at: string | undefined): RuleUnitMemory['resumed'] {
  if (at === undefined) return {};
  const ms = Date.parse(at);
  return Object.fromEntries(ruleFields.map((field) => [field, ms]));
}
