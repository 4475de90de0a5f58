import { dayInZone, startOfDayInZone } from '../../../shared/calendar/zones.ts';
import { amountText, smallestAmount } from '../../../shared/money/amount.ts';
import {
  raiseLimits,
  raiseLimitText,
  spikeText,
  spikeUnknownText,
} from '../../automation/evaluation/bid-guardrails.ts';
import { bidsSetMessage } from '../../campaign/campaign-settings.ts';
import type { EvaluatedUnit, EvaluationData } from '../evaluation/evaluation-data.ts';
import type { UnitView } from '../numbers/unit-view.ts';
import { type ActionDecision, notApplicable, unchanged } from './action-decision.ts';
import { type AmountLimit, limitAmount, wholeAmount } from './limited-amount.ts';
import type { PlannedAction } from './plan-action.ts';
import { tapWorth } from './tap-worth.ts';
import {
  type AmountAction,
  asWanted,
  microsOf,
  percentOf,
  type SteppedAmount,
  steppedAmount,
  stepRange,
} from './wanted-amount.ts';

/** A bid, goal or budget of a unit that is moved. */
export function decideAmount(planned: PlannedAction, action: AmountAction, view: UnitView): ActionDecision {
  const { unit, world } = view;
  const reason = strategyReason(action, unit);
  if (reason !== null) {
    return notApplicable(planned, reason, reason === 'max_conversions' ? bidsSetMessage : null);
  }
  const base = amountOf(action, unit);
  if (base === null && action.do === 'bid') {
    return { planned, kind: 'no_data', reading: { value: null, why: 'not_known', needs: null, range: null } };
  }
  if (base === null && action.how !== 'set') return notApplicable(planned, 'nothing_to_do', 'Not set');
  const least = smallestAmount(world.data.currency.settings);
  const wanted = wantedOf(planned, action, view, base ?? 0, least);
  if ('kind' in wanted) return wanted;
  const limits = [...ownLimits(action, base, least), ...settingLimits(action, unit, least)];
  return guarded(planned, action, view, { base, ...wanted, limits, least });
}

function strategyReason({ do: name }: AmountAction, { bidsSetByService }: EvaluatedUnit) {
  if (name === 'target_cpa') return bidsSetByService ? null : 'not_max_conversions';
  return bidsSetByService && name !== 'daily_budget' ? 'max_conversions' : null;
}

function amountOf({ do: name }: AmountAction, { settings }: EvaluatedUnit): number | null {
  switch (name) {
    case 'bid':
      return settings.cptBid;
    case 'cpa_goal':
      return settings.cpaGoal;
    case 'target_cpa':
      return settings.targetCpa;
    default:
      return settings.dailyCap;
  }
}

function wantedOf(
  planned: PlannedAction,
  action: AmountAction,
  view: UnitView,
  base: number,
  least: number,
): SteppedAmount | ActionDecision {
  if (action.how !== 'target') return steppedAmount(action, base, least);
  if (planned.worth === null) throw new RangeError('A target bid is planned with its figure');
  const worth = tapWorth(planned.worth, view);
  return worth.known ? asWanted(worth.worth) : { planned, kind: 'no_data', reading: worth.reading };
}

/** The limits that the action has itself. */
function ownLimits(action: AmountAction, base: number | null, least: number): AmountLimit[] {
  const step: AmountLimit[] =
    action.how === 'target' && base !== null ? [{ by: 'step', ...stepRange(base, action.step) }] : [];
  return [
    ...step,
    { by: 'min', least: wholeAmount(action.min === undefined ? least : microsOf(action.min)) },
    ...(action.max === undefined ? [] : [{ by: 'max' as const, most: wholeAmount(microsOf(action.max)) }]),
  ];
}

/** A bid is at most the daily budget; a daily budget at least the highest bid, and below the lifetime budget. */
function settingLimits({ do: name }: AmountAction, unit: EvaluatedUnit, least: number): AmountLimit[] {
  const { campaignBudget, highestBid, settings } = unit;
  if (name === 'bid') return campaignBudget === null ? [] : [{ by: 'daily_budget', most: wholeAmount(campaignBudget) }];
  if (name !== 'daily_budget') return [];
  const { lifetimeBudget } = settings;
  return [
    ...(highestBid === null ? [] : [{ by: 'min' as const, least: wholeAmount(highestBid) }]),
    ...(lifetimeBudget === null ? [] : [{ by: 'max' as const, most: wholeAmount(lifetimeBudget - least) }]),
  ];
}

