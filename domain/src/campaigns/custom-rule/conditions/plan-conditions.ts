import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { ConditionNode, Operand, RuleCase, RuleTest } from '../definition/custom-rule.ts';
import { ruleMetricOf } from '../definition/rule-metrics.ts';
import { type Comparand, numberComparand } from '../numbers/exact-value.ts';
import { fieldOfCase } from '../numbers/figure-windows.ts';
import { type FigureScope, type PlannedFigure, planFigure } from '../numbers/plan-figure.ts';

/** The right side of a test. */
export type PlannedRight =
  | { readonly kind: 'value'; readonly comparand: Comparand }
  | { readonly kind: 'range'; readonly low: Comparand; readonly high: Comparand }
  /** Another figure × `times` + `plus`, in millionths. */
  | { readonly kind: 'figure'; readonly figure: PlannedFigure; readonly times: number; readonly plus: number }
  /** Of `empty` and `not_empty`. */
  | { readonly kind: 'none' };

export interface PlannedTest {
  readonly kind: 'test';
  /** Its place among the tests of its case, in written order. */
  readonly index: number;
  /** `cases[0].when.all[1]`. */
  readonly path: string;
  readonly test: RuleTest;
  readonly left: PlannedFigure;
  readonly right: PlannedRight;
}

/** Conditions of a case, looked through once for all units. */
export type PlannedNode =
  | { readonly kind: 'all' | 'any'; readonly nodes: readonly PlannedNode[] }
  | { readonly kind: 'not'; readonly node: PlannedNode }
  | PlannedTest;

export interface PlannedCase {
  readonly index: number;
  readonly ruleCase: RuleCase;
  readonly root: PlannedNode;
  /** In written order. */
  readonly tests: readonly PlannedTest[];
}

export function planCase(ruleCase: RuleCase, index: number, scope: Omit<FigureScope, 'field'>): PlannedCase {
  const tests: PlannedTest[] = [];
  const figureScope = { ...scope, field: fieldOfCase(ruleCase) };
  const root = planNode(ruleCase.when, `cases[${index}].when`, figureScope, tests);
  return { index, ruleCase, root, tests };
}

function planNode(node: ConditionNode, path: string, scope: FigureScope, tests: PlannedTest[]): PlannedNode {
  if ('not' in node) return { kind: 'not', node: planNode(node.not, `${path}.not`, scope, tests) };
  if ('all' in node || 'any' in node) {
    const kind = 'all' in node ? 'all' : 'any';
    const children = 'all' in node ? node.all : node.any;
    return { kind, nodes: children.map((child, index) => planNode(child, `${path}.${kind}[${index}]`, scope, tests)) };
  }
  const planned: PlannedTest = {
    kind: 'test',
    index: tests.length,
    path,
    test: node,
    left: planFigure({ ...node, perDay: node.per_day }, scope),
    right: planRight(node, scope),
  };
  tests.push(planned);
  return planned;
}

function planRight(test: RuleTest, scope: FigureScope): PlannedRight {
  if (test.than !== undefined) return planOperand(test, test.than, scope);
  const [low, high] = test.values ?? [];
  if (low !== undefined && high !== undefined)
    return { kind: 'range', low: numberComparand(low), high: numberComparand(high) };
  return test.value === undefined ? { kind: 'none' } : { kind: 'value', comparand: numberComparand(test.value) };
}

/** What an operand does not say is the test's, as far as its figure has it. */
function planOperand(test: RuleTest, operand: Operand, scope: FigureScope): PlannedRight {
  const name = operand.metric ?? test.metric;
  const isSum = ruleMetricOf(name)?.from.kind === 'sum' || ruleMetricOf(name)?.from.kind === 'difference';
  const figure = planFigure(
    {
      metric: name,
      of: operand.of ?? test.of,
      window: operand.window ?? test.window,
      perDay: isSum && (operand.per_day ?? test.per_day),
      floor: test.floor,
    },
    scope,
  );
  return {
    kind: 'figure',
    figure,
    times: Math.round(operand.times * microsPerUnit),
    plus: Math.round(operand.plus * microsPerUnit),
  };
}
