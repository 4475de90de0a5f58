import type { ClickHouseClient, RowOf } from '@tapwise/adapters';
import type { StoreGaps } from '@tapwise/domain';
import { exchangeRates } from '../money/exchange-rates.ts';
import { readReportState } from '../reports/state/report-state.queries.ts';
import { fromWholeTables } from '../whole-tables.ts';
import { createExchange, type Exchange } from './exchange.ts';
import { productModels } from './models.queries.ts';
import { firstValues } from './product-curves.ts';
import { type ProductsQuestion, readProductTerms } from './product-terms.ts';
import {
  pendingStoreDays,
  productPrices as priceRows,
  productSales,
  setAsideMoney,
  storeReportsState,
} from './store-sales.queries.ts';

/** What the store sold of a product, and what its model says. Money in the answer's currency; `null` is not known. */
export interface ProductFigures {
  purchases: number;
  price: number | null;
  totalAmount: number | null;
  trialConversion: number | null;
  cltv: number | null;
}

export interface SoldProduct extends ProductFigures {
  productId: string;
  isSubscription: boolean;
  countries: (ProductFigures & { country: string })[];
}

/** What the store's reports say, what of them is not counted, and when the newest came; `null` for never. */
export interface StoreResult<Row> extends StoreState {
  rows: Row[];
}

interface StoreState {
  gaps: StoreGaps;
  updatedAt: string | null;
}

type Sale = RowOf<typeof productSales>;

/** The products of an app by proceeds, with their countries. @throws the engine's error. */
export const productPrices = fromWholeTables(readProductPrices);

async function readProductPrices(
  client: ClickHouseClient,
  question: ProductsQuestion,
  signal?: AbortSignal,
): Promise<StoreResult<SoldProduct>> {
  const { applicationId, currency, now } = question;
  const application = { application_id: applicationId };
  const { ratesPosition } = await readReportState(client, [applicationId], [], signal);
  const [rates, sales, prices, models, terms, state] = await Promise.all([
    exchangeRates(client, ratesPosition, signal),
    productSales(client, application, signal),
    priceRows(client, application, signal),
    productModels(client, { applicationId, now }, signal),
    readProductTerms(client, question, signal),
    readStoreState(client, applicationId, signal),
  ]);
  const exchange = createExchange(rates, currency, now);
  const priceOf = new Map(
    prices.map((row) => [`${row.product_id}\t${row.country}`, exchange.today(row.micros, row.currency)]),
  );
  const rows = [...groupBy(sales, (sale) => sale.product_id)].map(([productId, ofProduct]): SoldProduct => {
    const model = models.find((candidate) => candidate.product_id === productId);
    const countries = [...groupBy(ofProduct, (sale) => sale.country)]
      .map(([country, ofCountry]) => ({
        country,
        ...soldOf(ofCountry, exchange),
        price: priceOf.get(`${productId}\t${country}`) ?? null,
        ...firstValues(model, terms, country),
      }))
      .sort(byAmount);
    return {
      productId,
      isSubscription: ofProduct.some((sale) => sale.is_subscription),
      ...soldOf(ofProduct, exchange),
      // What most people paid is the product's price.
      price: [...countries].sort((a, b) => b.purchases - a.purchases)[0]?.price ?? null,
      ...firstValues(model, terms, ''),
      countries,
    };
  });
  return { rows: rows.sort(byAmount), ...state };
}

/** Gaps and age shown with everything that comes from the store's reports. */
export async function readStoreState(
  client: ClickHouseClient,
  applicationId: number,
  signal?: AbortSignal,
): Promise<StoreState> {
  const application = { application_id: applicationId };
  const [[state], money, pending] = await Promise.all([
    storeReportsState(client, application, signal),
    setAsideMoney(client, application, signal),
    pendingStoreDays(client, application, signal),
  ]);
  const rows = state?.set_aside ?? 0;
  const freshMs = state?.fresh_ms ?? 0;
  const days =
    rows === 0
      ? { first_day: null, last_day: null }
      : { first_day: state?.first_day ?? null, last_day: state?.last_day ?? null };
  return {
    gaps: { rows, ...days, money, rows_without_money: state?.without_money ?? 0, pending, rates_wait_since: null },
    updatedAt: freshMs === 0 ? null : new Date(freshMs).toISOString(),
  };
}

function soldOf(sales: readonly Sale[], exchange: Exchange): { purchases: number; totalAmount: number | null } {
  return {
    purchases: sales.reduce((sum, sale) => sum + sale.purchases, 0),
    totalAmount: sumOrNull(sales.map((sale) => exchange.on(sale.day, sale.proceeds, sale.currency))),
  };
}

/** The sum of what is known; `null` when nothing is. Amounts in units. */
export function sumOrNull(amounts: readonly (number | null)[]): number | null {
  const nonNull = amounts.filter((amount) => amount !== null);
  return nonNull.length === 0 ? null : nonNull.reduce((sum, amount) => sum + amount, 0);
}

/** The items of each key, in the order keys come up. */
export function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const existing = groups.get(keyOf(item));
    if (existing === undefined) groups.set(keyOf(item), [item]);
    else existing.push(item);
  }
  return groups;
}

const byAmount = (a: ProductFigures, b: ProductFigures): number =>
  (b.totalAmount ?? 0) - (a.totalAmount ?? 0) || b.purchases - a.purchases;
