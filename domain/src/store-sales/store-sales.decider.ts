import { rowsPerEvent } from '../ads-report/ads-report.decider.ts';
import { addDays, type Day } from '../shared/calendar.ts';
import { chunksOf } from '../shared/chunks.ts';
import type { Decider } from '../shared/decider.ts';
import { sameValue } from '../shared/same-value.ts';
import type {
  StoreSaleRow,
  StoreSalesEvent,
  StoreSetAside,
  StoreSetAsideReason,
  StoreSubscriptionRow,
} from './store-sales.events.ts';

/** One report of a day: rows by what they are about, and how many could not be counted for which reason. */
interface KnownReport<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly setAside: ReadonlyMap<StoreSetAsideReason, number>;
}

export interface StoreDayState {
  readonly sales: KnownReport<StoreSaleRow>;
  readonly subscriptions: KnownReport<StoreSubscriptionRow>;
}

/** A report as it was just pulled. */
export interface PulledStoreReport<Row> {
  readonly rows: readonly Row[];
  readonly set_aside: readonly StoreSetAside[];
}

/** Whose report, of which day. */
export interface StoreDayScope {
  readonly application_id: number;
  readonly day: Day;
  readonly pulled_at: string;
}

const unknown = { rows: new Map(), setAside: new Map() } as const;

/** Fold of `storeDay-<applicationId>.<day>`. */
export const storeDayDecider: Decider<StoreDayState, StoreSalesEvent> = {
  initialState: () => ({ sales: unknown, subscriptions: unknown }),
  evolve(state, event) {
    if (event.type === 'StoreSalesRecorded') return { ...state, sales: taken(state.sales, event.data, saleKey) };
    if (event.type !== 'StoreSubscriptionsRecorded') return state;
    return { ...state, subscriptions: taken(state.subscriptions, event.data, subscriptionKey) };
  },
};

/** Compares a day's sales with what is known; rows of one key are added up, rows that are gone become zeros. */
export function diffStoreSales(
  state: StoreDayState,
  scope: StoreDayScope,
  pulled: PulledStoreReport<StoreSaleRow>,
): StoreSalesEvent[] {
  const added = addedUp(pulled.rows, saleKey, (one, other) => ({
    ...one,
    units: one.units + other.units,
    proceeds_micros: one.proceeds_micros + other.proceeds_micros,
    price_micros: one.price_micros + other.price_micros,
  }));
  const gone = (row: StoreSaleRow): StoreSaleRow => ({ ...row, units: 0, proceeds_micros: 0, price_micros: 0 });
  return changesOf(state.sales, added, gone, pulled.set_aside).map((part) => ({
    type: 'StoreSalesRecorded',
    data: { ...scope, ...part },
  }));
}

/** Compares a day's subscription report with what is known, in the same way. */
export function diffStoreSubscriptions(
  state: StoreDayState,
  scope: StoreDayScope,
  pulled: PulledStoreReport<StoreSubscriptionRow>,
): StoreSalesEvent[] {
  const added = addedUp(pulled.rows, subscriptionKey, (one, other) => ({
    ...one,
    active: one.active + other.active,
    trials: one.trials + other.trials,
    paid_introductions: one.paid_introductions + other.paid_introductions,
    offers: one.offers + other.offers,
    billing_retry: one.billing_retry + other.billing_retry,
    grace_period: one.grace_period + other.grace_period,
  }));
  const none = { active: 0, trials: 0, paid_introductions: 0, offers: 0, billing_retry: 0, grace_period: 0 };
  const gone = (row: StoreSubscriptionRow): StoreSubscriptionRow => ({ ...row, ...none });
  return changesOf(state.subscriptions, added, gone, pulled.set_aside).map((part) => ({
    type: 'StoreSubscriptionsRecorded',
    data: { ...scope, ...part },
  }));
}

/** Days of the store's reports that are in, for the vendor number they were asked with last. */
export interface StoreReportsPullState {
  readonly vendorNumber: string | null;
  readonly days: ReadonlySet<Day>;
  readonly appSku: string | null;
}

/** Fold of `storeReportsPull-<applicationId>`. */
export const storeReportsPullDecider: Decider<StoreReportsPullState, StoreSalesEvent> = {
  initialState: () => ({ vendorNumber: null, days: new Set(), appSku: null }),
  evolve(state, event) {
    if (event.type !== 'StoreReportsPullCompleted') return state;
    const { vendor_number, days, app_sku } = event.data;
    if (vendor_number !== state.vendorNumber)
      return { vendorNumber: vendor_number, days: new Set(days), appSku: app_sku };
    return { ...state, days: new Set([...state.days, ...days]), appSku: app_sku ?? state.appSku };
  },
};

/** The store keeps daily reports this long. */
const daysKept = 365;

/**
 * Days of the store's reports that are still to be asked for, newest first.
 * @param yesterday the store's yesterday: the newest day that can have a report.
 */
export function storeDaysToAsk(state: StoreReportsPullState, vendorNumber: string, yesterday: Day): Day[] {
  const known = state.vendorNumber === vendorNumber ? state.days : new Set<Day>();
  const days = Array.from({ length: daysKept }, (_, age) => addDays(yesterday, -age));
  return days.filter((day) => !known.has(day));
}

function taken<Row>(
  known: KnownReport<Row>,
  { rows, set_aside }: PulledStoreReport<Row>,
  keyOf: (row: Row) => string,
): KnownReport<Row> {
  const newest = new Map(known.rows);
  for (const row of rows) newest.set(keyOf(row), row);
  const setAside = new Map(known.setAside);
  for (const { reason, rows: count } of set_aside) setAside.set(reason, count);
  return { rows: newest, setAside };
}

function addedUp<Row>(rows: readonly Row[], keyOf: (row: Row) => string, sum: (one: Row, other: Row) => Row) {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const other = sums.get(keyOf(row));
    sums.set(keyOf(row), other === undefined ? row : sum(other, row));
  }
  return sums;
}

/** What to record, in parts that fit into events. Counts of rows set aside are in the first part. */
function changesOf<Row>(
  known: KnownReport<Row>,
  newest: Map<string, Row>,
  gone: (row: Row) => Row,
  pulledAside: readonly StoreSetAside[],
): { rows: Row[]; set_aside: StoreSetAside[] }[] {
  for (const [key, row] of known.rows) if (!newest.has(key)) newest.set(key, gone(row));
  const rows = [...newest].filter(([key, row]) => !sameValue(known.rows.get(key), row)).map(([, row]) => row);
  const counts = new Map<StoreSetAsideReason, number>([...known.setAside.keys()].map((reason) => [reason, 0]));
  for (const { reason, rows: count } of pulledAside) counts.set(reason, (counts.get(reason) ?? 0) + count);
  const set_aside = [...counts].flatMap(([reason, count]) =>
    (known.setAside.get(reason) ?? 0) === count ? [] : [{ reason, rows: count }],
  );
  const chunks = rows.length === 0 && set_aside.length > 0 ? [[]] : chunksOf(rows, rowsPerEvent);
  return chunks.map((chunk, index) => ({ rows: chunk, set_aside: index === 0 ? set_aside : [] }));
}

function saleKey(row: StoreSaleRow): string {
  const { country, device, kind, product_id, store_item_id, order_kind, proceeds_currency, price_currency } = row;
  return [country, device, kind, product_id, store_item_id, order_kind, proceeds_currency, price_currency].join('|');
}

function subscriptionKey({ country, device, store_item_id }: StoreSubscriptionRow): string {
  return [country, device, store_item_id].join('|');
}
