import { smallestAmount } from '../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import { bidsSetMessage } from '../../campaign/campaign-settings.ts';
import { type KeywordAction, type NegativeScope, targetKey } from '../definition/term-targets.ts';
import type { EvaluatedUnit, TermTarget } from '../evaluation/evaluation-data.ts';
import { readFigure } from '../numbers/read-figure.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { type ActionDecision, notApplicable, unchanged } from './action-decision.ts';
import { type AmountLimit, type ExactAmount, limitAmount, wholeAmount } from './limited-amount.ts';
import type { PlannedAction } from './plan-action.ts';
import { asWanted, microsOf } from './wanted-amount.ts';

/** Why nothing is bought where the target is no longer there. */
const noTarget = 'The target campaign was not found';

/** A search term that is to be bought; its bid is set, or follows what a tap on it cost. */
export function decideKeyword(planned: PlannedAction, action: KeywordAction, view: UnitView): ActionDecision {
  const target = view.unit.term?.targets.get(targetKey(action));
  if (target?.bidsSetByService === true) return notApplicable(planned, 'max_conversions', bidsSetMessage);
  const refusal = target === undefined ? noTarget : (target.refusal ?? (action.negate ? target.blockRefusal : null));
  if (refusal !== null) {
    return { planned, kind: 'blocked', verdict: unchanged(planned), direction: 'up', note: refusal };
  }
  if (target?.keyword === 'running' && !action.negate) {
    return notApplicable(planned, 'nothing_to_do', 'Already in this campaign');
  }
  if (target?.keyword === 'paused' && !isTakenBack(view)) {
    return notApplicable(planned, 'not_ours', 'Its keyword is paused');
  }
  const wanted = wantedBid(planned, action, view);
  if ('kind' in wanted) return wanted;
  const { computed, amount, limitedBy } = limitAmount({
    base: null,
    ...asWanted(wanted),
    limits: limitsOf(action, target),
    least: smallestAmount(view.world.data.currency.settings),
  });
  const verdict = { ...unchanged(planned), computed, new: amount, limited_by: limitedBy };
  if (amount === null) return { planned, kind: 'limited', verdict, direction: 'up', note: null };
  const note = target?.keyword === 'running' ? 'Already in this campaign' : null;
  return { planned, kind: 'write', verdict, direction: 'up', note };
}

/** Whether a person paused what this rule bought: then it is released until it is resumed, and may be bought again. */
function isTakenBack({ unit, world }: UnitView): boolean {
  const changes = unit.trail.keyword ?? [];
  const isBought = changes.some(({ actor }) => actor.kind === 'rule' && actor.id === world.version.id);
  return isBought && changes.findLast(({ to }) => to === null)?.actor.kind === 'person';
}

function wantedBid(planned: PlannedAction, { bid }: KeywordAction, view: UnitView): ExactAmount | ActionDecision {
  if ('value' in bid) return wholeAmount(microsOf(bid.value));
  const { rate } = view.world.data;
  const reading = planned.cpt === null ? null : readFigure(planned.cpt, view);
  if (reading === null || reading.value === null || reading.why !== null || rate === null) {
    const unknown = reading ?? { value: null, why: null, needs: null, range: null };
    return { planned, kind: 'no_data', reading: { ...unknown, why: unknown.why ?? 'not_known' } };
  }
  const { numerator, denominator } = reading.value;
  return {
    numerator: BigInt(numerator) * BigInt(microsOf(bid.times_cpt)) * BigInt(rate.denominator),
    denominator: BigInt(denominator) * BigInt(microsPerUnit) * BigInt(rate.numerator),
  };
}

/** A bid is at most the daily budget of its campaign. */
function limitsOf({ bid }: KeywordAction, target: TermTarget | undefined): AmountLimit[] {
  const entered: AmountLimit[] =
    'value' in bid
      ? []
      : [
          { by: 'min', least: wholeAmount(microsOf(bid.min)) },
          { by: 'max', most: wholeAmount(microsOf(bid.max)) },
        ];
  const budget = target?.dailyBudget ?? null;
  return budget === null ? entered : [...entered, { by: 'daily_budget', most: wholeAmount(budget) }];
}

/** A search term that is to be blocked where the action says. */
export function decideNegative(planned: PlannedAction, at: NegativeScope, unit: EvaluatedUnit): ActionDecision {
  const refusal = unit.term?.refusals[at] ?? null;
  if (refusal !== null) {
    return { planned, kind: 'blocked', verdict: unchanged(planned), direction: 'down', note: refusal };
  }
  const verdict = { ...unchanged(planned), computed: unit.name, new: unit.name };
  return { planned, kind: 'write', verdict, direction: 'down', note: null };
}
