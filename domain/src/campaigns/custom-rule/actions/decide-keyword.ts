import { smallestAmount } from '../../../shared/money/amount.ts';
import { microsPerUnit } from '../../../shared/money/micros.ts';
import type { RuleAction } from '../definition/rule-actions.ts';
import { readFigure } from '../numbers/read-figure.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { type ActionDecision, unchanged } from './action-decision.ts';
import { limitAmount, wholeAmount } from './limited-amount.ts';
import type { PlannedAction } from './plan-action.ts';
import { microsOf } from './wanted-amount.ts';

type KeywordAction = Extract<RuleAction, { do: 'add_keyword' }>;

/** A search term that is to be bought; its bid is set, or follows what a tap on it cost. */
export function decideKeyword(planned: PlannedAction, { bid }: KeywordAction, view: UnitView): ActionDecision {
  const refusal = view.unit.refusals?.add_keyword;
  if (refusal !== undefined) {
    return { planned, kind: 'blocked', verdict: unchanged(planned), direction: 'up', note: refusal };
  }
  const write = (computed: number, amount: number, limited_by: 'min' | 'max' | null): ActionDecision => {
    const verdict = { ...unchanged(planned), computed, new: amount, limited_by };
    return { planned, kind: 'write', verdict, direction: 'up', note: null };
  };
  if ('value' in bid) return write(microsOf(bid.value), microsOf(bid.value), null);
  const { rate, currency } = view.world.data;
  const reading = planned.cpt === null ? null : readFigure(planned.cpt, view);
  if (reading === null || reading.value === null || reading.why !== null || rate === null) {
    const unknown = reading ?? { value: null, why: null, needs: null, range: null };
    return { planned, kind: 'no_data', reading: { ...unknown, why: unknown.why ?? 'not_known' } };
  }
  const { numerator, denominator } = reading.value;
  const { computed, amount, limitedBy } = limitAmount({
    base: null,
    wanted: {
      numerator: BigInt(numerator) * BigInt(microsOf(bid.times_cpt)) * BigInt(rate.denominator),
      denominator: BigInt(denominator) * BigInt(microsPerUnit) * BigInt(rate.numerator),
    },
    limits: [
      { by: 'min', least: wholeAmount(microsOf(bid.min)) },
      { by: 'max', most: wholeAmount(microsOf(bid.max)) },
    ],
    least: smallestAmount(currency.settings),
  });
  return write(computed, amount ?? computed, limitedBy === 'min' || limitedBy === 'max' ? limitedBy : null);
}
