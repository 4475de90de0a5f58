import { DAY_MS, HOUR_MS } from '../../base/calendar/calendar-days.ts';
import type { Random } from '../../base/random/prng.ts';
import type { IntroductoryOffer, Product } from '../world/apps.ts';
import { storefrontOf } from '../world/storefronts.ts';
import type { Person } from './person.ts';
import {
  localPriceMilli,
  type PurchaseEvent,
  periodEnd,
  type Revocation,
  type StoreEvent,
  type Transaction,
} from './purchase.ts';

/** Whose story is written, and until when. */
export interface StorySite {
  readonly person: Person;
  readonly random: Random;
  readonly tagged: boolean;
  readonly storefront: string;
  readonly horizon: number;
}

export interface Sale {
  readonly product: Product;
  readonly purchasedAt: number;
  readonly offer: IntroductoryOffer | null;
  /** The sale this one follows in the same subscription. */
  readonly previous: Transaction | null;
  readonly baseUsd: number;
  readonly renewal?: boolean;
  readonly familyShared?: boolean;
}

/** What a message says beside its name; the rest is as for a healthy subscription. */
type Details = Pick<StoreEvent, 'transaction'> &
  Partial<Pick<StoreEvent, 'revocation' | 'autoRenew' | 'status' | 'nextProduct' | 'expirationIntent'>>;

/** The sale of a buyer with this number among all sales of the person. */
export function transactionOf(
  { person, storefront }: Pick<StorySite, 'person' | 'storefront'>,
  number: number,
  sale: Sale,
): Transaction {
  const id = String(2e14 + person.key * 1000 + number);
  const { previous, product, offer } = sale;
  const period = offer?.period ?? product.period;
  return {
    id,
    originalId: previous?.originalId ?? id,
    product,
    purchasedAt: Math.round(sale.purchasedAt),
    originalPurchasedAt: previous?.originalPurchasedAt ?? Math.round(sale.purchasedAt),
    expiresAt: period === null ? null : Math.round(periodEnd(sale.purchasedAt, period)),
    priceMilli: sale.baseUsd === 0 ? 0 : localPriceMilli(sale.baseUsd, storefront),
    currency: storefrontOf(storefront).currency,
    storefront,
    offer,
    reason: sale.renewal === true ? 'RENEWAL' : 'PURCHASE',
    ownership: sale.familyShared === true ? 'FAMILY_SHARED' : 'PURCHASED',
    isUpgraded: false,
  };
}

/** Numbers sales and messages of one person and decides when each message arrives. */
export class StoryWriter {
  readonly events: PurchaseEvent[] = [];
  private sales = 0;

  constructor(readonly site: StorySite) {}

  get random(): Random {
    return this.site.random;
  }

  /** Makes a sale. Sales of a subscription share the original id of their first. */
  transaction(sale: Sale): Transaction {
    this.sales += 1;
    return transactionOf(this.site, this.sales, sale);
  }

  /** Adds a message of the store; the first one about an untagged purchase brings the app's linking call with it. */
  say(type: string, subtype: string | null, at: number, details: Details): void {
    if (at > this.site.horizon) return;
    const { random } = this;
    const delay = random.chance(0.97) ? random.between(800, 4_000) : lateDelay(random);
    const repeated = random.chance(0.01);
    const rounded = Math.round(at);
    this.events.push({
      kind: 'notification',
      number: this.events.length,
      at: rounded,
      deliverAt: Math.round(rounded + delay),
      type,
      subtype,
      transaction: details.transaction,
      revocation: details.revocation ?? null,
      autoRenew: details.autoRenew ?? true,
      status: details.status ?? 1,
      nextProduct: details.nextProduct ?? details.transaction.product,
      expirationIntent: details.expirationIntent ?? null,
      repeated,
    });
    const isFirst =
      details.transaction.id === details.transaction.originalId && details.transaction.purchasedAt === rounded;
    if (isFirst && !this.site.tagged && details.transaction.ownership === 'PURCHASED')
      this.link(details.transaction, rounded);
  }

  /** Money back, mostly within two weeks; one in ten refunds is taken back again. Gives the instant of the refund. */
  refund(transaction: Transaction, chargedAt: number, latest = Number.POSITIVE_INFINITY): number {
    const { random } = this;
    const at = Math.min(
      latest,
      chargedAt + random.between(4 * HOUR_MS, random.chance(0.85) ? 14 * DAY_MS : 45 * DAY_MS),
    );
    const revocation: Revocation = {
      at: Math.round(at),
      reason: random.chance(0.2) ? 1 : 0,
      percentage: random.chance(0.1) ? random.pick([25_000, 50_000, 75_000]) : null,
    };
    if (random.chance(0.3)) this.say('CONSUMPTION_REQUEST', null, at - 2 * HOUR_MS, { transaction });
    this.say('REFUND', null, at, { transaction, revocation, autoRenew: false, status: 5 });
    if (random.chance(0.1)) this.say('REFUND_REVERSED', null, at + random.between(DAY_MS, 5 * DAY_MS), { transaction });
    return at;
  }

  private link(transaction: Transaction, at: number): void {
    const deliverAt = at + Math.round(this.random.between(500, 9_000));
    this.events.push({ kind: 'link', number: this.events.length, at, deliverAt, transaction });
  }
}

/** A slow network, or first attempts that failed: the store repeats after an hour, then 12, then 24 hours later. */
function lateDelay(random: Random): number {
  const luck = random.next();
  if (luck < 0.4) return random.between(30_000, HOUR_MS);
  return luck < 0.6 ? HOUR_MS : luck < 0.8 ? 13 * HOUR_MS : 37 * HOUR_MS;
}
