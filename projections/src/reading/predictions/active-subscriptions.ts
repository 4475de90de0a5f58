import type { ClickHouseClient } from '@tapwise/adapters';
import { type DatedSubscription, dayMs, factorAt, factorSteps, hourMs, microsPerUnit } from '@tapwise/domain';
import { exchangeRates } from '../money/exchange-rates.ts';
import {
  type ActiveSubscriptionRow,
  activeSubscriptionsPage,
  presentPrices,
  receivedOfActive,
} from './active-subscriptions.queries.ts';

/** A subscription that may still bring money, with its price in the currency asked for. */
export interface PricedSubscription {
  readonly productId: string;
  readonly subscription: DatedSubscription;
  /** Days of paid service by the end of the present period. */
  readonly paidServiceDays: number;
}

export interface ActiveSubscriptionsQuestion {
  readonly applicationId: number;
  readonly now: Date;
  /** ISO 4217, of the answer. */
  readonly currency: string;
  readonly smallBusiness: boolean;
}

const rowsPerPage = 50_000;

/**
 * Active subscriptions, page by page. One whose price or rate is not known is priced at nothing.
 * @throws the engine's error.
 */
export async function* activeSubscriptions(
  client: ClickHouseClient,
  { applicationId, now, currency }: ActiveSubscriptionsQuestion,
  signal?: AbortSignal,
): AsyncGenerator<PricedSubscription[]> {
  const rates = await exchangeRates(client, 0n, signal);
  const today = Math.floor(now.getTime() / dayMs);
  const converted = (micros: number, from: string): number => {
    const steps = from === currency ? undefined : factorSteps(rates, from, currency);
    const factor = from === currency ? 1 : steps === undefined ? 0 : factorAt(steps, today);
    return (micros * factor) / microsPerUnit;
  };
  const prices = new Map<string, { price_micros: number; currency: string }>();
  // In order of days: the entry of a product alone is the last price named in any storefront.
  for (const row of await presentPrices(client, { application_id: applicationId }, signal)) {
    prices.set(`${row.product_id}\t${row.storefront}`, row).set(row.product_id, row);
  }
  for (let after = ''; ; ) {
    const params = { application_id: applicationId, now_ms: now.getTime(), after, limit: rowsPerPage };
    const page = await activeSubscriptionsPage(client, params, signal);
    yield page.map((row) => {
      const rowPrice =
        row.price_micros === null ? undefined : { price_micros: row.price_micros, currency: row.currency };
      const named = rowPrice ?? prices.get(`${row.product_id}\t${row.storefront}`) ?? prices.get(row.product_id);
      const price = named === undefined ? 0 : converted(named.price_micros, named.currency);
      return {
        productId: row.product_id,
        subscription: datedFrom(row, now.getTime(), price),
        paidServiceDays: row.paid_service_days,
      };
    });
    const last = page.at(-1);
    if (last === undefined || page.length < rowsPerPage) return;
    after = last.transaction;
  }
}

/**
 * What active subscriptions brought so far, net, by product, each charge at the rate of its day; sales whose price or rate is
 * not known are left out.
 * @throws the engine's error.
 */
export async function receivedSoFar(
  client: ClickHouseClient,
  { applicationId, now, currency, smallBusiness }: ActiveSubscriptionsQuestion,
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const params = { application_id: applicationId, now_ms: now.getTime(), small_business: smallBusiness };
  const [rates, rows] = await Promise.all([
    exchangeRates(client, 0n, signal),
    receivedOfActive(client, params, signal),
  ]);
  const sums = new Map<string, number>();
  for (const row of rows) {
    const steps = row.currency === currency ? undefined : factorSteps(rates, row.currency, currency);
    const factor = row.currency === currency ? 1 : steps === undefined ? 0 : factorAt(steps, row.day);
    sums.set(row.product_id, (sums.get(row.product_id) ?? 0) + (row.micros * factor) / microsPerUnit);
  }
  return sums;
}

function datedFrom(row: ActiveSubscriptionRow, nowMs: number, price_ex_vat: number): DatedSubscription {
  const { status_now: status, period_started_ms: began, due_ms: ends, retry_since_ms: since } = row;
  return {
    status,
    country: row.storefront,
    charges: row.line_charge_count,
    owed_payments: row.owed_payments,
    ends_after_owed: row.ends_after_owed,
    hours_in_trial: status === 'trial' ? Math.max(0, nowMs - row.trial_started_ms) / hourMs : 0,
    elapsed: ends > began ? Math.min(1, Math.max(0, (nowMs - began) / (ends - began))) : 0,
    retry_days: status === 'billing_issues' && since > 0 ? Math.max(0, nowMs - since) / dayMs : 0,
    price_ex_vat,
    next_due_at: status === 'billing_issues' && since > 0 ? since : ends,
  };
}
