import { longestWindow } from '../actions/plan-action.ts';
import { microsOf } from '../actions/wanted-amount.ts';
import { windowsOfRule } from '../definition/windows.ts';
import { daysAfter } from '../holds/rule-days.ts';
import { figureWindowKey } from '../numbers/figure-windows.ts';
import type { RuleWorld } from '../numbers/unit-view.ts';
import { withoutWrite } from './decide-unit.ts';
import type { EvaluatedDecision } from './rule-evaluation.ts';
import { hasMemory } from './rule-memory.ts';
import type { ActionName, UnitDecision } from './rule-verdict.ts';

/** Changes of search terms that one run may make. */
const mostOfRun: Partial<Record<ActionName, number>> = { add_keyword: 50, negative: 200 };

interface Budget {
  units: number;
  raised: number;
  readonly byAction: Map<ActionName, number>;
}

/** The limits of a run: units with most spend in the longest time range go first, ties by key; the rest waits. */
export function applyRunLimits(decisions: readonly EvaluatedDecision[], world: RuleWorld): EvaluatedDecision[] {
  const spendOf = spendOfUnits(world);
  const result = [...decisions];
  const wanting: { readonly index: number; readonly decision: EvaluatedDecision; readonly spend: number }[] = [];
  for (const [index, decision] of decisions.entries()) {
    if (decision.verdict === 'acted') wanting.push({ index, decision, spend: spendOf(decision.key) });
  }
  // The order of keys is that of the decisions; sorting keeps it.
  wanting.sort((left, right) => right.spend - left.spend);
  const used: Budget = { units: 0, raised: 0, byAction: new Map() };
  for (const { index, decision } of wanting) {
    const hit = limitHit(decision, used, world);
    if (hit === undefined) use(decision, used, world);
    else result[index] = limitedDecision(decision, hit);
  }
  return result;
}

/** What each unit spent in the longest time range of the rule; micros, 0 where it has none. */
export function spendOfUnits({ version, data }: Pick<RuleWorld, 'version' | 'data'>): (key: string) => number {
  const window = longestWindow(windowsOfRule(version.rule.cases));
  const figures = window === undefined ? undefined : data.figures.get(figureWindowKey(window, null));
  return (key) => figures?.units.get(key)?.sums.spend ?? 0;
}

interface LimitHit {
  readonly until: number | null;
  readonly message: string;
}

function use(decision: UnitDecision, used: Budget, world: RuleWorld): void {
  used.units += 1;
  used.raised += raisedBudget(decision);
  for (const action of writesOf(decision, world)) used.byAction.set(action, (used.byAction.get(action) ?? 0) + 1);
}

/** What a decision writes; a term that is bought may be blocked where it was found, too. */
function writesOf({ case: index, actions }: UnitDecision, { version }: RuleWorld): ActionName[] {
  const written = actions.filter(({ new: set }) => set !== null).map(({ do: action }) => action);
  const buys = version.rule.cases[index ?? -1]?.then.find((action) => action.do === 'add_keyword');
  return written.includes('add_keyword') && buys?.negate === true ? [...written, 'negative'] : written;
}

function limitHit(decision: UnitDecision, used: Budget, world: RuleWorld): LimitHit | undefined {
  const { version, data, memory } = world;
  const { guards } = version.rule;
  const nextRun = data.slot?.nextAt ?? null;
  const perRun = Math.min(guards.units_per_run, data.guardrails.rule_units.limit);
  if (used.units >= perRun) return { until: nextRun, message: `At most ${perRun} units a run` };
  for (const action of writesOf(decision, world)) {
    const most = mostOfRun[action] ?? Number.POSITIVE_INFINITY;
    if ((used.byAction.get(action) ?? 0) < most) continue;
    return {
      until: nextRun,
      message: `At most ${most} ${action === 'negative' ? 'negative keywords' : 'keywords'} a run`,
    };
  }
  if (!hasMemory(version)) return undefined;
  const tomorrow = daysAfter(data.asOf, 1, data);
  if (memory.today.units + used.units >= guards.units_per_day) {
    return { until: tomorrow, message: `At most ${guards.units_per_day} units a day` };
  }
  const raise = raisedBudget(decision);
  const most = guards.raise_per_day === null ? Number.POSITIVE_INFINITY : microsOf(guards.raise_per_day);
  if (raise > 0 && memory.today.raisedBudgets + used.raised + raise > most) {
    return { until: tomorrow, message: 'Daily budgets are raised by as much as a day allows' };
  }
  return undefined;
}

/** By how much a decision raises a daily budget; micros. */
export const raisedBudget = ({ actions }: Pick<UnitDecision, 'actions'>): number =>
  actions.reduce((sum, { do: action, old, new: set }) => {
    const isRaise = action === 'daily_budget' && typeof old === 'number' && typeof set === 'number' && set > old;
    return isRaise ? sum + set - old : sum;
  }, 0);

const limitedDecision = (decision: EvaluatedDecision, { until, message }: LimitHit): EvaluatedDecision => ({
  ...decision,
  verdict: 'limited',
  reason: 'limit',
  until,
  cooldown_days: null,
  actions: decision.actions.map(withoutWrite),
  note: message,
  oscillatesUntil: null,
});
