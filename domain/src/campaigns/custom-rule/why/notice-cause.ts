import { decidingTest } from '../conditions/deciding-test.ts';
import { evaluateCase } from '../conditions/evaluate-case.ts';
import type { RuleUnit } from '../definition/rule-metrics.ts';
import type { EvaluatedDecision, RuleEvaluation } from '../evaluation/rule-evaluation.ts';
import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import { unitView } from '../numbers/unit-view.ts';
import { matchedText } from './condition-texts.ts';

/** Because of which test a notice is given. */
export interface NoticeCause {
  readonly test: TestVerdict;
  readonly unit: RuleUnit;
  /** 'CPA 3.92 above 3.00 (14 to 20 Nov, 23 installs)'. */
  readonly text: string;
}

/** Says why a decision of an evaluation came to a notice; `undefined` of those that did not. */
export function noticeCauseOf(
  { basis: { cases, world } }: Pick<RuleEvaluation, 'basis'>,
  { unit, verdict, case: index }: EvaluatedDecision,
): NoticeCause | undefined {
  const planned = cases[index ?? -1]?.conditions;
  if (verdict !== 'notified' || planned === undefined) return undefined;
  const view = unitView(world, unit);
  const deciding = decidingTest(planned.root, evaluateCase(planned, view).tests, 'first');
  if (deciding === undefined) return undefined;
  const text = matchedText(deciding, view, world.data.currency.application);
  return { test: deciding.verdict, unit: deciding.planned.left.metric.unit, text };
}
