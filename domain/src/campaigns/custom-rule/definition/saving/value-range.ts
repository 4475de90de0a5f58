import type { ConditionNode, RuleTest } from '../custom-rule.ts';
import { oppositeOperators } from '../opposite-operators.ts';
import { ruleMetricOf } from '../rule-metrics.ts';
import { windowKey } from '../windows.ts';

/** A test that has to be true, or has to be false. */
export interface RequiredTest {
  readonly test: RuleTest;
  readonly negated: boolean;
}

/** Tests that all have to hold for a node to be true; what only one of several ways needs is left out. */
export function requiredTests(node: ConditionNode, negated = false): RequiredTest[] {
  if ('not' in node) return requiredTests(node.not, !negated);
  if (!('all' in node || 'any' in node)) return [{ test: node, negated }];
  const children = 'all' in node ? node.all : node.any;
  const isJoined = 'all' in node ? !negated : negated;
  const [first, second] = children;
  if (first !== undefined && second === undefined) return requiredTests(first, negated);
  return isJoined ? children.flatMap((child) => requiredTests(child, negated)) : [];
}

/** Numbers from `low` to `high`; the ends belong to it unless they are open. */
interface Interval {
  readonly low: number;
  readonly high: number;
  readonly lowOpen: boolean;
  readonly highOpen: boolean;
}

/** Values with which a test is true. */
interface ValueRange {
  readonly intervals: readonly Interval[];
  /** Whether it is true of a figure without a value. */
  readonly empty: boolean;
}

const interval = (low: number, high: number, lowOpen = false, highOpen = false): Interval => ({
  low,
  high,
  lowOpen,
  highOpen,
});
const least = Number.NEGATIVE_INFINITY;
const most = Number.POSITIVE_INFINITY;

/** @returns `undefined` of a comparison with another figure. */
function rangeOf({ test, negated }: RequiredTest): ValueRange | undefined {
  if (test.than !== undefined) return undefined;
  const op = negated ? oppositeOperators[test.op] : test.op;
  if (op === 'empty') return { intervals: [], empty: true };
  if (op === 'not_empty') return { intervals: [interval(least, most)], empty: false };
  const { value = 0 } = test;
  const [low, high] = test.values ?? [value, value];
  const intervals = intervalsOf(op, low ?? value, high ?? value);
  return { intervals: isCounted(test) ? intervals.map(wholeNumbers) : intervals, empty: false };
}

function intervalsOf(op: Exclude<RuleTest['op'], 'empty' | 'not_empty'>, low: number, high: number): Interval[] {
  switch (op) {
    case '<':
      return [interval(least, low, false, true)];
    case '<=':
      return [interval(least, low)];
    case '>':
      return [interval(low, most, true)];
    case '>=':
      return [interval(low, most)];
    case '=':
    case 'between':
      return [interval(low, high)];
    case '!=':
    case 'outside':
      return [interval(least, low, false, true), interval(high, most, true)];
  }
}

const isCounted = ({ metric, per_day }: RuleTest): boolean => ruleMetricOf(metric)?.unit === 'count' && !per_day;

/** The whole numbers of an interval, none of them below zero. */
const wholeNumbers = ({ low, high, lowOpen, highOpen }: Interval): Interval =>
  interval(
    Math.max(0, lowOpen ? Math.floor(low) + 1 : Math.ceil(low)),
    highOpen ? Math.ceil(high) - 1 : Math.floor(high),
  );

/** Tests of one figure have one key. */
const figureKey = ({ metric, of, window, per_day }: RuleTest): string =>
  JSON.stringify([metric, of, window === undefined ? null : windowKey(window), per_day]);

/** Whether two tests can be true of one unit at the same time, as far as their numbers say. */
export function canMeet(test: RequiredTest, other: RequiredTest): boolean {
  if (figureKey(test.test) !== figureKey(other.test)) return true;
  const first = rangeOf(test);
  const second = rangeOf(other);
  if (first === undefined || second === undefined) return true;
  if (first.empty && second.empty) return true;
  return first.intervals.some((left) => second.intervals.some((right) => overlap(left, right)));
}

function overlap(left: Interval, right: Interval): boolean {
  const low = Math.max(left.low, right.low);
  const high = Math.min(left.high, right.high);
  return low < high || (low === high && holds(left, low) && holds(right, low));
}

const holds = ({ low, high, lowOpen, highOpen }: Interval, value: number): boolean =>
  (value > low || (value === low && !lowOpen)) && (value < high || (value === high && !highOpen));
