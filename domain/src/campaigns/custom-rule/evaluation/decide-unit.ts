import type { ActionDecision } from '../actions/action-decision.ts';
import { decideAction } from '../actions/decide-action.ts';
import { decidingTest, distanceOf } from '../conditions/deciding-test.ts';
import { type EvaluatedCase, evaluateCases } from '../conditions/evaluate-case.ts';
import { type HeldField, holdOf, oscillationNotes } from '../holds/hold-of.ts';
import { millionthsOf } from '../numbers/exact-value.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { failedText, matchedText, unknownTestText, unknownText } from '../why/condition-texts.ts';
import { sentenceOf } from '../why/sentences.ts';
import type { PlannedRuleCase } from './plan-rule.ts';
import type { ActionVerdict, RuleVerdict, TestVerdict } from './rule-verdict.ts';

/** All of a verdict but what is the same for a unit whatever it is. */
type Outcome = Partial<RuleVerdict> & Pick<RuleVerdict, 'verdict'>;

/** The verdict on one unit, before the limits of the run. */
export function decideUnit(cases: readonly PlannedRuleCase[], view: UnitView): RuleVerdict {
  const evaluatedCases = evaluateCases(
    cases.map(({ conditions }) => conditions),
    view,
  );
  const tests =
    evaluatedCases.length === 1
      ? (evaluatedCases[0]?.tests ?? [])
      : evaluatedCases.flatMap((evaluatedCase) => evaluatedCase.tests);
  const last = evaluatedCases.at(-1);
  const planned = cases[evaluatedCases.length - 1];
  if (last === undefined || planned === undefined || last.result === false) return noMatch(evaluatedCases, tests, view);
  if (last.result === null) return noData(last, tests, view);
  return decideCase(planned, last, tests, view);
}

const displayCurrency = ({ world }: UnitView): string => world.data.currency.application;

function verdictOf({ unit, world }: UnitView, outcome: Outcome, cause: string | null = null): RuleVerdict {
  const verdict = {
    key: unit.key,
    name: unit.name,
    campaign_name: unit.campaignName,
    verdict: outcome.verdict,
    reason: outcome.reason ?? null,
    until: outcome.until ?? null,
    case: outcome.case ?? null,
    cooldown_days: outcome.cooldown_days ?? null,
    tests: outcome.tests ?? [],
    actions: outcome.actions ?? [],
    message: outcome.message ?? null,
  };
  return { ...verdict, sentence: sentenceOf({ ...verdict, cause, currency: world.data.currency.settings }) };
}

/** Why not: of the case that was nearest to a match. */
function noMatch(evaluatedCases: readonly EvaluatedCase[], tests: readonly TestVerdict[], view: UnitView): RuleVerdict {
  const failed = evaluatedCases.flatMap(
    ({ planned, tests: ofCase }) => decidingTest(planned.root, ofCase, 'nearest') ?? [],
  );
  const [first, ...others] = failed;
  const nearest =
    first &&
    others.reduce((best, other) => (distanceOf(other.verdict) < distanceOf(best.verdict) ? other : best), first);
  const message = nearest === undefined ? null : failedText(nearest, displayCurrency(view));
  return verdictOf(view, { verdict: 'no_match', tests, message });
}

function noData({ planned, tests: ofCase }: EvaluatedCase, tests: readonly TestVerdict[], view: UnitView): RuleVerdict {
  const unknown = decidingTest(planned.root, ofCase, 'first');
  const message = unknown === undefined ? null : unknownTestText(unknown, view, displayCurrency(view));
  return verdictOf(view, { verdict: 'no_data', case: planned.index, tests, message });
}

