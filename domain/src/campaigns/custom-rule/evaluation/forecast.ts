import { addDays, hourMs } from '../../../shared/calendar/days.ts';
import { dayInZone, localTimeInZone, startOfDayInZone } from '../../../shared/calendar/zones.ts';
import { longestWindow } from '../actions/plan-action.ts';
import { windowsOfRule } from '../definition/windows.ts';
import { figureWindowKey, rangeLength } from '../numbers/figure-windows.ts';
import { ruleWorld } from '../numbers/unit-view.ts';
import { evaluateRule } from './evaluate-rule.ts';
import type { EvaluatedUnit, EvaluationData, UnitSettings } from './evaluation-data.ts';
import { rememberRun } from './remember-verdict.ts';
import type { EvaluatedVersion, RuleMemory } from './rule-memory.ts';
import type { ActionName, ActionVerdict, UnitDecision } from './rule-verdict.ts';

/**
 * What the changes of a run may cost a day, in micros of the settings' currency: of bids, their difference for each tap a day of the
 * longest time range; of daily budgets, their difference.
 */
export function exposureOf(
  decisions: readonly UnitDecision[],
  version: EvaluatedVersion,
  data: EvaluationData,
  memory: RuleMemory,
): number {
  const window = longestWindow(windowsOfRule(version.rule.cases));
  const key = window === undefined ? undefined : figureWindowKey(window, null);
  const ofWindow = key === undefined ? undefined : ruleWorld(version, data, memory).windows.get(key);
  // Mature days are the same for all units, but not by the calendar.
  const range = ofWindow?.range ?? ofWindow?.figures?.scope.days;
  const days = range === undefined ? 0 : rangeLength(range);
  let exposure = 0;
  for (const { key: unit, verdict, actions } of decisions) {
    if (verdict !== 'acted') continue;
    const taps = ofWindow?.figures?.units.get(unit)?.sums.taps ?? 0;
    for (const { do: action, old, new: set } of actions) {
      if (typeof old !== 'number' || typeof set !== 'number') continue;
      if (action === 'bid' && days > 0) exposure += ((set - old) * taps) / days;
      if (action === 'daily_budget') exposure += set - old;
    }
  }
  return Math.round(exposure);
}

/** Values of one unit on the days to come, today's run first; micros, statuses. */
export interface FrozenValues {
  readonly key: string;
  readonly values: readonly (number | string | null)[];
}

const frozenDays = 7;
const frozenUnits = 5;

/** What the first units that act would come to in a week if no number changed. The rule is evaluated again for each of the days. */
export function frozenValues(
  version: EvaluatedVersion,
  data: EvaluationData,
  memory: RuleMemory,
  decisions: readonly UnitDecision[],
): FrozenValues[] {
  const acted = decisions.filter(({ verdict, actions }) => verdict === 'acted' && actions.some(isValue));
  const keys = acted.slice(0, frozenUnits).map(({ key }) => key);
  const values = new Map(keys.map((key): [string, (number | string | null)[]] => [key, []]));
  let units = data.units.filter(({ key }) => values.has(key));
  let ofDay: RuleMemory = { units: memory.units, today: { units: 0, raisedBudgets: 0 } };
  for (let later = 0; later < frozenDays; later += 1) {
    const dayData = { ...data, ...laterBy(data, later), units };
    const evaluation = isRunDay(version, dayData) || later === 0 ? evaluateRule(version, dayData, ofDay) : undefined;
    const byKey = new Map(evaluation?.decisions.map((decision) => [decision.key, decision]));
    const day = dayInZone(dayData.asOf, data.zone);
    ofDay = rememberRun(ofDay, evaluation?.decisions ?? [], { at: dayData.asOf, day, cases: version.rule.cases });
    ofDay = { units: ofDay.units, today: { units: 0, raisedBudgets: 0 } };
    units = units.map((unit) => {
      const decision = byKey.get(unit.key);
      const after = decision?.verdict === 'acted' ? unitAfter(unit, decision.actions) : unit;
      values.get(unit.key)?.push(amountOf(after, acted.find(({ key }) => key === unit.key)?.actions ?? []));
      return after;
    });
  }
  return keys.map((key) => ({ key, values: values.get(key) ?? [] }));
}

const isValue = ({ new: set, do: action }: ActionVerdict): boolean => set !== null && action in settingOf;

const settingOf: Partial<Record<ActionName, keyof UnitSettings | 'status'>> = {
  bid: 'cptBid',
  cpa_goal: 'cpaGoal',
  target_cpa: 'targetCpa',
  daily_budget: 'dailyCap',
  status: 'status',
};

function amountOf(unit: EvaluatedUnit, actions: readonly ActionVerdict[]): number | string | null {
  const name = settingOf[actions.find(isValue)?.do ?? 'notify'];
  if (name === undefined) return null;
  return name === 'status' ? unit.status : unit.settings[name];
}

function unitAfter(unit: EvaluatedUnit, actions: readonly ActionVerdict[]): EvaluatedUnit {
  let { settings, status } = unit;
  for (const { do: action, new: set } of actions) {
    const name = settingOf[action];
    if (name === 'status' && (set === 'PAUSED' || set === 'ENABLED')) status = set;
    else if (name !== undefined && name !== 'status' && typeof set === 'number')
      settings = { ...settings, [name]: set };
  }
  return { ...unit, settings, status };
}

/** The same local time so many days later, whatever clocks do in between. */
function laterBy(
  { asOf, zone, hourMs: hour, slot }: EvaluationData,
  days: number,
): Pick<EvaluationData, 'asOf' | 'slot'> {
  if (days === 0) return { asOf, slot };
  if (hour !== hourMs) return { asOf: asOf + days * 24 * hour, slot: null };
  const today = dayInZone(asOf, zone);
  const sinceMidnight = asOf - startOfDayInZone(today, zone);
  return { asOf: startOfDayInZone(addDays(today, days), zone) + sinceMidnight, slot: null };
}

function isRunDay({ rule }: EvaluatedVersion, { asOf, zone }: Pick<EvaluationData, 'asOf' | 'zone'>): boolean {
  const weekday = new Date(`${localTimeInZone(asOf, zone)}Z`).getUTCDay();
  return rule.schedule.weekdays.includes(weekday === 0 ? 7 : weekday);
}
