import type { RuleWorld } from '../numbers/unit-view.ts';
import type { EvaluatedUnit } from './evaluation-data.ts';
import type { PlannedRuleCase } from './plan-rule.ts';
import type { RuleCounts, TestVerdict, UnitDecision } from './rule-verdict.ts';

/** A decision of an evaluation, from which its verdict is described. */
export interface EvaluatedDecision extends UnitDecision {
  readonly unit: EvaluatedUnit;
  /** What is said of it and does not follow from its tests. */
  readonly note: string | null;
  /** A figure that an action needs and is not known, as a test at the path of the action. */
  readonly lacking: TestVerdict | null;
  /** Until when rules count as turning a setting to and fro that this rule changes all the same; milliseconds. */
  readonly oscillatesUntil: number | null;
}

/** What a run of a rule comes to. */
export interface RuleEvaluation {
  /** One for every unit, in the order of their keys. */
  readonly decisions: readonly EvaluatedDecision[];
  readonly counts: RuleCounts;
  /** Too many units would change: nothing is sent. */
  readonly held: { readonly would: number; readonly judged: number } | null;
  /** Keys of units without any figure, whose verdicts are made again from zeros when they are asked for. */
  readonly withoutFigures: readonly string[];
  /** What it was evaluated on, for the descriptions of verdicts. */
  readonly basis: EvaluationBasis;
}

/** A rule, looked through once, and what it is evaluated on. */
export interface EvaluationBasis {
  readonly cases: readonly PlannedRuleCase[];
  readonly world: RuleWorld;
}
