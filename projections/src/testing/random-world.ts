import type { StoreRenewal, StoreTransaction } from '@tapwise/domain';
import { figureEvents } from './figure-events.ts';
import { type Extras, extraEvents, isExact, randomExtras } from './random-extras.ts';
import type { StreamEvent } from './recorded-events.ts';
import {
  adGroup,
  campaign,
  installAttributed,
  installOrganic,
  installReported,
  keyword,
  linked,
  notification,
  pullCompleted,
  rates,
  transaction,
} from './sample-events.ts';
import { type Random, randomOf } from './seeded-random.ts';

/** A payment that reached the store, and how much of it stayed. */
export interface Payment {
  readonly at: string;
  readonly product: string;
  readonly micros: number;
  readonly storefront: keyof typeof storefronts;
  readonly refunded: boolean;
}

/** Somebody who installed the app, and everything they bought; what really happened, without any event. */
export interface Person {
  readonly id: string;
  readonly firstLaunchAt: string;
  readonly campaignId: number | 'organic' | 'pending';
  readonly adGroupId: number;
  readonly keywordId: number | null;
  readonly country: string;
  readonly claim: 'click' | 'view';
  readonly purchases: readonly Purchase[];
}

export interface Purchase {
  readonly product: string;
  readonly kind: 'subscription' | 'one_time';
  readonly hadTrial: boolean;
  readonly status: 'trial' | 'trial_canceled' | 'billing_issues' | 'active' | 'canceled' | 'refunded';
  readonly payments: readonly Payment[];
  /** Name of the original transaction, and what the store said the next charge of a trial would cost. */
  readonly originalId: string;
  readonly namedPrice: number | null;
}

export interface Figure {
  readonly day: string;
  readonly campaignId: number;
  readonly adGroupId: number;
  readonly keywordId: number | null;
  readonly country: string;
  readonly impressions: number;
  readonly taps: number;
  readonly tapInstalls: number;
  readonly viewInstalls: number;
  readonly spendMicros: number;
}

export interface World {
  readonly events: StreamEvent[];
  readonly people: Person[];
  readonly figures: Figure[];
  /** Units per euro, by day, some days missing. */
  readonly rates: ReadonlyMap<string, Record<string, number>>;
  readonly extras: Extras;
}

/** Storefronts with the tax inside their prices, and the currency they are in. */
export const storefronts = {
  US: { tax: 0, currency: 'USD' },
  DE: { tax: 0.19, currency: 'EUR' },
  GB: { tax: 0.2, currency: 'GBP' },
  JP: { tax: 0.1, currency: 'JPY' },
} as const;
const countries = Object.keys(storefronts) as (keyof typeof storefronts)[];

/** The instant all worlds are looked at. */
export const worldNow = '2026-03-20T09:00:00.000Z';
const firstDay = Date.parse('2026-03-01T00:00:00.000Z');
const dayMs = 86_400_000;
const at = (ms: number): string => new Date(ms).toISOString();

/** A small world: three campaigns (the last one never shown by the ad service), ad groups, keywords, people, purchases. */
export function randomWorld(seed: number): World {
  const random = randomOf(seed);
  const people = Array.from({ length: 40 }, (_, index) => randomPerson(random, index));
  const made = randomFigures(random);
  const known = randomRates(random);
  const extras = randomExtras(random);
  const events = [
    ...structureEvents(),
    pullCompleted(worldNow),
    ...[...known].map(([day, perEuro]) => rates(day, perEuro)),
    ...figureEvents(made, random),
    ...extraEvents(extras),
    ...people.flatMap((person) => personEvents(person, random)),
  ];
  return { events: shuffledByStream(events, random), people, figures: made, rates: known, extras };
}

function structureEvents(): StreamEvent[] {
  return [1, 2].flatMap((id) => [
    campaign(id),
    ...[0, 1].flatMap((index) => [
      adGroup(id, id * 10 + index, { search_match: index === 0 }),
      ...[0, 1].map((place) => {
        const keywordId = (id * 10 + index) * 10 + place;
        return keyword(id, id * 10 + index, keywordId, { match_type: isExact(keywordId) ? 'EXACT' : 'BROAD' });
      }),
    ]),
  ]);
}

