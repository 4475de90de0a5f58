import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { TestOperator } from '../definition/custom-rule.ts';
import type { RuleUnit } from '../definition/rule-metrics.ts';
import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import {
  type Comparand,
  comparandMillionths,
  compareExact,
  type ExactValue,
  millionthsOf,
} from '../numbers/exact-value.ts';
import type { FigureReading } from '../numbers/figure-reading.ts';
import { readFigure } from '../numbers/read-figure.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import type { PlannedRight, PlannedTest } from './plan-conditions.ts';

/** True, false, or not known. */
export type Truth = boolean | null;

/** The right side of one unit: what does not depend on it is as planned. */
type Right = Exclude<PlannedRight, { kind: 'figure' }> | { readonly kind: 'unknown'; readonly reading: FigureReading };

/** Whether one test is true of one unit. */
export function testTruth(planned: PlannedTest, view: UnitView): Truth {
  const left = readFigure(planned.left, view, planned.test.at_least);
  return resultOf(planned, left, readRight(planned.right, view));
}

/** Asks one test of one unit, with all that is shown of it. */
export function evaluateTest(planned: PlannedTest, view: UnitView): TestVerdict {
  const { test, left: figure, path } = planned;
  const left = readFigure(figure, view, test.at_least);
  const right = readRight(planned.right, view);
  const lacking = left.why !== null ? left : right.kind === 'unknown' ? right.reading : null;
  const result = resultOf(planned, left, right);
  const limit = limitOf(right, figure.metric.unit);
  return {
    path,
    metric: test.metric,
    of: test.of,
    window: test.window ?? null,
    from: left.range?.from ?? null,
    to: left.range?.to ?? null,
    per_day: test.per_day,
    op: test.op,
    value: left.value === null ? null : displayNumber(millionthsOf(left.value), figure.metric.unit),
    limit,
    result,
    gap: result === false ? gapOf(test.op, left, right, figure.metric.unit) : null,
    why: result === null ? (lacking?.why ?? null) : null,
    needs: result === null ? (lacking?.needs ?? null) : null,
  };
}

function readRight(right: PlannedRight, view: UnitView): Right {
  if (right.kind !== 'figure') return right;
  const reading = readFigure(right.figure, view);
  if (reading.why !== null || reading.value === null) return { kind: 'unknown', reading };
  return { kind: 'value', comparand: { value: reading.value, times: right.times, plus: right.plus } };
}

function resultOf({ test }: PlannedTest, left: FigureReading, right: Right): Truth {
  if (test.op === 'empty') return left.why !== null;
  if (test.op === 'not_empty') return left.why === null;
  if (left.value === null || right.kind === 'unknown') return null;
  if (left.why === null) return compare(test.op, left.value, right);
  // A cost of less than the floor can only be found too high: more may be bought, and nothing can be taken back.
  const isLeast = test.at_least && (left.why === 'floor' || left.why === 'no_denominator');
  if (!isLeast) return null;
  const result = compare(test.op, left.value, right);
  return isUpward(test.op, left.value, right) ? result : null;
}

/** Whether a result stays as it is if the value is lower in truth, as the cost of a count below its floor is found to be too high. */
function isUpward(op: TestOperator, left: ExactValue, right: Right): boolean {
  if (op === '>' || op === '>=') return compare(op, left, right) === true;
  if (op === '<' || op === '<=') return compare(op, left, right) === false;
  return right.kind === 'range' && compareExact(left, right.high) > 0;
}

function compare(op: TestOperator, left: ExactValue, right: Right): Truth {
  if (right.kind === 'range') {
    const isBetween = compareExact(left, right.low) >= 0 && compareExact(left, right.high) <= 0;
    return op === 'between' ? isBetween : !isBetween;
  }
  return right.kind === 'value' ? satisfies(op, compareExact(left, right.comparand)) : null;
}

/** @param apart Below, equal to or above 0, as the value is to its limit. */
function satisfies(op: TestOperator, apart: number): Truth {
  switch (op) {
    case '<':
      return apart < 0;
    case '<=':
      return apart <= 0;
    case '>':
      return apart > 0;
    case '>=':
      return apart >= 0;
    case '=':
      return apart === 0;
    case '!=':
      return apart !== 0;
    default:
      return null;
  }
}

/** A number of a metric's unit as verdicts have it: micros of money, all others as they are, with at most six decimals. */
export const displayNumber = (millionths: number, unit: RuleUnit): number =>
  unit === 'money' || unit === 'settings_money' ? Math.round(millionths) : Math.round(millionths) / microsPerUnit;

function limitOf(right: Right, unit: RuleUnit): TestVerdict['limit'] {
  if (right.kind === 'range') return [displayComparand(right.low, unit), displayComparand(right.high, unit)];
  return right.kind === 'value' ? displayComparand(right.comparand, unit) : null;
}

const displayComparand = (comparand: Comparand, unit: RuleUnit): number =>
  displayNumber(comparandMillionths(comparand), unit);

function gapOf(op: TestOperator, left: FigureReading, right: Right, unit: RuleUnit): number | null {
  if (left.value === null || right.kind === 'none' || right.kind === 'unknown') return null;
  const value = millionthsOf(left.value);
  const ends = right.kind === 'range' ? [right.low, right.high] : [right.comparand];
  const gaps = ends.map((end) => Math.abs(value - comparandMillionths(end)));
  return op === 'empty' || op === 'not_empty' ? null : displayNumber(Math.min(...gaps), unit);
}
