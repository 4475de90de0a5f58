import type { ActionDecision } from '../actions/action-decision.ts';
import { decideAction } from '../actions/decide-action.ts';
import { caseTruth } from '../conditions/evaluate-case.ts';
import { type HeldField, holdOf, reportedOscillation } from '../holds/hold-of.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { lackingFigure, lackingText } from '../why/lacking-figure.ts';
import type { PlannedRuleCase } from './plan-rule.ts';
import type { EvaluatedDecision } from './rule-evaluation.ts';
import type { ActionVerdict, UnitDecision } from './rule-verdict.ts';

/** All of a decision but what is the same for a unit whatever it is. */
type Outcome = Partial<EvaluatedDecision> & Pick<EvaluatedDecision, 'verdict'>;

/**
 * What is decided about one unit, before the limits of the run. The first true case acts, and one that is not known ends the search: else
 * 'raise if it is cheap, otherwise lower' would lower what it cannot judge.
 */
export function decideUnit(cases: readonly PlannedRuleCase[], view: UnitView): EvaluatedDecision {
  for (const planned of cases) {
    const truth = caseTruth(planned.conditions, view);
    if (truth === null) return decisionOf(view, { verdict: 'no_data', case: planned.conditions.index });
    if (truth) return decideCase(planned, view);
  }
  return decisionOf(view, { verdict: 'no_match' });
}

const noActions: readonly ActionVerdict[] = [];

const decisionOf = ({ unit }: UnitView, outcome: Outcome): EvaluatedDecision => ({
  unit,
  key: unit.key,
  verdict: outcome.verdict,
  reason: outcome.reason ?? null,
  until: outcome.until ?? null,
  case: outcome.case ?? null,
  cooldown_days: outcome.cooldown_days ?? null,
  actions: outcome.actions ?? noActions,
  note: outcome.note ?? null,
  lacking: outcome.lacking ?? null,
  oscillatesUntil: outcome.oscillatesUntil ?? null,
});

function decideCase(planned: PlannedRuleCase, view: UnitView): EvaluatedDecision {
  const { index } = planned.conditions;
  const decisions = planned.actions.map((action) => decideAction(action, view));
  const unknown = decisions.find((decision) => decision.kind === 'no_data');
  if (unknown?.kind === 'no_data') {
    const lack = { lacking: lackingFigure(unknown), note: lackingText(unknown, view) };
    return decisionOf(view, { ...lack, verdict: 'no_data', case: index });
  }
  const applicable = decisions.filter(({ kind }) => kind !== 'not_applicable');
  const actions = decisions.flatMap((decision) => ('verdict' in decision ? [decision.verdict] : []));
  const common = { case: index, actions };
  const idle = decisions.find((decision) => decision.kind === 'not_applicable');
  const isNoticeOnly = applicable.every(({ kind }) => kind === 'notify');
  if (idle?.kind === 'not_applicable' && isNoticeOnly) {
    const note = idle.note ?? reasonTexts[idle.reason] ?? null;
    return decisionOf(view, { ...common, verdict: 'skipped', reason: idle.reason, note });
  }
  const fields = applicable.flatMap(heldField);
  const hold = holdOf(view, planned, fields);
  if (hold !== undefined) {
    const { reason, until, message: note } = hold;
    const verdict = reason === 'limit' ? 'limited' : 'skipped';
    return decisionOf(view, { case: index, verdict, reason, until, note, actions: actions.map(withoutWrite) });
  }
  if (isNoticeOnly) return decisionOf(view, { ...common, verdict: 'notified' });
  return decideChange(planned, { decisions, fields }, common, view);
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

function decideChange(
  planned: PlannedRuleCase,
  { decisions, fields }: { readonly decisions: readonly ActionDecision[]; readonly fields: readonly HeldField[] },
  common: Pick<UnitDecision, 'case' | 'actions'>,
  view: UnitView,
): EvaluatedDecision {
  const oscillation = reportedOscillation(view, fields);
  const notes = [...oscillation.notes];
  for (const decision of decisions) if ('note' in decision && decision.note !== null) notes.push(decision.note);
  const note = notes.length === 0 ? null : notes.join('. ');
  const noted = { ...common, note, oscillatesUntil: oscillation.until };
  if (decisions.some(({ kind }) => kind === 'blocked')) {
    return decisionOf(view, { ...noted, verdict: 'blocked', actions: common.actions.map(withoutWrite) });
  }
  if (!decisions.some(({ kind }) => kind === 'write')) return decisionOf(view, { ...noted, verdict: 'limited' });
  return decisionOf(view, { ...noted, verdict: 'acted', cooldown_days: planned.cooldownDays });
}