function randomRates(random: Random): Map<string, Record<string, number>> {
  const known = new Map<string, Record<string, number>>();
  for (let day = 2; day < 20; day += 1) {
    if (random.next() < 0.3) continue;
    const drift = 1 + random.next() / 10;
    known.set(at(firstDay + day * dayMs).slice(0, 10), { USD: 1.1 * drift, GBP: 0.85 * drift, JPY: 160 / drift });
  }
  return known;
}

function randomFigures(random: Random): Figure[] {
  return Array.from({ length: 120 }, () => {
    const campaignId = 1 + random.upTo(2);
    const adGroupId = campaignId * 10 + random.upTo(2);
    const impressions = 1 + random.upTo(900);
    return {
      ...{ day: at(firstDay + (random.upTo(24) - 4) * dayMs).slice(0, 10), campaignId, adGroupId, impressions },
      keywordId: random.next() < 0.3 ? null : adGroupId * 10 + random.upTo(2),
      country: random.pick(countries),
      taps: random.upTo(90),
      tapInstalls: random.upTo(40),
      viewInstalls: random.upTo(9),
      spendMicros: random.upTo(90_000_000),
    };
  });
}

function randomPerson(random: Random, index: number): Person {
  const brought = random.next();
  const campaignId = brought < 0.15 ? 'organic' : brought < 0.25 ? 'pending' : 1 + random.upTo(3);
  const adGroupId = (typeof campaignId === 'number' ? campaignId : 1) * 10 + random.upTo(2);
  const firstLaunchMs = firstDay + Math.floor(random.next() * 18 * dayMs);
  const country = random.pick(countries);
  return {
    ...{ id: `person-${index}`, firstLaunchAt: at(firstLaunchMs), campaignId, adGroupId, country },
    keywordId: random.next() < 0.3 ? null : adGroupId * 10 + random.upTo(2),
    claim: random.pick(['click', 'click', 'view'] as const),
    purchases: Array.from({ length: random.upTo(3) }, (_, place) => ({
      ...randomPurchase(random, firstLaunchMs, country),
      originalId: `person-${index}-${place}`,
      namedPrice: random.next() < 0.5 ? 1_000_000 * (1 + random.upTo(40)) : null,
    })),
  };
}

function randomPurchase(
  random: Random,
  startMs: number,
  country: keyof typeof storefronts,
): Omit<Purchase, 'originalId' | 'namedPrice'> {
  const storefront = random.next() < 0.8 ? country : random.pick(countries);
  const product = random.pick(['monthly', 'yearly']);
  const pay = (ms: number, name: string, refunded = false): Payment => ({
    ...{ at: at(ms), product: name, micros: 1_000_000 * (1 + random.upTo(40)), storefront, refunded },
  });
  if (random.next() < 0.2) {
    const payment = pay(startMs + random.upTo(dayMs), 'pack', random.next() < 0.3);
    const status = payment.refunded ? 'refunded' : 'active';
    return { product: 'pack', kind: 'one_time', hadTrial: false, status, payments: [payment] };
  }
  const hadTrial = random.next() < 0.6;
  const status = random.pick(['trial', 'trial_canceled', 'active', 'canceled', 'refunded', 'billing_issues'] as const);
  if (status === 'trial' || status === 'trial_canceled') {
    return { ...{ product, kind: 'subscription', hadTrial: true, status }, payments: [] };
  }
  const first = startMs + (hadTrial ? 3_600_000 : 0);
  return {
    ...{ product, kind: 'subscription', hadTrial, status },
    payments: [pay(first, product, status === 'refunded')],
  };
}

function personEvents(person: Person, random: Random): StreamEvent[] {
  const { id, campaignId, adGroupId, keywordId, country, claim } = person;
  const decided =
    campaignId === 'pending'
      ? []
      : campaignId === 'organic'
        ? [installOrganic(id)]
        : [
            installAttributed(id, {
              ...{ campaign_id: campaignId, ad_group_id: adGroupId, keyword_id: keywordId, country, claim_type: claim },
            }),
          ];
  const bought = person.purchases.flatMap((purchase) => purchaseEvents(person, purchase, random));
  return [installReported(id, person.firstLaunchAt), ...decided, ...bought];
}

