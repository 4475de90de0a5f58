import type { StoreRenewal, StoreTransaction } from '@tapwise/domain';
import { type Figure, figureEvents } from '../figure-events.ts';
import type { StreamEvent } from '../recorded-events.ts';
import { orgId, pullCompleted, rateAccepted, rateHeldBack, rates, ratesCorrected } from '../sample-events.ts';
import {
  installAttributed,
  installOrganic,
  installReopened,
  installReported,
  linked,
  notification,
  transaction,
} from '../sample-users.ts';
import { type Extras, extraEvents, randomExtras } from './random-extras.ts';
import {
  at,
  countries,
  dayMs,
  firstDay,
  type Payment,
  type Person,
  type Purchase,
  randomPeople,
  storefronts,
} from './random-people.ts';
import { type ObjectState, randomStates, structureEvents } from './random-structure.ts';
import { type Random, randomOf } from './seeded-random.ts';

export interface World {
  readonly events: StreamEvent[];
  readonly people: Person[];
  readonly figures: Figure[];
  /** Units per euro, by day, some days missing. */
  readonly rates: ReadonlyMap<string, Record<string, number>>;
  readonly extras: Extras;
  /** Of the objects the ad service shows, by `stateKey`. */
  readonly states: ReadonlyMap<string, ObjectState>;
}

/** The instant all worlds are looked at. */
export const worldNow = '2026-03-20T09:00:00.000Z';

/** A small world: three campaigns (the last one never shown by the ad service), ad groups, keywords, people, purchases. */
export function randomWorld(seed: number): World {
  const random = randomOf(seed);
  const people = randomPeople(random);
  const states = randomStates(random);
  const made = randomFigures(random);
  const dayRates = randomRates(random);
  const extras = randomExtras(random);
  const events = [
    ...structureEvents(states),
    pullCompleted(worldNow),
    ...[...dayRates].flatMap(([day, perEuro], index) => rateHistory(day, perEuro, index % 3)),
    ...figureEvents(made, random),
    ...extraEvents(extras),
    ...people.flatMap((person) => personEvents(person, random)),
  ];
  return { events: shuffledByStream(events, random), people, figures: made, rates: dayRates, extras, states };
}

function randomRates(random: Random): Map<string, Record<string, number>> {
  const dayRates = new Map<string, Record<string, number>>();
  for (let day = 2; day < 20; day += 1) {
    if (random.next() < 0.3) continue;
    const drift = 1 + random.next() / 10;
    dayRates.set(at(firstDay + day * dayMs).slice(0, 10), { USD: 1.1 * drift, GBP: 0.85 * drift, JPY: 160 / drift });
  }
  return dayRates;
}

/** Ways in which a day can come to its rates: at once, corrected, or with one that was held back. */
function rateHistory(day: string, perEuro: Record<string, number>, way: number): StreamEvent[] {
  const { USD = 1, ...others } = perEuro;
  if (way === 1) return [rates(day, { ...others, USD: USD * 1.2 }), ratesCorrected(day, { USD }, { USD: USD * 1.2 })];
  if (way === 2) return [rates(day, others), rateHeldBack(day, 'USD', USD * 10), rateAccepted(day, 'USD', USD)];
  return [rates(day, perEuro)];
}

function randomFigures(random: Random): Figure[] {
  return Array.from({ length: 120 }, () => {
    const campaignId = 1 + random.upTo(2);
    const adGroupId = campaignId * 10 + random.upTo(2);
    const impressions = 1 + random.upTo(900);
    return {
      day: at(firstDay + (random.upTo(24) - 4) * dayMs).slice(0, 10),
      campaignId,
      adGroupId,
      impressions,
      keywordId: random.next() < 0.3 ? null : adGroupId * 10 + random.upTo(2),
      country: random.pick(countries),
      taps: random.upTo(90),
      tapInstalls: random.upTo(40),
      viewInstalls: random.upTo(9),
      spendMicros: random.upTo(90_000_000),
    };
  });
}

