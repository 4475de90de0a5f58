import { addMonths, DAY_MS } from '../../base/calendar/calendar-days.ts';
import type { IntroductoryOffer, Product } from '../world/apps.ts';
import { unitsPerUsd } from '../world/campaign-builder.ts';
import { storefrontOf } from '../world/storefronts.ts';

/** A sale as the store knows it. Prices in thousandths of the currency, instants in milliseconds. */
export interface Transaction {
  readonly id: string;
  readonly originalId: string;
  readonly product: Product;
  readonly purchasedAt: number;
  readonly originalPurchasedAt: number;
  readonly expiresAt: number | null;
  readonly priceMilli: number;
  readonly currency: string;
  readonly storefront: string;
  readonly offer: IntroductoryOffer | null;
  readonly reason: 'PURCHASE' | 'RENEWAL';
  readonly ownership: 'PURCHASED' | 'FAMILY_SHARED';
  readonly isUpgraded: boolean;
}

/** Why and when the store took a sale back. `percentage` is null for the whole amount. */
export interface Revocation {
  readonly at: number;
  readonly reason: 0 | 1;
  readonly percentage: number | null;
}

/** A message of the store about a purchase. */
export interface StoreEvent {
  readonly kind: 'notification';
  /** Place in the person's story; part of the notification's UUID. */
  readonly number: number;
  readonly at: number;
  /** When the store's message arrives; some are late and overtaken by later ones. */
  readonly deliverAt: number;
  readonly type: string;
  readonly subtype: string | null;
  readonly transaction: Transaction;
  readonly revocation: Revocation | null;
  readonly autoRenew: boolean;
  /** 1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked. */
  readonly status: 1 | 2 | 3 | 4 | 5;
  readonly nextProduct: Product;
  readonly expirationIntent: number | null;
  /** Sent a second time later on, with the same UUID. */
  readonly repeated: boolean;
}

/** Whether a message of the store reports a sale, free ones included. */
export const isSale = (event: StoreEvent): boolean =>
  event.type === 'SUBSCRIBED' || event.type === 'DID_RENEW' || event.type === 'ONE_TIME_CHARGE' || isUpgrade(event);

/** Whether a message reports a dearer plan that took the place of the running period at once. */
export const isUpgrade = (event: StoreEvent): boolean =>
  event.type === 'DID_CHANGE_RENEWAL_PREF' && event.subtype === 'UPGRADE';

/** The app reports which transactions belong to its user, because the purchase itself does not say so. */
export interface LinkEvent {
  readonly kind: 'link';
  readonly number: number;
  readonly at: number;
  readonly deliverAt: number;
  readonly transaction: Transaction;
}

export type PurchaseEvent = StoreEvent | LinkEvent;

/** All that a person ever buys, in order of delivery. */
export interface PurchaseStory {
  /** Whether purchases carry the install's id; otherwise the app links them by a call. */
  readonly tagged: boolean;
  readonly events: readonly PurchaseEvent[];
}

const PERIOD_DAYS = { P3D: 3, P1W: 7 } as const;

/** The end of a period; months are calendar months. */
export function periodEnd(start: number, period: 'P3D' | 'P1W' | 'P1M' | 'P1Y'): number {
  if (period === 'P3D' || period === 'P1W') return start + PERIOD_DAYS[period] * DAY_MS;
  const day = Math.floor(start / DAY_MS);
  return addMonths(day, period === 'P1M' ? 1 : 12) * DAY_MS + (start - day * DAY_MS);
}

/** Currencies whose list prices have no decimals, and the step they move in. */
const PRICE_STEPS: Readonly<Record<string, number>> = {
  JPY: 50,
  KRW: 500,
  IDR: 1000,
  HUF: 100,
  INR: 10,
  PHP: 10,
  THB: 10,
};

/** List price of a product in a storefront, in thousandths of its currency. */
export function localPriceMilli(baseUsd: number, storefront: string): number {
  const { currency, priceFactor } = storefrontOf(storefront);
  const amount = baseUsd * priceFactor * unitsPerUsd(currency);
  const step = PRICE_STEPS[currency];
  if (step !== undefined) return Math.max(step, Math.round(amount / step) * step) * 1000;
  return Math.max(0, Math.ceil(amount) * 1000 - 10);
}
