import type { StoreTransaction } from '@tapwise/domain';
import type { StreamEvent } from './recorded-events.ts';
import {
  adGroup,
  campaign,
  figures,
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

/** Numbers that look random and are the same for the same seed (mulberry32). */
export function randomOf(seed: number): {
  next(): number;
  pick<T>(from: readonly T[]): T;
  upTo(limit: number): number;
} {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  return { next, pick, upTo: (limit) => Math.floor(next() * limit) };
}
type Random = ReturnType<typeof randomOf>;

/** A small world: three campaigns (the last one never shown by the ad service), ad groups, keywords, people, purchases. */
export function randomWorld(seed: number): World {
  const random = randomOf(seed);
  const people = Array.from({ length: 40 }, (_, index) => randomPerson(random, index));
  const made = randomFigures(random);
  const known = randomRates(random);
  const events = [
    ...structureEvents(),
    pullCompleted(worldNow),
    ...[...known].map(([day, perEuro]) => rates(day, perEuro)),
    ...figureEvents(made, random),
    ...people.flatMap((person) => personEvents(person, random)),
  ];
  return { events: shuffledByStream(events, random), people, figures: made, rates: known };
}

function structureEvents(): StreamEvent[] {
  return [1, 2].flatMap((id) => [
    campaign(id),
    ...[0, 1].flatMap((index) => [
      adGroup(id, id * 10 + index, { search_match: index === 0 }),
      ...[0, 1].map((place) => keyword(id, id * 10 + index, (id * 10 + index) * 10 + place)),
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
      ...{ day: at(firstDay + random.upTo(20) * dayMs).slice(0, 10), campaignId, adGroupId, impressions },
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
    purchases: Array.from({ length: random.upTo(3) }, () => randomPurchase(random, firstLaunchMs, country)),
  };
}

function randomPurchase(random: Random, startMs: number, country: keyof typeof storefronts): Purchase {
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

/** The service reports each level for itself; some rows are restated, and only the last statement counts. */
function figureEvents(made: readonly Figure[], random: Random): StreamEvent[] {
  const levels = [
    { level: 'campaign', keyOf: (one: Figure) => ({ ad_group_id: 0, keyword_id: 0, skip: one.day === '' }) },
    { level: 'ad_group', keyOf: (one: Figure) => ({ ad_group_id: one.adGroupId, keyword_id: 0, skip: false }) },
    {
      level: 'keyword',
      keyOf: (one: Figure) => ({
        ...{ ad_group_id: one.adGroupId, keyword_id: one.keywordId ?? 0, skip: one.keywordId === null },
      }),
    },
  ] as const;
  return levels.flatMap(({ level, keyOf }) => {
    const rows = new Map<string, { one: Figure; row: ReportedRow }>();
    for (const one of made) {
      const { skip, ...ids } = keyOf(one);
      if (skip) continue;
      const key = [one.day, one.campaignId, ids.ad_group_id, ids.keyword_id, one.country].join(' ');
      const known = rows.get(key)?.row ?? { ...nothingReported, ...ids, country: one.country };
      rows.set(key, { one, row: added(known, one) });
    }
    return [...rows.values()].flatMap(({ one, row }) => [
      ...(random.next() < 0.3 ? [figures(level, one.campaignId, one.day, [{ ...row, taps: 1, spend_micros: 5 }])] : []),
      figures(level, one.campaignId, one.day, [row]),
    ]);
  });
}

const nothingReported = {
  ...{ ad_group_id: 0, keyword_id: 0, country: '', impressions: 0, taps: 0, tap_installs: 0, view_installs: 0 },
  spend_micros: 0,
};
type ReportedRow = typeof nothingReported;

function added(row: ReportedRow, one: Figure): ReportedRow {
  return {
    ...row,
    impressions: row.impressions + one.impressions,
    taps: row.taps + one.taps,
    tap_installs: row.tap_installs + one.tapInstalls,
    view_installs: row.view_installs + one.viewInstalls,
    spend_micros: row.spend_micros + one.spendMicros,
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
  const bought = person.purchases.flatMap((purchase, index) =>
    purchaseEvents(person, purchase, `${id}-${index}`, random),
  );
  return [installReported(id, person.firstLaunchAt), ...decided, ...bought];
}

function purchaseEvents(person: Person, purchase: Purchase, originalId: string, random: Random): StreamEvent[] {
  const launched = Date.parse(person.firstLaunchAt);
  const link = linked(person.id, originalId);
  const paid = purchase.payments.map((payment, index) => storePayment(purchase, payment, originalId, index));
  if (purchase.kind === 'one_time') return [link, ...saleEvents('ONE_TIME_CHARGE', purchase, paid)];
  const trial = transaction(originalId, {
    ...{ product_id: purchase.product, price_micros: 0, offer_type: 1, offer_discount_type: 'FREE_TRIAL' },
    ...{ purchased_at: person.firstLaunchAt, storefront: 'US' },
    expires_at: purchase.status === 'trial' ? '2026-03-27T00:00:00.000Z' : at(launched + 3_600_000),
  });
  const begun = purchase.hadTrial ? [notification('SUBSCRIBED', [trial])] : [];
  const off = notification('DID_CHANGE_RENEWAL_STATUS', [paid.at(-1) ?? trial], {
    ...{ subtype: 'AUTO_RENEW_DISABLED', signed_at: at(launched + 7_200_000) },
  });
  const ended = purchase.status === 'trial_canceled' || purchase.status === 'canceled' ? [off] : [];
  const sold = saleEvents(purchase.hadTrial ? 'DID_RENEW' : 'SUBSCRIBED', purchase, paid);
  const all = [...begun, ...sold, ...ended];
  return random.next() < 0.5 ? [link, ...all] : [...all, link];
}

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
