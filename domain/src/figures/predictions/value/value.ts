import { dueDatesUntil } from '../period.ts';
import type { ModelCurve, ProductModel } from '../prediction.events.ts';
import { type ActiveSubscription, type FeeSchedule, keptShare, type NextCharge } from './active-subscription.ts';
import { conversionAt, curveOf, lastChargeOf, recoveryAt, renewalChance, retentionAt } from './model-lookups.ts';

/** What is still to come from a subscription: its mean and the mean of its square. */
export interface Remaining {
  readonly mean: number;
  readonly secondMoment: number;
}

/** Chance of the next charge of an active subscription, given all that is seen of it now. */
export function nextChargeChance(subscription: NextCharge, model: ProductModel, curve: ModelCurve): number {
  switch (subscription.status) {
    case 'trial':
      return conversionAt(model, curve, subscription.hours_in_trial);
    case 'active':
      return renewalChance(model, curve, subscription.charges, subscription.elapsed);
    case 'billing_issues':
      return recoveryAt(model, subscription.retry_days);
  }
}

/** Chance of a coming charge, given the one before it. */
function chanceOfStep(subscription: ActiveSubscription, model: ProductModel, curve: ModelCurve, step: number): number {
  const owed = subscription.owed_payments ?? 0;
  // One that is owed and did not succeed has yet to be collected.
  if (step <= owed && (step > 1 || subscription.status !== 'billing_issues')) return 1;
  if (step > owed && subscription.ends_after_owed === true) return 0;
  return step === 1
    ? nextChargeChance(subscription, model, curve)
    : retentionAt(model, curve, subscription.charges + step - 1);
}

/** How many charges are within the horizon, or owed beyond it. */
const chargesWithinHorizon = (subscription: ActiveSubscription, model: ProductModel): number =>
  Math.max(lastChargeOf(model) - subscription.charges, subscription.owed_payments ?? 0);

/** One step of the future: chance that the charge is made, given the one before, and what it brings. */
export interface FutureCharge {
  readonly chance: number;
  readonly proceeds: number;
}

/**
 * The coming charges of an active subscription, at most `count`; chances are each given the charge before. Proceeds are net of
 * tax, fee and the expected refunds.
 */
function* futureCharges(
  subscription: ActiveSubscription,
  model: ProductModel,
  fees: FeeSchedule,
  count: number,
): Generator<FutureCharge> {
  const curve = curveOf(model, subscription.country);
  const price = subscription.price_ex_vat * (1 - model.refund_rate);
  for (let step = 1; step <= count; step += 1) {
    const chance = chanceOfStep(subscription, model, curve, step);
    if (chance === 0) return;
    yield { chance, proceeds: price * keptShare(fees, subscription.charges + step) };
  }
}

/** The coming charges within the model's horizon, and those owed; none else for a subscription that is past it. */
export function futureChargesWithinHorizon(
  subscription: ActiveSubscription,
  model: ProductModel,
  fees: FeeSchedule,
): Iterable<FutureCharge> {
  return futureCharges(subscription, model, fees, chargesWithinHorizon(subscription, model));
}

/** Mean and second moment of the sum of a chain of charges. */
export function momentsOf(charges: Iterable<FutureCharge>): Remaining {
  let reached = 1;
  let paid = 0;
  let mean = 0;
  let secondMoment = 0;
  for (const { chance, proceeds } of charges) {
    reached *= chance;
    mean += reached * proceeds;
    secondMoment += reached * proceeds * (2 * paid + proceeds);
    paid += proceeds;
  }
  return { mean, secondMoment };
}

const nothing: Remaining = { mean: 0, secondMoment: 0 };

/** Moments of the sums of the first so many coming charges, for each of some numbers: `momentsOf` of each in one go. */
function chainMoments(
  subscription: ActiveSubscription,
  model: ProductModel,
  fees: FeeSchedule,
  counts: readonly number[],
): Remaining[] {
  const curve = curveOf(model, subscription.country);
  const price = subscription.price_ex_vat * (1 - model.refund_rate);
  const moments = counts.map(() => nothing);
  const last = Math.max(...counts);
  let reached = 1;
  let paid = 0;
  let mean = 0;
  let secondMoment = 0;
  for (let step = 1; step <= last; step += 1) {
    const proceeds = price * keptShare(fees, subscription.charges + step);
    reached *= chanceOfStep(subscription, model, curve, step);
    mean += reached * proceeds;
    secondMoment += reached * proceeds * (2 * paid + proceeds);
    paid += proceeds;
    for (let index = 0; index < counts.length; index += 1) {
      if (counts[index] === step) moments[index] = { mean, secondMoment };
    }
  }
  return moments;
}

/** Net proceeds still expected from an active subscription within the horizon, in the currency of its price. */
export function remainingOf(subscription: ActiveSubscription, model: ProductModel, fees: FeeSchedule): Remaining {
  return chainMoments(subscription, model, fees, [chargesWithinHorizon(subscription, model)])[0] ?? nothing;
}

/** An active subscription with the instant of its next payment: the end of its trial or period, or when it was due. */
export interface DatedSubscription extends ActiveSubscription {
  readonly next_due_at: number;
}

/** The coming charges that fall due until an instant (milliseconds), whatever the horizon; an overdue one is among them. */
export function futureChargesUntil(
  subscription: DatedSubscription,
  model: ProductModel,
  fees: FeeSchedule,
  untilMs: number,
): Iterable<FutureCharge> {
  return futureCharges(subscription, model, fees, dueDatesUntil(subscription.next_due_at, model.period_days, untilMs));
}

/** Net proceeds expected from an active subscription by an instant (milliseconds): see `futureChargesUntil`. */
export function expectedUntil(
  subscription: DatedSubscription,
  model: ProductModel,
  fees: FeeSchedule,
  untilMs: number,
): Remaining {
  return (
    chainMoments(subscription, model, fees, [dueDatesUntil(subscription.next_due_at, model.period_days, untilMs)])[0] ??
    nothing
  );
}

/**
 * Means of what is expected by each of some instants, and of what remains within the horizon, which is the last one: as
 * `expectedUntil` and `remainingOf` say it.
 */
export function expectedMeans(
  subscription: DatedSubscription,
  model: ProductModel,
  fees: FeeSchedule,
  untilMs: readonly number[],
): number[] {
  const counts = untilMs.map((until) => dueDatesUntil(subscription.next_due_at, model.period_days, until));
  return chainMoments(subscription, model, fees, [...counts, chargesWithinHorizon(subscription, model)]).map(
    ({ mean }) => mean,
  );
}
