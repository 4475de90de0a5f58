import type { ClickHouseClient } from '@tapwise/adapters';
import { dayMs, feeSchedule, type LtvTerms, lastChargeOf, type ProductModel, unitsFromMicros } from '@tapwise/domain';
import { exchangeRates } from '../money/exchange-rates.ts';
import { latestFactors } from '../money/money-params.ts';
import { readReportState } from '../reports/state/report-state.queries.ts';
import { paidByCharge, presentPrice, proceedsSoFar } from './charge-history.queries.ts';

/** Whose products are asked about, and in which currency. */
export interface ProductsQuestion {
  applicationId: number;
  /** ISO 4217, of the answer. */
  currency: string;
  smallBusiness: boolean;
  now: Date;
}

/** What an application's products cost and brought, by product and country; '' is the world. */
export interface ProductTerms {
  /** Money terms of an LTV list; `undefined` where nothing was ever charged. */
  ltvTerms(model: ProductModel, country: string): LtvTerms | undefined;
  /** Mean net proceeds received by charge 1, 2, …, where seen. */
  paid(productId: string, country: string): readonly number[];
  /** How many had paid charge 1, 2, … */
  payers(productId: string, country: string): readonly number[];
  /** Net proceeds so far; `null` while there are none. */
  received(productId: string, country: string): number | null;
}

const keyOf = (productId: string, country: string): string => `${productId}\t${country}`;

/** @param productId All products when absent. @throws the engine's error. */
export async function readProductTerms(
  client: ClickHouseClient,
  question: ProductsQuestion & { productId?: string },
  signal?: AbortSignal,
): Promise<ProductTerms> {
  const { ratesPosition } = await readReportState(client, [question.applicationId], [], signal);
  const rates = await exchangeRates(client, ratesPosition, signal);
  const latest = latestFactors(rates, question.currency, Math.floor(question.now.getTime() / dayMs));
  const params = {
    application_id: question.applicationId,
    product_id: question.productId ?? '',
    small_business: question.smallBusiness,
    latest_currencies: latest.names,
    latest_factors: latest.factors,
  };
  const [paidRows, priceRows, receivedRows] = await Promise.all([
    paidByCharge(client, params, signal),
    presentPrice(client, params, signal),
    proceedsSoFar(client, params, signal),
  ]);
  const paid = new Map<string, number[]>();
  const payers = new Map<string, number[]>();
  for (const row of paidRows) {
    const key = keyOf(row.product, row.country);
    paid.set(key, [...(paid.get(key) ?? []), unitsFromMicros(row.paid)]);
    payers.set(key, [...(payers.get(key) ?? []), row.payers]);
  }
  const prices = new Map(priceRows.map((row) => [keyOf(row.product, row.country), unitsFromMicros(row.price)]));
  const received = new Map(receivedRows.map((row) => [keyOf(row.product, row.country), unitsFromMicros(row.micros)]));
  return {
    ltvTerms: (model, country) => {
      const key = keyOf(model.product_id, country);
      const price = prices.get(key) ?? prices.get(keyOf(model.product_id, ''));
      if (price === undefined) return undefined;
      const fees = feeSchedule({ period_days: model.period_days, small_business: question.smallBusiness });
      const seen = paid.get(key) ?? [];
      return { price_ex_vat: price, fees, paid_until_charge: seen.slice(0, lastChargeOf(model)) };
    },
    paid: (productId, country) => paid.get(keyOf(productId, country)) ?? [],
    payers: (productId, country) => payers.get(keyOf(productId, country)) ?? [],
    received: (productId, country) => received.get(keyOf(productId, country)) ?? null,
  };
}
