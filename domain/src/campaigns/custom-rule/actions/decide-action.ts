import { fullMessage, mostLabelsOfObject } from '../../label/label-change.ts';
import type { RuleAction } from '../definition/rule-actions.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { type ActionDecision, notApplicable, unchanged } from './action-decision.ts';
import { decideAmount } from './decide-amount.ts';
import { decideKeyword, decideNegative } from './decide-keyword.ts';
import type { PlannedAction } from './plan-action.ts';

export function decideAction(planned: PlannedAction, view: UnitView): ActionDecision {
  const { action } = planned;
  switch (action.do) {
    case 'notify':
      return { planned, kind: 'notify', verdict: unchanged(planned) };
    case 'status':
      return decideStatus(planned, action, view);
    case 'label':
      return decideLabel(planned, action, view);
    case 'add_keyword':
      return decideKeyword(planned, action, view);
    case 'negative':
      return decideNegative(planned, action.at, view.unit);
    default:
      return decideAmount(planned, action, view);
  }
}

/** Starts only what a rule paused, unless anything may be started. */
function decideStatus(
  planned: PlannedAction,
  { to, any }: Extract<RuleAction, { do: 'status' }>,
  { unit }: UnitView,
): ActionDecision {
  const status = to === 'paused' ? 'PAUSED' : 'ENABLED';
  if (unit.status === status) return notApplicable(planned, 'nothing_to_do', null, unit.status);
  const pausedBy = unit.trail.status?.at(-1)?.actor.kind;
  if (to === 'running' && !any && pausedBy !== 'rule') {
    return notApplicable(planned, 'not_ours', 'No rule paused it', unit.status);
  }
  const verdict = { ...unchanged(planned, unit.status), computed: status, new: status };
  return { planned, kind: 'write', verdict, direction: to === 'paused' ? 'down' : 'up', note: null };
}

function decideLabel(
  planned: PlannedAction,
  { add, remove }: Extract<RuleAction, { do: 'label' }>,
  { unit, world }: UnitView,
): ActionDecision {
  const nameOf = (id: number): string => world.data.labels.get(id) ?? `#${id}`;
  const textOf = (ids: readonly number[]): string => ids.map(nameOf).join(', ');
  const kept = unit.labels.filter((id) => id !== remove);
  const labels = add === undefined || kept.includes(add) ? kept : [...kept, add];
  const old = textOf(unit.labels);
  if (textOf(labels) === old) return notApplicable(planned, 'nothing_to_do', null, old);
  if (labels.length > mostLabelsOfObject) {
    return {
      planned,
      kind: 'limited',
      verdict: unchanged(planned, old),
      direction: 'none',
      note: fullMessage,
    };
  }
  const verdict = { ...unchanged(planned, old), computed: textOf(labels), new: textOf(labels) };
  return { planned, kind: 'write', verdict, direction: 'none', note: null };
}