function personEvents(person: Person, random: Random): StreamEvent[] {
  const { id, campaignId, adGroupId, keywordId, country, claim } = person;
  const bought = person.purchases.flatMap((purchase) => purchaseEvents(person, purchase, random));
  if (campaignId === 'unknown') return bought;
  const reported = [installReported(id, person.firstLaunchAt), ...lateToken(person)];
  if (campaignId === 'pending') return [...reported, ...bought];
  if (campaignId === 'organic') return [...reported, installOrganic(id), ...bought];
  const isElsewhere = campaignId === 'elsewhere';
  const attributed = installAttributed(id, {
    org_id: isElsewhere ? orgId + 1 : orgId,
    campaign_id: isElsewhere ? 9 : campaignId,
    ad_group_id: adGroupId,
    keyword_id: keywordId,
    country,
    claim_type: claim,
  });
  return [...reported, attributed, ...bought];
}

/** Every third user is recorded without a token first, which comes later. */
function lateToken({ id, firstLaunchAt }: Person): StreamEvent[] {
  if (id.charCodeAt(id.length - 1) % 3 !== 0) return [];
  return [installOrganic(id, 'no_token'), installReopened(id, firstLaunchAt)];
}

function purchaseEvents(person: Person, purchase: Purchase, random: Random): StreamEvent[] {
  const { originalId } = purchase;
  const launched = Date.parse(person.firstLaunchAt);
  const links = person.campaignId === 'unknown' ? [] : [linked(person.id, originalId)];
  const paid = purchase.payments.map((payment, index) => storePayment(purchase, payment, originalId, index));
  if (purchase.kind === 'one_time') return [...links, ...saleEvents('ONE_TIME_CHARGE', purchase, paid)];
  const trial = transaction(originalId, {
    product_id: purchase.product,
    price_micros: 0,
    offer_type: 1,
    offer_discount_type: 'FREE_TRIAL',
    purchased_at: person.firstLaunchAt,
    storefront: 'US',
    expires_at: purchase.status === 'trial' ? '2026-03-27T00:00:00.000Z' : at(launched + 3_600_000),
  });
  const renewal = purchase.namedPrice === null ? null : renewalAt(purchase.namedPrice);
  const begun = purchase.hadTrial ? [notification('SUBSCRIBED', [trial], { renewal })] : [];
  const off = notification('DID_CHANGE_RENEWAL_STATUS', [paid.at(-1) ?? trial], {
    subtype: 'AUTO_RENEW_DISABLED',
    signed_at: at(launched + 7_200_000),
  });
  const ended = purchase.status === 'trial_canceled' || purchase.status === 'canceled' ? [off] : [];
  const sold = saleEvents(purchase.hadTrial ? 'DID_RENEW' : 'SUBSCRIBED', purchase, paid);
  const all = [...begun, ...sold, ...ended];
  return random.next() < 0.5 ? [...links, ...all] : [...all, ...links];
}

const renewalAt = (renewal_price_micros: number): StoreRenewal => ({
  auto_renew_product_id: null,
  auto_renew: true,
  expiration_intent: null,
  in_billing_retry: null,
  grace_period_expires_at: null,
  renewal_at: null,
  renewal_price_micros,
  currency: 'USD',
});

function storePayment(purchase: Purchase, payment: Payment, originalId: string, index: number): StoreTransaction {
  const { currency } = storefronts[payment.storefront];
  const silent = purchase.status === 'billing_issues';
  return transaction(purchase.hadTrial ? `${originalId}-c${index}` : originalId, {
    original_transaction_id: originalId,
    product_id: payment.product,
    purchased_at: payment.at,
    currency,
    price_micros: payment.micros,
    storefront: payment.storefront,
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
  for (const event of events) byStream.set(event.stream, [...(byStream.get(event.stream) ?? []), event]);
  return places.flatMap(({ index }) => byStream.get(events[index]?.stream ?? '')?.shift() ?? []);
}
