import type { RuleAction } from '../definition/rule-actions.ts';
import type { ClosedQuantity, RuleQuantity } from '../definition/rule-metrics.ts';
import type { UnknownWhy } from '../evaluation/rule-verdict.ts';
import type { FigureReading } from '../numbers/figure-reading.ts';
import { type FigureScope, floorLeast, type PlannedFigure, planFigure } from '../numbers/plan-figure.ts';
import { figureRow, readFigure } from '../numbers/read-figure.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import type { ExactAmount } from './limited-amount.ts';
import { microsOf } from './wanted-amount.ts';

export type TargetAction = Extract<RuleAction, { how: 'target' }>;

/** What a target bid is computed from: the same for every unit. */
export interface PlannedWorth {
  readonly figure: PlannedFigure;
  readonly taps: RuleQuantity;
  readonly leastTaps: number;
  /** In millionths. */
  readonly value: number;
}

export function planWorth({ of, value, window }: TargetAction, scope: FigureScope): PlannedWorth {
  const figure = planFigure({ metric: of, of: 'self', window, perDay: false }, scope);
  const closedTaps: ClosedQuantity | undefined = figure.closedDays === null ? undefined : `taps_d${figure.closedDays}`;
  return {
    figure,
    taps: closedTaps ?? 'taps',
    leastTaps: Math.max(1, floorLeast('taps', scope.guards, scope.currency)),
    value: microsOf(value),
  };
}

/** What a tap is worth to a unit, in micros of the settings' currency; or why it is not known. */
export type TapWorth =
  | { readonly known: true; readonly worth: ExactAmount }
  | { readonly known: false; readonly reading: FigureReading };

/** Never from no taps, and never from figures under their floors. */
export function tapWorth(planned: PlannedWorth, view: UnitView): TapWorth {
  const { figure, leastTaps, value } = planned;
  const reading = readFigure(figure, view);
  const lack = (why: UnknownWhy, needs: FigureReading['needs'] = null): TapWorth => ({
    known: false,
    reading: { ...reading, why, needs },
  });
  if (reading.why === 'not_known') return { known: false, reading };
  const { sums } = figureRow(figure, view);
  const taps = sums[planned.taps] === undefined ? 0 : sums[planned.taps];
  const { rate } = view.world.data;
  if (taps === null || taps === undefined || rate === null) return lack('not_known');
  if (taps < leastTaps)
    return lack(taps === 0 ? 'no_denominator' : 'floor', { metric: 'taps', more: leastTaps - taps });
  if (reading.why !== null || reading.value === null) return { known: false, reading };
  const { numerator, denominator } = reading.value;
  // A cost that is aimed at is paid for each count; an income may cost a share of itself.
  const isCost = figure.metric.unit === 'money';
  const amount: ExactAmount = isCost
    ? { numerator: BigInt(value) * BigInt(denominator), denominator: BigInt(taps) }
    : { numerator: BigInt(numerator) * 1_000_000n, denominator: BigInt(taps) * BigInt(value) };
  return {
    known: true,
    worth: {
      numerator: amount.numerator * BigInt(rate.denominator),
      denominator: amount.denominator * BigInt(rate.numerator),
    },
  };
}
