import type { Price } from '../../predictions/models.queries.ts';
import { setGone, type ValuedModel, type ValuedSlot } from '../../predictions/valued-model.ts';
import type { SubscriptionGroup } from '../facts/subscription-facts.queries.ts';

/** Subscriptions of one object, bucket, product and state, and what is still to come from them. */
export interface ValuedSubscription
  extends Pick<
    SubscriptionGroup,
    'object' | 'bucket' | 'parent_campaign' | 'parent_group' | 'product' | 'status' | 'count'
  > {
  readonly trials: number;
  readonly trial_conversions: number;
  readonly conversions: number;
  readonly refunded_conversions: number;
  /** How many of them may still bring money. */
  activeCount: number;
  /** In micros of the answer's currency. */
  remaining: number;
  /** How many active ones are left out, because no price of theirs is known. */
  unvalued: number;
  /** Currencies whose rates are not known, so that active ones are left out. */
  unrated: readonly string[];
  /** How far the model may be trusted. */
  grade: 'high' | 'medium' | 'low';
}

/** What values depend on beside the subscriptions themselves. */
export interface ValueTerms {
  readonly model: ValuedModel | undefined;
  readonly priceOf: (product: string, storefront: string) => Price | undefined;
  /** The present exchange rate of each currency. */
  readonly latest: ReadonlyMap<string, number>;
  readonly smallBusiness: boolean;
  /** The instant that states were asked for; milliseconds. */
  readonly nowMs: number;
}

/** Whether a group has active subscriptions whose next price the store did not name. */
export const needsPrices = ({ prices_micros: prices }: SubscriptionGroup): boolean => prices.includes(0);

const noCurrencies: readonly string[] = [];

/** Adds up what is still to come from the subscriptions of a group. */
export function valueGroup(group: SubscriptionGroup, terms: ValueTerms): ValuedSubscription {
  const { model } = terms;
  // Tens of thousands of these are made for one answer, so each is made in one go.
  const fact: ValuedSubscription = {
    object: group.object,
    bucket: group.bucket,
    parent_campaign: group.parent_campaign,
    parent_group: group.parent_group,
    product: group.product,
    status: group.status,
    count: group.count,
    trials: group.trials,
    trial_conversions: group.trial_conversions,
    conversions: group.conversions,
    refunded_conversions: group.refunded_conversions,
    activeCount: group.charges.length,
    remaining: 0,
    unvalued: 0,
    unrated: noCurrencies,
    grade: model?.model.curves[0]?.grade ?? 'low',
  };
  if (model !== undefined && fact.activeCount > 0) addValues(fact, group, { ...terms, model });
  return fact;
}

type ModelTerms = ValueTerms & { readonly model: ValuedModel };

function addValues(fact: ValuedSubscription, group: SubscriptionGroup, { model, ...terms }: ModelTerms): void {
  const { storefronts, charges, service_days: days, prices_micros: prices, price_currencies: currencies } = group;
  const status = group.status as ValuedSlot['status'];
  // Hundreds of thousands go through here for one report, so one object serves for all of them.
  const slot: ValuedSlot = {
    status,
    country: '',
    charges: 0,
    elapsed: 0,
    hours_in_trial: 0,
    retry_days: 0,
    paid_service_days: 0,
    owed_payments: 0,
    ends_after_owed: false,
  };
  for (let index = 0; index < charges.length; index += 1) {
    slot.country = storefronts[index] ?? '';
    slot.charges = charges[index] ?? 0;
    slot.paid_service_days = days[index] ?? 0;
    slot.owed_payments = group.owed[index] ?? 0;
    slot.ends_after_owed = group.ends_after_owed[index] === 1;
    setGone(slot, terms.nowMs - (group.began_ms[index] ?? 0), group.lasts_ms[index] ?? 0);
    const value = model.remainingPerPrice(slot, terms.smallBusiness);
    if (value === 0) continue;
    const named = prices[index] ?? 0;
    const unnamed = named === 0 ? terms.priceOf(group.product, slot.country) : undefined;
    const currency = named === 0 ? unnamed?.currency : currencies[index];
    const factor = currency === undefined ? undefined : terms.latest.get(currency);
    if (currency === undefined) fact.unvalued += 1;
    else if (factor === undefined)
      fact.unrated = fact.unrated.includes(currency) ? fact.unrated : [...fact.unrated, currency];
    else fact.remaining += value * (named === 0 ? (unnamed?.micros ?? 0) : named) * factor;
  }
}
