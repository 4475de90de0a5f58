import { decidingTest, distanceOf } from '../conditions/deciding-test.ts';
import { type EvaluatedCase, evaluateCases } from '../conditions/evaluate-case.ts';
import { type UnitView, unitView } from '../numbers/unit-view.ts';
import { failedText, matchedText, unknownTestText } from '../why/condition-texts.ts';
import { sentenceOf } from '../why/sentences.ts';
import type { EvaluatedDecision, RuleEvaluation } from './rule-evaluation.ts';
import type { RuleVerdict } from './rule-verdict.ts';

/**
 * A decision with all that it rests on. Tests are asked a second time, so that an evaluation of thousands of units makes only what is
 * recorded or shown.
 */
export function describeVerdict({ basis }: Pick<RuleEvaluation, 'basis'>, decision: EvaluatedDecision): RuleVerdict {
  const { unit, note, lacking, actions } = decision;
  const view = unitView(basis.world, unit);
  const conditions = basis.cases.map((ruleCase) => ruleCase.conditions);
  const evaluatedCases = evaluateCases(conditions, view);
  const tests = evaluatedCases.flatMap((evaluatedCase) => evaluatedCase.tests);
  const message = note ?? messageOf(decision, evaluatedCases, view);
  const cause = causeOf(decision, evaluatedCases, view);
  const currency = basis.world.data.currency.settings;
  return {
    key: unit.key,
    name: unit.name,
    campaign_name: unit.campaignName,
    verdict: decision.verdict,
    reason: decision.reason,
    until: decision.until,
    case: decision.case,
    cooldown_days: decision.cooldown_days,
    tests: lacking === null ? tests : [...tests, lacking],
    actions,
    message,
    sentence: sentenceOf({ name: unit.name, verdict: decision.verdict, actions, message, cause, currency }),
  };
}

const displayCurrency = ({ world }: UnitView): string => world.data.currency.application;

function messageOf(
  { verdict }: EvaluatedDecision,
  evaluatedCases: readonly EvaluatedCase[],
  view: UnitView,
): string | null {
  if (verdict === 'no_match') return nearestText(evaluatedCases, view);
  if (verdict === 'no_data') return unknownCaseText(evaluatedCases, view);
  return null;
}

/** Why not: of the case that was nearest to a match. */
function nearestText(evaluatedCases: readonly EvaluatedCase[], view: UnitView): string | null {
  const failed = evaluatedCases.flatMap(({ planned, tests }) => decidingTest(planned.root, tests, 'nearest') ?? []);
  const [first, ...others] = failed;
  const nearest =
    first &&
    others.reduce((best, other) => (distanceOf(other.verdict) < distanceOf(best.verdict) ? other : best), first);
  return nearest === undefined ? null : failedText(nearest, displayCurrency(view));
}

/** What is not known of the case that ended the search. */
function unknownCaseText(evaluatedCases: readonly EvaluatedCase[], view: UnitView): string | null {
  const last = evaluatedCases.at(-1);
  const unknown = last && decidingTest(last.planned.root, last.tests, 'first');
  return unknown === undefined ? null : unknownTestText(unknown, view, displayCurrency(view));
}

/** Why the case that decided is true, where something is done because of it. */
function causeOf(
  { verdict }: EvaluatedDecision,
  evaluatedCases: readonly EvaluatedCase[],
  view: UnitView,
): string | null {
  const last = evaluatedCases.at(-1);
  if (last === undefined || (verdict !== 'acted' && verdict !== 'notified')) return null;
  const cause = decidingTest(last.planned.root, last.tests, 'first');
  return cause === undefined ? null : matchedText(cause, view, displayCurrency(view));
}
