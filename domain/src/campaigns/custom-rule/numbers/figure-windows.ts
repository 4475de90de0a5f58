import type { DayRange } from '../../../shared/calendar/days.ts';
import { addDays, type Day, daysBetween } from '../../../shared/calendar/days.ts';
import { dayInZone } from '../../../shared/calendar/zones.ts';
import type { AlertRule, RuleCase } from '../definition/custom-rule.ts';
import type { RuleAction } from '../definition/rule-actions.ts';
import { type ClosedCohortDays, closedCohortDays, quantitiesOf, type RuleMetric } from '../definition/rule-metrics.ts';
import { parseWindow, type RuleWindow, testsOf, windowKey, windowsOfCase } from '../definition/windows.ts';
import type { EvaluatedUnit, EvaluationData, SourceDays } from '../evaluation/evaluation-data.ts';
import type { RuleUnitMemory } from '../evaluation/rule-memory.ts';
import type { RuleField } from '../evaluation/setting-trail.ts';
import { runDayOf } from './complete-days.ts';

/** Key of the last seven days whose impression shares are known, which a figure asks for without a time range. */
export const shareWeek = 'share_week';

/** A time range whose figures a rule is evaluated on. */
export interface FigureWindow {
  /** By which `EvaluationData.figures` has it. */
  readonly key: string;
  readonly window: RuleWindow;
  /** Of `change`: the field whose last change begins the range. */
  readonly field: RuleField | null;
}

const fieldsOfActions: Readonly<Record<RuleAction['do'], RuleField | null>> = {
  bid: 'cpt_bid',
  cpa_goal: 'cpa_goal',
  target_cpa: 'target_cpa',
  daily_budget: 'daily_cap',
  status: 'status',
  label: 'label',
  add_keyword: 'keyword',
  negative: 'negative',
  notify: null,
};

/** The field that an action writes; `null`: none. */
export const fieldOfAction = (action: RuleAction): RuleField | null => fieldsOfActions[action.do];

/** The field whose last change counts for a case: that of its first action which writes. */
export const fieldOfCase = ({ then }: Pick<RuleCase, 'then'>): RuleField | null =>
  then.map(fieldOfAction).find((field) => field !== null) ?? null;

/** The key of a time range in a case that writes a field. */
export const figureWindowKey = (window: string, field: RuleField | null): string =>
  window === 'change' ? `change:${field}` : windowKey(window);

/** Every time range of a rule, once, in written order. */
export function figureWindows({ cases, level }: Pick<AlertRule, 'cases' | 'level'>): FigureWindow[] {
  const windows = new Map<string, FigureWindow>();
  for (const ruleCase of cases) {
    const field = fieldOfCase(ruleCase);
    for (const text of windowsOfCase(ruleCase)) {
      const window = parseWindow(text);
      const key = figureWindowKey(text, field);
      windows.set(key, { key, window, field: window.kind === 'change' ? field : null });
    }
    const metrics = testsOf(ruleCase.when).flatMap(({ metric, than }) => [metric, than?.metric]);
    if (level !== 'search_term' && metrics.includes('7d_impression_share')) {
      windows.set(shareWeek, { key: shareWeek, window: { kind: 'days', days: 7, shift: 0 }, field: null });
    }
  }
  return [...windows.values()];
}

/** Days of a whole life, at most. */
export const lifeDays = 730;
/** The ad service's own sums of a search term reach back so far. */
const termLifeDays = 365;

/** What the days of a time range follow from. */
export interface WindowScope {
  readonly days: SourceDays;
  readonly asOf: number;
  readonly zone: string;
  readonly level: AlertRule['level'];
  /** As in `EvaluationData`. */
  readonly lifeFrom: Day | null;
}

/**
 * The days of a time range that are the same for all units. Figures of impression shares have days of their own.
 * @returns `null` where units have ranges of their own, and where no day is complete.
 */
export function sharedRange(window: RuleWindow, scope: WindowScope, ofShares = false): DayRange | null {
  if (window.kind === 'today') {
    const today = dayInZone(scope.asOf, scope.zone);
    return { from: today, to: today };
  }
  const day = ofShares ? scope.days.impression_share : runDayOf(scope.days);
  if (day === null) return null;
  if (window.kind === 'life') {
    return { from: scope.level === 'search_term' ? addDays(day, 1 - termLifeDays) : lifeUpTo(day, scope), to: day };
  }
  if (window.kind !== 'days') return null;
  const to = addDays(day, -window.shift);
  return { from: addDays(to, 1 - window.days), to };
}

function lifeUpTo(day: Day, { lifeFrom }: Pick<WindowScope, 'lifeFrom'>): Day {
  const longest = addDays(day, 1 - lifeDays);
  return lifeFrom !== null && lifeFrom > longest ? lifeFrom : longest;
}

/** Complete days after a unit joined, or after the last change of a field; all of its life where nothing was changed. */
export function unitRange(
  { window, field }: Pick<FigureWindow, 'window' | 'field'>,
  data: Pick<EvaluationData, 'days' | 'asOf' | 'zone' | 'lifeFrom'>,
  unit: Pick<EvaluatedUnit, 'trail'>,
  memory: Pick<RuleUnitMemory, 'joined'> | undefined,
): DayRange | null {
  const day = runDayOf(data.days);
  if (day === null) return null;
  const changedAt = field === null ? undefined : unit.trail[field]?.at(-1)?.at;
  const begun = window.kind === 'start' ? (memory?.joined ?? dayInZone(data.asOf, data.zone)) : undefined;
  const after = begun ?? (changedAt === undefined ? undefined : dayInZone(changedAt, data.zone));
  return { from: after === undefined ? lifeUpTo(day, data) : addDays(after, 1), to: day };
}

/** Days of the range of closed cohorts: those that are over for so long. */
export const closedRange = ({ from, to }: DayRange, day: Day, cohortDays: number): DayRange => {
  const last = addDays(day, -cohortDays);
  return { from, to: last < to ? last : to };
};

/** For how many days the cohorts of a figure have to be over; `null`: it is of no closed cohorts. */
export function closedDaysOf({ from }: Pick<RuleMetric, 'from'>): ClosedCohortDays | null {
  const [quantity = ''] = quantitiesOf(from);
  return closedCohortDays.find((days) => quantity.endsWith(`_d${days}`)) ?? null;
}

export const rangeLength = ({ from, to }: DayRange): number => Math.max(0, daysBetween(from, to) + 1);

/** By how many days mature days may end earlier. */
export const furthestShift = 60;

/**
 * By how many days a range has to end earlier for its users to be mature.
 * @param maturities Shares of usual income by shift, from 0 on; `null`: not known.
 * @returns `null`: none of them is.
 */
export function matureShift(maturities: readonly (number | null)[], least: number): number | null {
  const shift = maturities.findIndex((maturity) => maturity !== null && isMature(maturity, least));
  return shift === -1 || shift > furthestShift ? null : shift;
}

/** Compared in millionths: shares are means of measured ones. */
export const isMature = (maturity: number, least: number): boolean =>
  Math.round(maturity * 1e6) >= Math.round(least * 1e6);
