import type { Price } from '../predictions/models.queries.ts';
import type { ValuedModel, ValuedSubscription } from '../predictions/valued-model.ts';
import type { SubscriptionGroup } from './subscription-facts.queries.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;

/** Subscriptions of one object, bucket, product and state, and what is still to come from them. */
export interface SubscriptionFact extends SubscriptionGroup {
  /** In micros of the answer's currency. */
  readonly remaining: number;
  /** How many are live, and of how many of them no price is known. */
  readonly live: number;
  readonly unvalued: number;
  /** Currencies whose rate is not known. */
  readonly unrated: string[];
  /** How far the model may be trusted. */
  readonly grade: 'high' | 'medium' | 'low';
}

/** What values depend on beside the subscriptions themselves. */
export interface ValueTerms {
  readonly model: ValuedModel | undefined;
  readonly priceOf: (product: string, storefront: string) => Price | undefined;
  /** What one unit of each currency is worth now. */
  readonly latest: ReadonlyMap<string, number>;
  readonly smallBusiness: boolean;
}

/** Whether a group has live subscriptions whose next price the store did not name. */
export const needsPrices = ({ price_micros }: SubscriptionGroup): boolean => price_micros.includes(0);

/** Adds up what is still to come from each live subscription of a group. */
export function valueGroup(group: SubscriptionGroup, terms: ValueTerms): SubscriptionFact {
  const { model, priceOf, latest, smallBusiness } = terms;
  let [remaining, unvalued] = [0, 0];
  const unrated = new Set<string>();
  for (let index = 0; index < group.charges.length; index += 1) {
    const live = subscriptionAt(group, index);
    const expected = model?.remainingPerPrice(live, smallBusiness) ?? 0;
    if (expected === 0) continue;
    const price = priceAt(group, index) ?? priceOf(group.product, live.country);
    const factor = price === undefined ? undefined : latest.get(price.currency);
    if (price === undefined) unvalued += 1;
    else if (factor === undefined) unrated.add(price.currency);
    else remaining += expected * price.micros * factor;
  }
  const grade = model?.model.curves[0]?.grade ?? 'low';
  return { ...group, remaining, live: group.charges.length, unvalued, unrated: [...unrated], grade };
}

function priceAt({ price_micros, price_currencies }: SubscriptionGroup, index: number): Price | undefined {
  const micros = price_micros[index] ?? 0;
  return micros === 0 ? undefined : { micros, currency: price_currencies[index] ?? '' };
}

function subscriptionAt(group: SubscriptionGroup, index: number): ValuedSubscription {
  const elapsed = group.elapsed[index] ?? 0;
  return {
    status: group.status as ValuedSubscription['status'],
    country: group.storefronts[index] ?? '',
    charges: group.charges[index] ?? 0,
    paid_service_days: group.paid_service_days[index] ?? 0,
    hours_in_trial: elapsed / hourMs,
    retry_days: elapsed / dayMs,
    elapsed,
  };
}
