import type { Price } from '../../predictions/models.queries.ts';
import type { ValuedModel, ValuedSubscription } from '../../predictions/valued-model.ts';
import type { SubscriptionGroup } from '../facts/subscription-facts.queries.ts';

/** Subscriptions of one object, bucket, product and state, and what is still to come from them. */
export interface SubscriptionFact extends SubscriptionGroup {
  /** In micros of the answer's currency. */
  remaining: number;
  /** How many live ones are left out, because no price of theirs is known. */
  unvalued: number;
  /** Currency whose rate is not known, so that they are left out; else empty. */
  unrated: string;
  /** Confidence in the model. */
  grade: 'high' | 'medium' | 'low';
}

/** What values depend on beside the subscriptions themselves. */
export interface ValueTerms {
  readonly model: ValuedModel | undefined;
  readonly priceOf: (product: string, storefront: string) => Price | undefined;
  /** The present exchange rate of each currency. */
  readonly latest: ReadonlyMap<string, number>;
  readonly smallBusiness: boolean;
}

/** Whether a group has live subscriptions whose next price the store did not name. */
export const needsPrices = ({ price_micros, elapsed }: SubscriptionGroup): boolean =>
  price_micros === 0 && elapsed.length > 0;

const nothing = { remaining: 0, unvalued: 0, unrated: '', grade: 'low' } as const;

/** Adds up what is still to come from the subscriptions of a group. */
export function valueGroup(group: SubscriptionGroup, { model, ...terms }: ValueTerms): SubscriptionFact {
  const fact: SubscriptionFact = Object.assign(group, nothing);
  if (model === undefined || group.elapsed.length === 0) return fact;
  fact.grade = model.model.curves[0]?.grade ?? 'low';
  const { price_micros: micros, price_currency: currency, storefront: country, charges, paid_service_days } = group;
  const value = model.valueOfNextCharge({ country, charges, paid_service_days }, terms.smallBusiness);
  if (value === 0) return fact;
  const status = group.status as ValuedSubscription['status'];
  const chances = model.chancesOfNextCharge({ status, country, charges }, group.elapsed);
  if (chances.possible === 0) return fact;
  const price = micros === 0 ? terms.priceOf(group.product, country) : { micros, currency };
  const factor = price === undefined ? undefined : terms.latest.get(price.currency);
  if (price === undefined) fact.unvalued = chances.possible;
  else if (factor === undefined) fact.unrated = price.currency;
  else fact.remaining = chances.sum * value * price.micros * factor;
  return fact;
}
