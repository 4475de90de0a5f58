import type { LineMoment, SubscriptionLine } from '@tapwise/domain';
import { type RandomDraws, randomDraws } from './random-draws.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const dayZero = Date.UTC(2023, 0, 1);
export const dayInstant = (day: number): number => dayZero + Math.round(day * dayMs);

/** A product on sale, and how its subscribers behave on average. */
export interface SimulatedProduct {
  readonly product_id: string;
  readonly period_days: number;
  readonly intro_hours: number;
  readonly price: number;
  readonly weight: number;
  /** Chance that a trial is not cancelled, and the spread of personal churn chances over subscribers. */
  readonly staysInTrial: number;
  readonly churn: { readonly a: number; readonly b: number };
}

export const simulatedProducts: readonly SimulatedProduct[] = [
  {
    product_id: 'weekly',
    period_days: 7,
    intro_hours: 72,
    price: 4.99,
    weight: 4,
    staysInTrial: 0.36,
    churn: { a: 1.3, b: 4.2 },
  },
  {
    product_id: 'monthly',
    period_days: 30.4375,
    intro_hours: 168,
    price: 9.99,
    weight: 4,
    staysInTrial: 0.34,
    churn: { a: 1.1, b: 2.6 },
  },
  {
    product_id: 'annual',
    period_days: 365.25,
    intro_hours: 168,
    price: 49.99,
    weight: 2,
    staysInTrial: 0.3,
    churn: { a: 0.9, b: 0.7 },
  },
];

const countries = ['US', 'DE', 'GB', 'JP', 'BR', 'FR'];
const countryWeights = [8, 4, 3, 3, 2, 1];
const keywordCount = 40;
const failureChance = 0.04;
const recoveryChance = 0.5;
const retryDays = 60;
const refundChance = 0.008;

/** A subscription with all that will ever happen to it until the end of the simulation. */
export interface SimulatedSubscription {
  readonly keyword: string;
  readonly product: SimulatedProduct;
  readonly line: SubscriptionLine;
  /** Net proceeds, refunds negative. */
  readonly payments: readonly { readonly at: number; readonly net: number }[];
}

/**
 * An application whose world changes only by good and bad months: trials arrive evenly, countries and keywords differ in quality, subscribers
 * differ in their chance to leave, cancel early or late within a period, payments fail and some recover.
 */
export function simulateApplication(options: {
  seed: number;
  trials: number;
  startDays: number;
  endDay: number;
}): SimulatedSubscription[] {
  const draws = randomDraws(options.seed);
  const quality = new Map(countries.map((country) => [country, 0.25 * draws.normal()]));
  const keywords = Array.from({ length: keywordCount }, (_, index) => ({
    name: `kw${index}`,
    weight: Math.exp(draws.normal()),
    quality: 0.3 * draws.normal(),
  }));
  const weights = keywords.map((keyword) => keyword.weight);
  const months = Array.from({ length: Math.ceil(options.endDay / 30) + 1 }, () => 0.1 * draws.normal());
  const monthAt = (at: number): number => months[Math.floor((at - dayZero) / (30 * dayMs))] ?? 0;
  return Array.from({ length: options.trials }, () => {
    const keyword = draws.pick(keywords, weights);
    const country = draws.pick(countries, countryWeights);
    const product = draws.pick(
      simulatedProducts,
      simulatedProducts.map(({ weight }) => weight),
    );
    const start = dayInstant(draws.uniform() * options.startDays);
    const better = (quality.get(country) ?? 0) + keyword.quality;
    const life = new SimulatedLife({ draws, product, better, monthAt }, start, dayInstant(options.endDay));
    life.run();
    const { payments } = life;
    const moments = life.moments.sort((a, b) => a.at - b.at);
    const intro = { started_at: start, expires_at: start + product.intro_hours * hourMs };
    const line = { product_id: product.product_id, country, started_at: start, intro, moments, left_at: null };
    return { keyword: keyword.name, product, line, payments };
  });
}

/** What a life depends on: qualities are shifts of chances on the logit scale, of the keyword and country and of a month. */
interface SimulatedWorld {
  readonly draws: RandomDraws;
  readonly product: SimulatedProduct;
  readonly better: number;
  readonly monthAt: (at: number) => number;
}

