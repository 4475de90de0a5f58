import {
  type ActiveSubscription,
  chargeSteps,
  dayMs,
  firstReducedCharge,
  hourMs,
  keptShare,
  type ModelCurve,
  nextChargeChance,
  type ProductModel,
  reducedFee,
  retentionAt,
  standardFee,
} from '@tapwise/domain';

/** A curve with what follows each charge: index m − 1 belongs to charge m. */
interface ValuedCurve {
  readonly curve: ModelCurve;
  readonly reach: Float64Array;
  readonly following: Float64Array;
}

/** An active subscription as far as its value goes, without its price. */
export interface ValuedSubscription extends Omit<ActiveSubscription, 'price_ex_vat'> {
  /** Days of paid service that will have been gathered when the present period is over. */
  readonly paid_service_days: number;
}

/** An active subscription whose values are set again and again. */
export type ValuedSlot = { -readonly [Name in keyof ValuedSubscription]: ValuedSubscription[Name] };

/**
 * Sets the renewal that a subscription has reached.
 * @param goneMs Since its trial or period began, or its payment was due.
 * @param periodMs Length of its period; 0 where it is not known.
 */
export function setGone(slot: ValuedSlot, goneMs: number, periodMs: number): void {
  slot.hours_in_trial = goneMs / hourMs;
  slot.retry_days = goneMs / dayMs;
  slot.elapsed = periodMs === 0 ? 0 : goneMs / periodMs;
}

/** A product's model, made ready to value many subscriptions. */
export class ValuedModel {
  readonly model: ProductModel;
  private readonly curves = new Map<string, ValuedCurve>();
  private readonly world: ValuedCurve;

  /** @throws RangeError for a model without a curve. */
  constructor(model: ProductModel) {
    this.model = model;
    for (const curve of model.curves) {
      const steps = chargeSteps(model, curve);
      const reach = Float64Array.from(steps, (step) => step.reach);
      this.curves.set(curve.country, { curve, reach, following: Float64Array.from(steps, (step) => step.following) });
    }
    const world = this.curves.get('') ?? this.curves.values().next().value;
    if (world === undefined) throw new RangeError(`The model of ${model.product_id} has no curve`);
    this.world = world;
  }

  /**
   * Net proceeds still expected within the horizon, for one unit of the price without tax: expected refunds and the store's
   * fee are taken out, the lower one from the charge on at which it begins.
   */
  remainingPerPrice(subscription: ValuedSubscription, smallBusiness: boolean): number {
    const valued = this.curves.get(subscription.country) ?? this.world;
    if ((subscription.owed_payments ?? 0) > 0 || subscription.ends_after_owed === true)
      return this.remainingOfCommitment(subscription, valued, smallBusiness);
    const value = this.valueOfNextCharge(subscription, valued, smallBusiness);
    return value === 0 ? 0 : nextChargeChance(subscription, this.model, valued.curve) * value;
  }

  /** The payments that are owed, and, unless renewal is off, what may follow them. */
  private remainingOfCommitment(subscription: ValuedSubscription, valued: ValuedCurve, smallBusiness: boolean): number {
    const { owed_payments: owed = 0, charges } = subscription;
    const { period_days, refund_rate } = this.model;
    const fees = {
      first_reduced_charge: firstReducedCharge(subscription, { period_days, small_business: smallBusiness }),
    };
    let sum = 0;
    for (let step = 1; step <= owed; step += 1) sum += keptShare(fees, charges + step) * (1 - refund_rate);
    if (subscription.ends_after_owed !== true) {
      const paidUp = {
        ...subscription,
        charges: charges + owed,
        paid_service_days: subscription.paid_service_days + owed * period_days,
      };
      const next = this.valueOfNextCharge(paidUp, valued, smallBusiness);
      sum += next === 0 ? 0 : retentionAt(this.model, valued.curve, charges + owed) * next;
    }
    // What is owed and did not succeed has yet to be collected.
    return subscription.status === 'billing_issues' && sum > 0
      ? nextChargeChance(subscription, this.model, valued.curve) * sum
      : sum;
  }

  /** Net proceeds within the horizon once the next charge is made, that charge included, for one unit of the price. */
  private valueOfNextCharge(
    subscription: ValuedSubscription,
    { reach, following }: ValuedCurve,
    smallBusiness: boolean,
  ): number {
    const next = subscription.charges + 1;
    const after = following[next - 1];
    if (after === undefined) return 0;
    const { period_days, refund_rate } = this.model;
    const reduced = firstReducedCharge(subscription, { period_days, small_business: smallBusiness });
    if (reduced <= next) return (1 - reducedFee) * after * (1 - refund_rate);
    const later = ((reach[reduced - 1] ?? 0) * (following[reduced - 1] ?? 0)) / Math.max(reach[next - 1] ?? 1, 1e-300);
    return ((1 - standardFee) * after + (standardFee - reducedFee) * later) * (1 - refund_rate);
  }
}
