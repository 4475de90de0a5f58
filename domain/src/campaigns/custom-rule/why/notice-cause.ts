import { decidingTest } from '../conditions/deciding-test.ts';
import { type RuleUnit, ruleMetricOf } from '../definition/rule-metrics.ts';
import type { EvaluationData } from '../evaluation/evaluation-data.ts';
import { planRule } from '../evaluation/plan-rule.ts';
import type { EvaluatedVersion, RuleMemory } from '../evaluation/rule-memory.ts';
import type { RuleVerdict, TestVerdict } from '../evaluation/rule-verdict.ts';
import { ruleWorld, unitView } from '../numbers/unit-view.ts';
import { matchedText } from './condition-texts.ts';

/** Because of which test a notice is given. */
export interface NoticeCause {
  readonly test: TestVerdict;
  readonly unit: RuleUnit;
  /** 'CPA 3.92 above 3.00 (14 to 20 Nov, 23 installs)'. */
  readonly text: string;
}

/** Says why verdicts of an evaluation came to a notice; `undefined` of those that did not. */
export function noticeCauses(
  version: EvaluatedVersion,
  data: EvaluationData,
  memory: RuleMemory,
): (verdict: RuleVerdict) => NoticeCause | undefined {
  const world = ruleWorld(version, data, memory);
  const currency = data.currency.application;
  const cases = planRule(version.rule, currency);
  const units = new Map(data.units.map((unit) => [unit.key, unit]));
  return ({ key, verdict, case: index, tests }) => {
    const unit = units.get(key);
    const planned = cases[index ?? -1]?.conditions;
    if (verdict !== 'notified' || unit === undefined || planned === undefined) return undefined;
    // The tests of the case that matched are the last of all that were asked.
    const deciding = decidingTest(planned.root, tests.slice(-planned.tests.length), 'first');
    const metric = deciding === undefined ? undefined : ruleMetricOf(deciding.verdict.metric);
    if (deciding === undefined || metric === undefined) return undefined;
    return { test: deciding.verdict, unit: metric.unit, text: matchedText(deciding, unitView(world, unit), currency) };
  };
}