function decideCase(
  planned: PlannedRuleCase,
  evaluatedCase: EvaluatedCase,
  tests: readonly TestVerdict[],
  view: UnitView,
): RuleVerdict {
  const index = planned.conditions.index;
  const decisions = planned.actions.map((action) => decideAction(action, view));
  const unknown = decisions.find((decision) => decision.kind === 'no_data');
  if (unknown?.kind === 'no_data') return unknownAction(unknown, index, tests, view);
  const applicable = decisions.filter(({ kind }) => kind !== 'not_applicable');
  const actions = decisions.flatMap((decision) => ('verdict' in decision ? [decision.verdict] : []));
  const common = { case: index, tests, actions };
  const idle = decisions.find((decision) => decision.kind === 'not_applicable');
  const isNoticeOnly = applicable.every(({ kind }) => kind === 'notify');
  if (idle?.kind === 'not_applicable' && isNoticeOnly) {
    return verdictOf(view, {
      ...common,
      verdict: 'skipped',
      reason: idle.reason,
      message: idle.note ?? reasonTexts[idle.reason] ?? null,
    });
  }
  const hold = holdOf(view, planned.conditions, applicable.flatMap(heldField));
  if (hold !== undefined) {
    const verdict = hold.reason === 'limit' ? 'limited' : 'skipped';
    return verdictOf(view, { ...common, ...hold, verdict, actions: actions.map(withoutWrite) });
  }
  const cause = decidingTest(planned.conditions.root, evaluatedCase.tests, 'first');
  const causeText = cause === undefined ? null : matchedText(cause, view, displayCurrency(view));
  if (isNoticeOnly) return verdictOf(view, { ...common, verdict: 'notified' }, causeText);
  return changeVerdict(planned, decisions, common, causeText, view);
}

const reasonTexts: Readonly<Record<string, string>> = {
  nothing_to_do: 'Already so',
  not_max_conversions: 'Bids of this campaign are not set by Apple',
};

function heldField(decision: ActionDecision): HeldField[] {
  if (!('direction' in decision) || decision.planned.field === null) return [];
  const { action, field } = decision.planned;
  const held: HeldField = { field, direction: decision.direction };
  // A term that is bought is blocked where it was found.
  const isBlocked = action.do === 'add_keyword' && action.negate;
  return isBlocked ? [held, { field: 'negative', direction: 'none' }] : [held];
}

/** An action of which nothing is written. */
export const withoutWrite = (action: ActionVerdict): ActionVerdict => ({ ...action, new: null });

function changeVerdict(
  planned: PlannedRuleCase,
  decisions: readonly ActionDecision[],
  common: Pick<RuleVerdict, 'case' | 'tests' | 'actions'>,
  cause: string | null,
  view: UnitView,
): RuleVerdict {
  const notes = [
    ...oscillationNotes(view, decisions.flatMap(heldField)),
    ...decisions.flatMap((decision) => ('note' in decision && decision.note !== null ? [decision.note] : [])),
  ];
  const message = notes.length === 0 ? null : notes.join('. ');
  if (decisions.some(({ kind }) => kind === 'blocked')) {
    return verdictOf(view, { ...common, verdict: 'blocked', message, actions: common.actions.map(withoutWrite) });
  }
  if (!decisions.some(({ kind }) => kind === 'write'))
    return verdictOf(view, { ...common, verdict: 'limited', message });
  return verdictOf(view, { ...common, verdict: 'acted', cooldown_days: planned.cooldownDays, message }, cause);
}

/** A figure that an action needs is not known: it is shown as a test at the path of the action. */
function unknownAction(
  { planned, reading }: Extract<ActionDecision, { kind: 'no_data' }>,
  index: number,
  tests: readonly TestVerdict[],
  view: UnitView,
): RuleVerdict {
  const figure = planned.worth?.figure ?? planned.cpt;
  const { action, path } = planned;
  const limit = action.do === 'bid' && action.how === 'target' ? action.value : null;
  const isMoney = figure?.metric.unit === 'money';
  const test: TestVerdict = {
    path,
    metric: figure?.metric.name ?? 'cpt_bid',
    of: 'self',
    window: figure?.window ?? null,
    from: reading.range?.from ?? null,
    to: reading.range?.to ?? null,
    per_day: false,
    op: null,
    value: reading.value === null ? null : displayValue(millionthsOf(reading.value), isMoney),
    limit: limit === null ? null : displayValue(Math.round(limit * 1_000_000), isMoney),
    result: null,
    gap: null,
    why: reading.why,
    needs: reading.needs,
  };
  const message =
    figure === null || figure === undefined
      ? 'CPT bid is not known'
      : unknownText(figure, reading, view, displayCurrency(view));
  return verdictOf(view, { verdict: 'no_data', case: index, tests: [...tests, test], message });
}

const displayValue = (millionths: number, isMoney: boolean): number =>
  isMoney ? Math.round(millionths) : Math.round(millionths) / 1_000_000;
