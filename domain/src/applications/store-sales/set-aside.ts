import type { StoreSetAside, StoreSetAsideReason } from './store-sales.events.ts';

interface Amount {
  readonly currency: string;
  readonly micros: number;
}

/** A row of a report that is not counted, with its money as far as it can be read. */
export interface RowSetAside {
  readonly reason: StoreSetAsideReason;
  readonly proceeds: Amount | null;
  /** What customers paid. */
  readonly price: Amount | null;
}

interface Sums {
  proceeds: number;
  price: number;
}

/** More currencies than there are: what comes after them is no list of sales. */
const mostCurrencies = 400;

/** Adds up the rows that are set aside by reason, and their money by currency. */
export function addUpSetAside(rows: Iterable<RowSetAside>): StoreSetAside[] {
  const reasons = new Map<StoreSetAsideReason, { rows: number; unread: number; sums: Map<string, Sums> }>();
  for (const { reason, proceeds, price } of rows) {
    const total = reasons.get(reason) ?? { rows: 0, unread: 0, sums: new Map<string, Sums>() };
    reasons.set(reason, total);
    total.rows += 1;
    if (price !== null) addTo(total.sums, 'price', price);
    if (proceeds === null || !addTo(total.sums, 'proceeds', proceeds)) total.unread += 1;
  }
  return [...reasons].map(([reason, { rows: count, unread, sums }]) => ({
    reason,
    rows: count,
    money: moneyOf(sums),
    rows_without_money: unread,
  }));
}

/** @returns whether the amount is in the sum. */
function addTo(sums: Map<string, Sums>, which: keyof Sums, { currency, micros }: Amount): boolean {
  const sum = sums.get(currency) ?? { proceeds: 0, price: 0 };
  const added = sum[which] + micros;
  if (!Number.isSafeInteger(added) || (!sums.has(currency) && sums.size >= mostCurrencies)) return false;
  sums.set(currency, { ...sum, [which]: added });
  return true;
}

function moneyOf(sums: ReadonlyMap<string, Sums>): NonNullable<StoreSetAside['money']> {
  return [...sums]
    .filter(([, { proceeds, price }]) => proceeds !== 0 || price !== 0)
    .map(([currency, { proceeds, price }]) => ({ currency, proceeds_micros: proceeds, price_micros: price }))
    .sort((first, other) => (first.currency < other.currency ? -1 : 1));
}
