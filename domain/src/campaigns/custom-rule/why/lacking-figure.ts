import type { ActionDecision } from '../actions/action-decision.ts';
import type { TestVerdict } from '../evaluation/rule-verdict.ts';
import { millionthsOf } from '../numbers/exact-value.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { unknownText } from '../why/condition-texts.ts';

type UnknownAction = Extract<ActionDecision, { kind: 'no_data' }>;

const figureOf = ({ planned }: UnknownAction) => planned.worth?.figure ?? planned.cpt;

/** A figure that an action needs and is not known: it is shown as a test at the path of the action. */
export function lackingFigure(unknown: UnknownAction): TestVerdict {
  const { planned, reading } = unknown;
  const figure = figureOf(unknown);
  const { action, path } = planned;
  const limit = action.do === 'bid' && action.how === 'target' ? action.value : null;
  const isMoney = figure?.metric.unit === 'money';
  return {
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
}

/** What it needs to be known. */
export function lackingText(unknown: UnknownAction, view: UnitView): string {
  const figure = figureOf(unknown);
  return figure === null || figure === undefined
    ? 'CPT bid is not known'
    : unknownText(figure, unknown.reading, view, view.world.data.currency.application);
}

const displayValue = (millionths: number, isMoney: boolean): number =>
  isMoney ? Math.round(millionths) : Math.round(millionths) / 1_000_000;
