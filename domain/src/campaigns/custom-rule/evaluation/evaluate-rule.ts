import { type RuleWorld, ruleWorld, unitView } from '../numbers/unit-view.ts';
import { inKeyOrder } from '../units/key-order.ts';
import { decideUnit } from './decide-unit.ts';
import type { EvaluationData } from './evaluation-data.ts';
import { planRule } from './plan-rule.ts';
import type { RuleEvaluation } from './rule-evaluation.ts';
import type { EvaluatedVersion, RuleMemory } from './rule-memory.ts';
import { holdReasons, type RuleCounts, type UnitDecision } from './rule-verdict.ts';
import { applyRunLimits } from './run-limits.ts';

/**
 * One decision about each unit, in the order of their keys: a function of the rule's version, the data, and what the rule remembers. Runs,
 * dry runs, shadow, back-tests and what numbers that do not change would lead to all ask this one.
 */
export function evaluateRule(version: EvaluatedVersion, data: EvaluationData, memory: RuleMemory): RuleEvaluation {
  const world = ruleWorld(version, data, memory);
  const cases = planRule(version.rule, data.currency.application);
  const wanted = inKeyOrder(data.units).map((unit) => decideUnit(cases, unitView(world, unit)));
  const held = heldRun(wanted, version);
  const decisions = applyRunLimits(wanted, world);
  return {
    decisions,
    counts: countVerdicts(decisions),
    held,
    withoutFigures: withoutFigures(decisions, world),
    basis: { cases, world },
  };
}

/** From so many units on, a run that would change a great share of those it judged is held. */
const fewestHeld = 20;

/** Units that the limits of the run leave for later would be changed, too. */
function heldRun(decisions: readonly UnitDecision[], { rule, ignoresShare }: EvaluatedVersion): RuleEvaluation['held'] {
  const would = decisions.filter(({ verdict }) => verdict === 'acted').length;
  const judged = decisions.filter(({ verdict }) => verdict !== 'no_data').length;
  // Shares have at most six decimals.
  const isMore = would * 1_000_000 > Math.round(rule.guards.max_share * 1_000_000) * judged;
  return ignoresShare !== true && would >= fewestHeld && isMore ? { would, judged } : null;
}

const holds: ReadonlySet<string> = new Set(holdReasons);

type CountName = Exclude<keyof RuleCounts, 'checked'>;

function countName({ verdict, reason }: Pick<UnitDecision, 'verdict' | 'reason'>): CountName {
  switch (verdict) {
    case 'notified':
      return 'acted';
    case 'blocked':
      return 'failed';
    case 'skipped':
      return reason !== null && holds.has(reason) ? 'on_hold' : 'skipped';
    default:
      return verdict;
  }
}

/** Whether a back-test lists the unit of a verdict: it would be changed, or would have been but for a hold or a limit. */
export const isListedInBacktest = (decision: Pick<UnitDecision, 'verdict' | 'reason'>): boolean =>
  ['acted', 'limited', 'on_hold', 'failed'].includes(countName(decision));

export function countVerdicts(decisions: readonly UnitDecision[]): RuleCounts {
  const counts = { acted: 0, no_match: 0, no_data: 0, on_hold: 0, skipped: 0, limited: 0, failed: 0 };
  for (const decision of decisions) counts[countName(decision)] += 1;
  return { checked: decisions.length, ...counts };
}

/** Units of which no time range has a figure, and about which nothing else is to be said. */
function withoutFigures(decisions: readonly UnitDecision[], { windows }: RuleWorld): string[] {
  const figures = [...windows.values()].map((window) => window.figures?.units);
  if (figures.length === 0) return [];
  return decisions
    .filter(({ verdict }) => verdict === 'no_match' || verdict === 'no_data')
    .filter(({ key }) => figures.every((units) => units?.has(key) !== true))
    .map(({ key }) => key);
}
