import type { Random } from './seeded-random.ts';

/** A payment that reached the store, and how much of it stayed. */
export interface Payment {
  readonly at: string;
  readonly product: string;
  readonly micros: number;
  readonly storefront: Storefront;
  readonly refunded: boolean;
}

/** A person who installed the app, and everything they bought; what really happened, without any event. */
export interface Person {
  readonly id: string;
  readonly firstLaunchAt: string;
  /** `elsewhere`: a campaign of an organization that is not linked. `unknown`: their app never reported an install. */
  readonly campaignId: number | 'organic' | 'pending' | 'elsewhere' | 'unknown';
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
  /** Name of the original transaction, and the price the store named for the next charge of a trial. */
  readonly originalId: string;
  readonly namedPrice: number | null;
}

/** Storefronts with the tax inside their prices, and the currency they are in. */
export const storefronts = {
  US: { tax: 0, currency: 'USD' },
  DE: { tax: 0.19, currency: 'EUR' },
  GB: { tax: 0.2, currency: 'GBP' },
  JP: { tax: 0.1, currency: 'JPY' },
  // Its tax is in no table.
  XK: { tax: 0, currency: 'EUR' },
  // No rate is published for its currency.
  TW: { tax: 0.05, currency: 'TWD' },
} as const;
export type Storefront = keyof typeof storefronts;
export const untaxedStorefront: Storefront = 'XK';

/** Countries ads are shown in. */
export const countries = ['US', 'DE', 'GB', 'JP'] as const;

export const firstDay = Date.parse('2026-03-01T00:00:00.000Z');
export const dayMs = 86_400_000;
export const at = (ms: number): string => new Date(ms).toISOString();

/** Forty people of eighteen days, and those who came in the two months before them. */
export function randomPeople(random: Random): Person[] {
  const recent = Array.from({ length: 40 }, (_, index) => randomPerson(random, index));
  // Of too few people with a history nothing is learnt of how soon they pay; of the larger number something is.
  const veterans = Array.from({ length: random.pick([20, 90]) }, (_, index) => randomVeteran(random, index));
  return [...recent, ...veterans];
}

function randomPerson(random: Random, index: number): Person {
  const firstLaunchMs = firstDay + Math.floor(random.next() * 18 * dayMs);
  const person = { id: `person-${index}`, firstLaunchAt: at(firstLaunchMs), ...randomOrigin(random) };
  return {
    ...person,
    purchases: Array.from({ length: random.upTo(3) }, (_, purchaseIndex) => ({
      ...randomPurchase(random, firstLaunchMs, person.country),
      originalId: `${person.id}-${purchaseIndex}`,
    })),
  };
}

/** A person whose first thirty days are over: one or two packs, some of them later than that. */
function randomVeteran(random: Random, index: number): Person {
  const firstLaunchMs = firstDay - Math.floor((15 + random.next() * 40) * dayMs);
  const person = { id: `veteran-${index}`, firstLaunchAt: at(firstLaunchMs), ...randomOrigin(random) };
  return {
    ...person,
    purchases: Array.from({ length: 1 + random.upTo(2) }, (_, purchaseIndex) => ({
      ...randomPack(random, person.country, firstLaunchMs + Math.floor(random.next() * 33 * dayMs)),
      originalId: `${person.id}-${purchaseIndex}`,
    })),
  };
}

function randomOrigin(random: Random): Omit<Person, 'id' | 'firstLaunchAt' | 'purchases'> & { country: Storefront } {
  const brought = random.next();
  const unusual = [
    ['organic', 0.12] as const,
    ['pending', 0.2] as const,
    ['elsewhere', 0.26] as const,
    ['unknown', 0.33] as const,
  ].find(([, below]) => brought < below);
  const campaignId = unusual?.[0] ?? 1 + random.upTo(3);
  const adGroupId = (typeof campaignId === 'number' ? campaignId : 1) * 10 + random.upTo(2);
  const keywordId = random.next() < 0.3 ? null : adGroupId * 10 + random.upTo(2);
  const claim = random.pick(['click', 'click', 'view'] as const);
  return { campaignId, adGroupId, keywordId, claim, country: random.pick(countries) };
}

function randomStorefront(random: Random, country: Storefront): Storefront {
  const where = random.next();
  if (where < 0.78) return country;
  if (where < 0.82) return untaxedStorefront;
  return where < 0.86 ? 'TW' : random.pick(countries);
}

const randomMicros = (random: Random): number => 1_000_000 * (1 + random.upTo(40));

function randomPack(random: Random, country: Storefront, ms: number): Omit<Purchase, 'originalId'> {
  const refunded = random.next() < 0.3;
  const storefront = randomStorefront(random, country);
  const payment = { at: at(ms), product: 'pack', micros: randomMicros(random), storefront, refunded };
  const status = refunded ? 'refunded' : 'active';
  return { product: 'pack', kind: 'one_time', hadTrial: false, status, payments: [payment], namedPrice: null };
}

function randomPurchase(random: Random, startMs: number, country: Storefront): Omit<Purchase, 'originalId'> {
  if (random.next() < 0.2) return randomPack(random, country, startMs + random.upTo(dayMs));
  // Nothing was ever paid for this one, so its price is unknown.
  const unsold = { kind: 'subscription', hadTrial: true, status: 'trial', payments: [], namedPrice: null } as const;
  if (random.next() < 0.15) return { product: 'unsold', ...unsold };
  const product = random.pick(['monthly', 'yearly']);
  const hadTrial = random.next() < 0.6;
  const namedPrice = random.next() < 0.5 ? randomMicros(random) : null;
  const status = random.pick(['trial', 'trial_canceled', 'active', 'canceled', 'refunded', 'billing_issues'] as const);
  if (status === 'trial' || status === 'trial_canceled') {
    return { product, kind: 'subscription', hadTrial: true, status, namedPrice, payments: [] };
  }
  const payment: Payment = {
    at: at(startMs + (hadTrial ? 3_600_000 : 0)),
    product,
    micros: randomMicros(random),
    storefront: randomStorefront(random, country),
    refunded: status === 'refunded',
  };
  return { product, kind: 'subscription', hadTrial, status, namedPrice, payments: [payment] };
}
