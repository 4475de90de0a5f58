import { longestWindow } from '../actions/plan-action.ts';
import { microsOf } from '../actions/wanted-amount.ts';
import { windowsOfRule } from '../definition/windows.ts';
import { daysAfter } from '../holds/rule-days.ts';
import { figureWindowKey } from '../numbers/figure-windows.ts';
import type { RuleWorld } from '../numbers/unit-view.ts';
import { sentenceOf } from '../why/sentences.ts';
import { withoutWrite } from './decide-unit.ts';
import { hasMemory } from './rule-memory.ts';
import type { ActionName, RuleVerdict } from './rule-verdict.ts';

/** Changes of search terms that one run may make. */
const mostOfRun: Partial<Record<ActionName, number>> = { add_keyword: 50, negative: 200 };

interface Budget {
  units: number;
  raised: number;
  readonly byAction: Map<ActionName, number>;
}

/** The limits of a run: units with most spend in the longest time range go first, ties by key; the rest waits. */
export function applyRunLimits(verdicts: readonly RuleVerdict[], world: RuleWorld): RuleVerdict[] {
  const wanting = verdicts.filter(({ verdict }) => verdict === 'acted');
  const spend = spendOfUnits(world);
  // The order of keys is that of the verdicts; sorting keeps it.
  const ordered = [...wanting].sort((left, right) => spend(right.key) - spend(left.key));
  const used: Budget = { units: 0, raised: 0, byAction: new Map() };
  const limited = new Map<string, RuleVerdict>();
  for (const verdict of ordered) {
    const hit = limitHit(verdict, used, world);
    if (hit === undefined) use(verdict, used, world);
    else limited.set(verdict.key, limitedVerdict(verdict, hit, world));
  }
  return limited.size === 0 ? [...verdicts] : verdicts.map((verdict) => limited.get(verdict.key) ?? verdict);
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

function use(verdict: RuleVerdict, used: Budget, world: RuleWorld): void {
  used.units += 1;
  used.raised += raisedBudget(verdict);
  for (const action of writesOf(verdict, world)) used.byAction.set(action, (used.byAction.get(action) ?? 0) + 1);
}

/** What a verdict writes; a term that is bought may be blocked where it was found, too. */
function writesOf({ case: index, actions }: RuleVerdict, { version }: RuleWorld): ActionName[] {
  const written = actions.filter(({ new: set }) => set !== null).map(({ do: action }) => action);
  const buys = version.rule.cases[index ?? -1]?.then.find((action) => action.do === 'add_keyword');
  return written.includes('add_keyword') && buys?.negate === true ? [...written, 'negative'] : written;
}

function limitHit(verdict: RuleVerdict, used: Budget, world: RuleWorld): LimitHit | undefined {
  const { version, data, memory } = world;
  const { guards } = version.rule;
  const nextRun = data.slot?.nextAt ?? null;
  const perRun = Math.min(guards.units_per_run, data.guardrails.rule_units.limit);
  if (used.units >= perRun) return { until: nextRun, message: `At most ${perRun} units a run` };
  for (const action of writesOf(verdict, world)) {
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
  const raise = raisedBudget(verdict);
  const most = guards.raise_per_day === null ? Number.POSITIVE_INFINITY : microsOf(guards.raise_per_day);
  if (raise > 0 && memory.today.raisedBudgets + used.raised + raise > most) {
    return { until: tomorrow, message: 'Daily budgets are raised by as much as a day allows' };
  }
  return undefined;
}

/** By how much a verdict raises a daily budget; micros. */
export const raisedBudget = ({ actions }: Pick<RuleVerdict, 'actions'>): number =>
  actions.reduce((sum, { do: action, old, new: set }) => {
    const isRaise = action === 'daily_budget' && typeof old === 'number' && typeof set === 'number' && set > old;
    return isRaise ? sum + set - old : sum;
  }, 0);

function limitedVerdict(verdict: RuleVerdict, { until, message }: LimitHit, { data }: RuleWorld): RuleVerdict {
  const limited = {
    ...verdict,
    verdict: 'limited' as const,
    reason: 'limit' as const,
    until,
    cooldown_days: null,
    actions: verdict.actions.map(withoutWrite),
    message,
  };
  return { ...limited, sentence: sentenceOf({ ...limited, cause: null, currency: data.currency.settings }) };
}
