import type { DayRange } from '../../../shared/calendar/days.ts';
import { daysBetween } from '../../../shared/calendar/days.ts';
import { dayInZone } from '../../../shared/calendar/zones.ts';
import { confidenceGrades } from '../definition/custom-rule.ts';
import type { RuleMetricKind, RuleQuantity } from '../definition/rule-metrics.ts';
import type { Figures } from '../evaluation/evaluation-data.ts';
import type { UnknownWhy } from '../evaluation/rule-verdict.ts';
import { isKnownIn } from './coverage.ts';
import type { FigureReading } from './figure-reading.ts';
import { closedRange, isMature, rangeLength } from './figure-windows.ts';
import type { PlannedFigure } from './plan-figure.ts';
import { readState } from './read-state.ts';
import { noFigures, rowIn, rowOf, type UnitView, type ViewedWindow, windowOf } from './unit-view.ts';

const unknownReading = (why: UnknownWhy, range: DayRange | null): FigureReading => ({
  value: null,
  why,
  needs: null,
  range,
});

/**
 * Reads a figure of a unit, or of what it is compared with.
 * @param atLeast A ratio divided by nothing is that of one.
 */
export function readFigure(figure: PlannedFigure, view: UnitView, atLeast = false): FigureReading {
  if (figure.windowKey === null) {
    const state = readState(figure, view);
    return state.why === null && isInDoubt(figure, view) ? { ...state, why: 'in_doubt' } : state;
  }
  const window = windowOf(view, figure.windowKey);
  const row = figure.of === 'self' ? rowIn(view, window) : figureRow(figure, view);
  const common = figure.metric.source === 'impression_share' ? window.shareRange : window.range;
  const shared = row.days ?? common ?? window.figures?.scope.days ?? null;
  const range =
    shared === null || figure.closedDays === null || view.world.runDay === null
      ? shared
      : closedRange(shared, view.world.runDay, figure.closedDays);
  if (range === null || isUnknownSource(figure, view)) return unknownReading('not_known', range);
  if (range.to < range.from) return unknownReading('immature', range);
  if (isUncovered(figure, view, window, range)) return unknownReading('not_known', range);
  const reading = readSums(figure, row, range, atLeast);
  // A value that is judged although its count is too low is held to the other guards as any other.
  if (reading.why !== null && (!atLeast || reading.value === null)) return reading;
  const why = guardedWhy(figure, view, row, range);
  return why === null ? reading : { ...reading, why, needs: null };
}

function isUnknownSource({ metric, windowKey }: PlannedFigure, { world: { data } }: UnitView): boolean {
  if (metric.source === 'settings') return false;
  return data.unknownSources.has(metric.source) || (windowKey !== 'today' && data.days[metric.source] === null);
}

/** Whether something of the days is not in: then no row does not mean no traffic. */
function isUncovered({ covered }: PlannedFigure, { world }: UnitView, window: ViewedWindow, range: DayRange): boolean {
  const { uncovered } = window;
  if (uncovered !== null && range === window.range)
    return uncovered.size > 0 && covered.some((source) => uncovered.has(source));
  const { coverage } = world.data;
  return coverage !== null && covered.some((source) => !isKnownIn(coverage, source, range));
}

/** The sums that a figure is made from; of a unit without traffic, none. */
export function figureRow({ of, windowKey }: PlannedFigure, view: UnitView): Figures {
  if (of === 'self') return rowOf(view, windowKey ?? '');
  const { figures } = windowOf(view, windowKey ?? '');
  if (of === 'scope') return figures?.scope ?? noFigures;
  const { campaignId, adGroupId } = view.unit;
  const key = of === 'campaign' ? `${campaignId}` : `${campaignId}:${adGroupId}`;
  return figures?.parents.get(key) ?? noFigures;
}

function readSums(figure: PlannedFigure, { sums }: Figures, range: DayRange, atLeast: boolean): FigureReading {
  const { metric, factor, perDay } = figure;
  const { from } = metric;
  const divisor = perDay ? rangeLength(range) : 1;
  if (from.kind !== 'ratio') {
    const numerator = wholeOf(from, sums);
    if (numerator === null) return unknownReading('not_known', range);
    return { value: { numerator, denominator: 1, factor, divisor }, why: null, needs: null, range };
  }
  const numerator = sumOf(sums, from.numerator);
  const denominator = sumOf(sums, from.denominator);
  if (numerator === null || denominator === null) return unknownReading('not_known', range);
  const divided = denominator === 0 && atLeast ? 1 : denominator;
  const value = divided <= 0 ? null : { numerator, denominator: divided, factor, divisor };
  const lack = lackOf(figure, denominator);
  return { value, why: lack.why, needs: lack.needs, range };
}

/** What is not divided; `null`: it is not known. */
function wholeOf(from: Exclude<RuleMetricKind, { kind: 'ratio' }>, sums: Figures['sums']): number | null {
  if (from.kind === 'sum') return sumOf(sums, from.quantity);
  if (from.kind !== 'difference') return null;
  const minuend = sumOf(sums, from.minuend);
  const subtrahend = sumOf(sums, from.subtrahend);
  return minuend === null || subtrahend === null ? null : minuend - subtrahend;
}

const sumOf = (sums: Figures['sums'], quantity: RuleQuantity): number | null => {
  const sum = sums[quantity];
  return sum === undefined ? 0 : sum;
};

const noLack = { why: null, needs: null } as const;

/** What a ratio lacks to be judged. */
function lackOf({ floor }: PlannedFigure, denominator: number): Pick<FigureReading, 'why' | 'needs'> {
  const least = floor?.least ?? 0;
  if (denominator > 0 && denominator >= least) return noLack;
  const enough = floor?.name === 'spend' ? least : Math.max(least, 1);
  const more = enough - denominator;
  const needs = floor === null || more <= 0 ? null : { metric: floor.name, more };
  return { why: denominator <= 0 ? 'no_denominator' : 'floor', needs };
}

const unratedAgeDays = 7;

/** Why figures that are enough are not to be judged by. */
function guardedWhy(figure: PlannedFigure, view: UnitView, row: Figures, range: DayRange): UnknownWhy | null {
  const { maturity: least, grade } = figure;
  if (least !== null && !isRipe(figure, view, row, range)) return 'immature';
  if (grade !== null && confidenceGrades.indexOf(row.grade ?? 'low') < confidenceGrades.indexOf(grade))
    return 'low_confidence';
  return isInDoubt(figure, view) ? 'in_doubt' : null;
}

const isInDoubt = ({ trusted }: PlannedFigure, { world: { data } }: UnitView): boolean =>
  data.doubts.length > 0 && trusted.size > 0 && data.doubts.some(({ source }) => trusted.has(source));

/** The share that counts: a unit without users has that of all of them. */
export const maturityOf = ({ windowKey }: PlannedFigure, view: UnitView, row: Figures): number | null =>
  row.maturity ?? windowOf(view, windowKey ?? '').figures?.scope.maturity ?? null;

function isRipe(figure: PlannedFigure, view: UnitView, row: Figures, range: DayRange): boolean {
  const maturity = maturityOf(figure, view, row);
  if (maturity !== null) return isMature(maturity, figure.maturity ?? 0);
  const { asOf, zone } = view.world.data;
  return daysBetween(range.to, dayInZone(asOf, zone)) >= unratedAgeDays;
}