function purchaseEvents(person: Person, purchase: Purchase, random: Random): StreamEvent[] {
  const { originalId } = purchase;
  const launched = Date.parse(person.firstLaunchAt);
  const link = linked(person.id, originalId);
  const paid = purchase.payments.map((payment, index) => storePayment(purchase, payment, originalId, index));
  if (purchase.kind === 'one_time') return [link, ...saleEvents('ONE_TIME_CHARGE', purchase, paid)];
  const trial = transaction(originalId, {
    ...{ product_id: purchase.product, price_micros: 0, offer_type: 1, offer_discount_type: 'FREE_TRIAL' },
    ...{ purchased_at: person.firstLaunchAt, storefront: 'US' },
    expires_at: purchase.status === 'trial' ? '2026-03-27T00:00:00.000Z' : at(launched + 3_600_000),
  });
  const renewal = purchase.namedPrice === null ? null : renewalAt(purchase.namedPrice);
  const begun = purchase.hadTrial ? [notification('SUBSCRIBED', [trial], { renewal })] : [];
  const off = notification('DID_CHANGE_RENEWAL_STATUS', [paid.at(-1) ?? trial], {
    ...{ subtype: 'AUTO_RENEW_DISABLED', signed_at: at(launched + 7_200_000) },
  });
  const ended = purchase.status === 'trial_canceled' || purchase.status === 'canceled' ? [off] : [];
  const sold = saleEvents(purchase.hadTrial ? 'DID_RENEW' : 'SUBSCRIBED', purchase, paid);
  const all = [...begun, ...sold, ...ended];
  return random.next() < 0.5 ? [link, ...all] : [...all, link];
}

const renewalAt = (renewal_price_micros: number): StoreRenewal => ({
  ...{ auto_renew_product_id: null, auto_renew: true, expiration_intent: null, in_billing_retry: null },
  ...{ grace_period_expires_at: null, renewal_at: null, renewal_price_micros, currency: 'USD' },
});

function storePayment(purchase: Purchase, payment: Payment, originalId: string, index: number): StoreTransaction {
  const { currency } = storefronts[payment.storefront];
  const silent = purchase.status === 'billing_issues';
  return transaction(purchase.hadTrial ? `${originalId}-c${index}` : originalId, {
    ...{ original_transaction_id: originalId, product_id: payment.product, purchased_at: payment.at, currency },
    ...{ price_micros: payment.micros, storefront: payment.storefront },
    kind: purchase.kind === 'one_time' ? 'consumable' : 'auto_renewable',
    // Nothing was heard since the end of a period two days ago, though renewal is on.
    expires_at: purchase.kind === 'one_time' ? null : silent ? '2026-03-18T09:00:00.000Z' : '2026-04-20T00:00:00.000Z',
  });
}

function saleEvents(type: string, purchase: Purchase, paid: readonly StoreTransaction[]): StreamEvent[] {
  return paid.flatMap((sale, index) => {
    const revoked_at = at(Date.parse(sale.purchased_at) + 1_800_000);
    const refund = notification('REFUND', [{ ...sale, revoked_at }], { signed_at: revoked_at });
    return [notification(type, [sale]), ...(purchase.payments[index]?.refunded ? [refund] : [])];
  });
}

/** Events of different streams in any order; within a stream they keep theirs, as in a log. */
function shuffledByStream(events: readonly StreamEvent[], random: Random): StreamEvent[] {
  const places = events.map((_, index) => ({ index, key: random.next() })).sort((a, b) => a.key - b.key);
  const byStream = new Map<string, StreamEvent[]>();
  for (const one of events) byStream.set(one.stream, [...(byStream.get(one.stream) ?? []), one]);
  return places.flatMap(({ index }) => byStream.get(events[index]?.stream ?? '')?.shift() ?? []);
}