interface Wanted extends SteppedAmount {
  readonly base: number | null;
  readonly limits: readonly AmountLimit[];
  readonly least: number;
}

/** Guardrails come last; they hold raises alone. */
function guarded(
  planned: PlannedAction,
  action: AmountAction,
  { unit, world }: UnitView,
  wanted: Wanted,
): ActionDecision {
  const { data } = world;
  const { base } = wanted;
  const limited = limitAmount(wanted);
  const isRaise = limited.direction === 'up' && limited.amount !== null && base !== null;
  const guards = isRaise ? guardsOf(action, unit, data, base) : [];
  const passed = guards.filter(({ most }) => (limited.amount ?? 0) > most);
  const clips = passed.filter(({ mode }) => mode === 'clip');
  const result =
    clips.length === 0
      ? limited
      : limitAmount({
          ...wanted,
          limits: [
            ...wanted.limits,
            ...clips.map(({ most }) => ({ by: 'guardrail' as const, most: wholeAmount(most) })),
          ],
        });
  const verdict = { ...unchanged(planned, base), computed: result.computed, limited_by: result.limitedBy };
  const { direction } = result;
  const refusal = refusalOf(passed, data, isRaise && action.do === 'bid');
  if (refusal !== undefined) {
    return { planned, kind: 'blocked', verdict: { ...verdict, limited_by: 'guardrail' }, direction, note: refusal };
  }
  const warnings = passed.filter(({ mode }) => mode === 'warn').map(({ text }) => text);
  if (isRaise && action.do === 'bid' && data.spike === true && data.guardrails.spend_spike.rules === 'warn')
    warnings.push(spikeText);
  if (action.do === 'bid' && unit.keywordsWithOwnBid > 0 && unit.adGroupId !== null && isAdGroup(unit)) {
    warnings.push(
      `${unit.keywordsWithOwnBid} ${unit.keywordsWithOwnBid === 1 ? 'keyword has its' : 'keywords have their'} own bid`,
    );
  }
  const note = warnings.length === 0 ? null : warnings.join('. ');
  if (result.amount !== null)
    return { planned, kind: 'write', verdict: { ...verdict, new: result.amount }, direction, note };
  if (result.limitedBy !== null) return { planned, kind: 'limited', verdict, direction, note: null };
  return notApplicable(planned, 'nothing_to_do', null, base);
}

const isAdGroup = ({ key }: EvaluatedUnit): boolean => key.split(':').length === 2;

interface Guard {
  readonly mode: string;
  readonly most: number;
  readonly text: string;
}

function guardsOf(action: AmountAction, unit: EvaluatedUnit, data: EvaluationData, base: number): Guard[] {
  const { guardrails, currency } = data;
  if (action.do === 'bid') {
    const atMidnight = amountAtMidnight(unit, data, base);
    return raiseLimits(guardrails, currency.settings, { bid: base, atMidnight }).map(({ mode, most }) => ({
      mode,
      most,
      text: raiseLimitText(most, currency.settings),
    }));
  }
  const { people: mode, factor } = guardrails.budget_step;
  if (action.do === 'cpa_goal' || mode === 'off') return [];
  const { numerator, denominator } = percentOf(base, factor * 100);
  const most = Number(numerator / denominator);
  const name = action.do === 'daily_budget' ? 'daily budget' : 'target CPA';
  const text = `Guardrail: a ${name} should rise to at most ${amountText(most, currency.settings)} in one step`;
  // A rule cannot be asked to confirm.
  return [{ mode: mode === 'confirm' ? 'block' : mode, most, text }];
}

/** The bid as the local day began. */
function amountAtMidnight({ trail }: EvaluatedUnit, { asOf, zone }: EvaluationData, base: number): number {
  const midnight = startOfDayInZone(dayInZone(asOf, zone), zone);
  const first = trail.cpt_bid?.find(({ at }) => at >= midnight);
  return typeof first?.from === 'number' ? first.from : base;
}

function refusalOf(
  passed: readonly Guard[],
  { spike, guardrails }: EvaluationData,
  isBidRaise: boolean,
): string | undefined {
  const stops = passed.find(({ mode }) => mode === 'block');
  if (stops !== undefined) return stops.text;
  if (!isBidRaise || !['clip', 'block'].includes(guardrails.spend_spike.rules) || spike === false) return undefined;
  return spike === null ? spikeUnknownText : spikeText;
}
