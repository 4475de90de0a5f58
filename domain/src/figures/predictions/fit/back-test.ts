import { dayMs, hourMs } from '../../../shared/calendar/days.ts';
import type { BackTest, ProductModel } from '../prediction.events.ts';
import { feeSchedule } from '../value/active-subscription.ts';
import type { DatedSubscription } from '../value/value.ts';
import { expectedUntil } from '../value/value.ts';
import type { SubscriptionLine } from './subscription-line.ts';
import { type LineState, walkLine } from './walk-line.ts';

const shortestHorizonDays = 90;
const betweenChecksMs = 7 * dayMs;
const toleratedBias = 0.05;
const toleratedErrors = 2.5;
/** Fewer expected charges than these say nothing. */
const fewestCharges = 30;

export interface BackTestTerms {
  readonly asOf: number;
  readonly lines: readonly SubscriptionLine[];
  readonly periodDays: number;
  readonly previous: ProductModel | undefined;
}

/** Days that a check looks ahead: 90, for long periods until the first renewals are in. */
function horizonDays(periodDays: number): number {
  return Math.max(shortestHorizonDays, Math.ceil(1.25 * periodDays));
}

/** Whether a week has passed since the last check. */
export function isBackTestDue({ asOf, periodDays, previous }: BackTestTerms): boolean {
  const last = previous?.back_test;
  if (last === null || last === undefined) return true;
  return asOf - horizonDays(periodDays) * dayMs - Date.parse(last.cutoff) >= betweenChecksMs;
}

/**
 * The product's own test: the model of an earlier instant says how many charges its active subscriptions will make until now,
 * and these are counted. It is biased beyond 5 % and 2.5 standard errors.
 */
export function backTestOf(terms: BackTestTerms, modelAt: (cutoff: number) => ProductModel | null): BackTest {
  const horizon_days = horizonDays(terms.periodDays);
  const cutoffMs = terms.asOf - horizon_days * dayMs;
  const check = { cutoff: new Date(cutoffMs).toISOString(), horizon_days };
  const model = modelAt(cutoffMs);
  const sums = model === null ? null : compare(terms, model, cutoffMs);
  if (sums === null || sums.expected < fewestCharges || sums.made <= 0) {
    return { ...check, bias: null, standard_error: null, is_biased: false };
  }
  const bias = sums.expected / sums.made - 1;
  const standard_error = Math.sqrt(sums.variance) / sums.made;
  const is_biased = Math.abs(bias) > Math.max(toleratedBias, toleratedErrors * standard_error);
  return { ...check, bias, standard_error, is_biased };
}

function compare(
  { lines, asOf }: BackTestTerms,
  model: ProductModel,
  cutoffMs: number,
): { expected: number; variance: number; made: number } {
  const sums = { expected: 0, variance: 0, made: 0 };
  // One unit for each charge: neither price nor fee nor refunds matter to the shape of the curves.
  const unit = { ...model, refund_rate: 0 };
  const fees = feeSchedule({ period_days: model.period_days, small_business: true });
  const perCharge = 1 / 0.85;
  for (const line of lines) {
    const subscription = activeAt(line, cutoffMs, perCharge);
    if (subscription === null) continue;
    const { mean, secondMoment } = expectedUntil(subscription, unit, fees, asOf);
    sums.expected += mean;
    sums.variance += Math.max(0, secondMoment - mean * mean);
    sums.made += chargesBetween(line, cutoffMs, asOf);
  }
  return sums;
}

function chargesBetween(line: SubscriptionLine, from: number, until: number): number {
  let made = 0;
  for (const moment of line.moments) if (moment.kind === 'charge' && moment.at > from && moment.at <= until) made += 1;
  return made;
}

/**
 * What of a line was active at an instant; `null` when nothing more was to come.
 * @param priceExVat what a charge costs, without tax.
 */
export function activeAt(line: SubscriptionLine, asOf: number, priceExVat: number): DatedSubscription | null {
  const state = walkLine(line, asOf, {});
  return state === null ? null : activeFrom(line, state, asOf, priceExVat);
}

function activeFrom(
  line: SubscriptionLine,
  state: LineState,
  asOf: number,
  price_ex_vat: number,
): DatedSubscription | null {
  const { period, charges, overdueSince } = state;
  const next_due_at = overdueSince ?? period?.paid_until ?? line.intro?.expires_at;
  if (!state.isActive || next_due_at === undefined) return null;
  const began = line.intro?.started_at ?? line.started_at;
  const running = period === null ? 'trial' : 'active';
  return {
    status: overdueSince === null ? running : 'billing_issues',
    country: line.country,
    charges,
    hours_in_trial: (asOf - began) / hourMs,
    elapsed:
      period === null ? 0 : Math.min(1, Math.max(0, (asOf - period.due_at) / (period.paid_until - period.due_at))),
    retry_days: overdueSince === null ? 0 : (asOf - overdueSince) / dayMs,
    price_ex_vat,
    next_due_at,
  };
}