class SimulatedLife {
  readonly moments: LineMoment[] = [];
  readonly payments: { at: number; net: number }[] = [];
  readonly #draws: RandomDraws;
  readonly #product: SimulatedProduct;
  readonly #better: number;
  readonly #monthAt: (at: number) => number;
  readonly #start: number;
  readonly #end: number;

  constructor(world: SimulatedWorld, start: number, end: number) {
    this.#draws = world.draws;
    this.#product = world.product;
    this.#better = world.better;
    this.#monthAt = world.monthAt;
    this.#start = start;
    this.#end = end;
  }

  run(): void {
    const draws = this.#draws;
    const { staysInTrial, churn, intro_hours, period_days } = this.#product;
    const introEnd = this.#start + intro_hours * hourMs;
    if (!draws.chance(shifted(staysInTrial, this.#better + this.#monthAt(this.#start))) && !this.#cancelTrial(introEnd))
      return;
    const leaves = shifted(draws.beta(churn.a, churn.b), -this.#better);
    let due = introEnd;
    for (let charge = 1; due < this.#end; charge += 1) {
      const paidAt = this.#collect(due);
      if (paidAt === null) break;
      const paid_until = due + period_days * dayMs;
      this.moments.push({ kind: 'charge', at: paidAt, due_at: due, paid_until });
      const fee = (charge - 1) * period_days >= 365 ? 0.15 : 0.3;
      const net = this.#product.price * (1 - fee);
      this.payments.push({ at: paidAt, net });
      if (this.#refund(paidAt, charge, net)) break;
      if (draws.chance(shifted(leaves, -this.#monthAt(due)))) {
        this.moments.push({ kind: 'renewal_off', at: paidAt + this.#leavingShare() * (paid_until - paidAt) });
        break;
      }
      due = paid_until;
    }
  }

  /** Whether the trial goes on after all: a few switch renewal on again. */
  #cancelTrial(introEnd: number): boolean {
    const draws = this.#draws;
    const length = introEnd - this.#start;
    const early = draws.chance(0.55);
    const at = this.#start + (early ? draws.uniform() * Math.min(dayMs, length) : draws.uniform() * length);
    this.moments.push({ kind: 'renewal_off', at });
    if (!draws.chance(0.04)) return false;
    this.moments.push({ kind: 'renewal_on', at: at + draws.uniform() * (introEnd - at) });
    return true;
  }

  /** When the payment due is made; `null` when it never is. */
  #collect(due: number): number | null {
    const draws = this.#draws;
    if (!draws.chance(failureChance)) return due;
    this.moments.push({ kind: 'payment_failed', at: due });
    const after = draws.exponential(7);
    if (draws.chance(recoveryChance) && after < retryDays) return due + after * dayMs;
    this.moments.push({ kind: 'expired', at: due + retryDays * dayMs });
    return null;
  }

  #refund(paidAt: number, charge: number, net: number): boolean {
    if (!this.#draws.chance(refundChance)) return false;
    const at = paidAt + this.#draws.exponential(6) * dayMs;
    this.moments.push({ kind: 'refund', at, charge }, { kind: 'renewal_off', at });
    this.payments.push({ at, net: -net });
    return true;
  }

  /** Many leave right after paying, many just before they would pay again. */
  #leavingShare(): number {
    const draws = this.#draws;
    if (draws.chance(0.35)) return draws.uniform() * 0.08;
    return draws.chance(0.5) ? 1 - draws.uniform() * 0.3 : draws.uniform();
  }
}

/** A chance moved by so much on the logit scale. */
function shifted(chance: number, by: number): number {
  const odds = (chance / (1 - chance)) * Math.exp(by);
  return Number.isFinite(odds) ? odds / (1 + odds) : chance;
}

/** What a subscription had brought by an instant. */
export function receivedBy(subscription: SimulatedSubscription, at: number): number {
  let sum = 0;
  for (const payment of subscription.payments) if (payment.at <= at) sum += payment.net;
  return sum;
}
