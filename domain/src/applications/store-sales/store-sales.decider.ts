import { rowsPerEvent } from '../../campaigns/ads-report/ads-report.decider.ts';
import type { Day } from '../../shared/calendar/days.ts';
import { chunksOf } from '../../shared/chunks.ts';
import type { Decider } from '../../shared/decider.ts';
import { sameValue } from '../../shared/same-value.ts';
import type {
  StoreSaleRow,
  StoreSalesEvent,
  StoreSetAside,
  StoreSetAsideReason,
  StoreSubscriptionRow,
} from './store-sales.events.ts';

/** One report of a day: rows by what they are about, and what could not be counted for which reason. */
interface StoredReport<Row> {
  readonly rows: ReadonlyMap<string, Row>;
  readonly setAside: ReadonlyMap<StoreSetAsideReason, StoreSetAside>;
}

export interface StoreDayState {
  readonly sales: StoredReport<StoreSaleRow>;
  readonly subscriptions: StoredReport<StoreSubscriptionRow>;
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
    if (event.type === 'StoreSalesRecorded') return { ...state, sales: applyReport(state.sales, event.data, saleKey) };
    if (event.type !== 'StoreSubscriptionsRecorded') return state;
    return { ...state, subscriptions: applyReport(state.subscriptions, event.data, subscriptionKey) };
  },
};

/** Compares a day's sales with what is known; rows of one key are added up, rows that are gone become zeros. */
export function diffStoreSales(
  state: StoreDayState,
  scope: StoreDayScope,
  pulled: PulledStoreReport<StoreSaleRow>,
): StoreSalesEvent[] {
  const added = addedUp(pulled.rows, saleKey, (row, other) => ({
    ...row,
    units: row.units + other.units,
    proceeds_micros: row.proceeds_micros + other.proceeds_micros,
    price_micros: row.price_micros + other.price_micros,
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
  const added = addedUp(pulled.rows, subscriptionKey, (row, other) => ({
    ...row,
    active: row.active + other.active,
    trials: row.trials + other.trials,
    paid_introductions: row.paid_introductions + other.paid_introductions,
    offers: row.offers + other.offers,
    billing_retry: row.billing_retry + other.billing_retry,
    grace_period: row.grace_period + other.grace_period,
  }));
  const none = { active: 0, trials: 0, paid_introductions: 0, offers: 0, billing_retry: 0, grace_period: 0 };
  const gone = (row: StoreSubscriptionRow): StoreSubscriptionRow => ({ ...row, ...none });
  return changesOf(state.subscriptions, added, gone, pulled.set_aside).map((part) => ({
    type: 'StoreSubscriptionsRecorded',
    data: { ...scope, ...part },
  }));
}

function applyReport<Row>(
  stored: StoredReport<Row>,
  { rows, set_aside }: PulledStoreReport<Row>,
  keyOf: (row: Row) => string,
): StoredReport<Row> {
  const newest = new Map(stored.rows);
  for (const row of rows) newest.set(keyOf(row), row);
  const setAside = new Map(stored.setAside);
  for (const aside of set_aside) setAside.set(aside.reason, aside);
  return { rows: newest, setAside };
}

function addedUp<Row>(rows: readonly Row[], keyOf: (row: Row) => string, sum: (first: Row, other: Row) => Row) {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const other = sums.get(keyOf(row));
    sums.set(keyOf(row), other === undefined ? row : sum(other, row));
  }
  return sums;
}

/** What to record, in parts that fit into events. What is set aside is in the first part. */
function changesOf<Row>(
  stored: StoredReport<Row>,
  newest: Map<string, Row>,
  gone: (row: Row) => Row,
  pulledAside: readonly StoreSetAside[],
): { rows: Row[]; set_aside: StoreSetAside[] }[] {
  for (const [key, row] of stored.rows) if (!newest.has(key)) newest.set(key, gone(row));
  const rows = [...newest].filter(([key, row]) => !sameValue(stored.rows.get(key), row)).map(([, row]) => row);
  const set_aside = asideChanges(stored.setAside, pulledAside);
  const chunks = rows.length === 0 && set_aside.length > 0 ? [[]] : chunksOf(rows, rowsPerEvent);
  return chunks.map((chunk, index) => ({ rows: chunk, set_aside: index === 0 ? set_aside : [] }));
}

/** Reasons whose rows or money differ from what is known; a reason that is gone has no rows any more. */
function asideChanges(
  stored: ReadonlyMap<StoreSetAsideReason, StoreSetAside>,
  pulled: readonly StoreSetAside[],
): StoreSetAside[] {
  const named = new Set(pulled.map(({ reason }) => reason));
  const gone = [...stored.values()].filter(({ reason, rows }) => !named.has(reason) && rows > 0);
  const changed = pulled.filter((aside) => !sameValue(stored.get(aside.reason), aside));
  return [...changed, ...gone.map(({ reason }) => ({ reason, rows: 0 }))];
}

/**
 * Whether rows that were set aside are known to be this application's and would have brought money. Those of a product that no app of
 * the report owns may be another app's.
 */
export function hasMoney({ reason, rows, money = [], rows_without_money = 0 }: StoreSetAside): boolean {
  if (rows === 0 || reason === 'unknown_product') return false;
  return (
    rows_without_money > 0 ||
    money.some(({ proceeds_micros, price_micros }) => proceeds_micros !== 0 || price_micros !== 0)
  );
}

function saleKey(row: StoreSaleRow): string {
  const { country, device, kind, product_id, store_item_id, order_kind, proceeds_currency, price_currency } = row;
  return [country, device, kind, product_id, store_item_id, order_kind, proceeds_currency, price_currency].join('|');
}

function subscriptionKey({ country, device, store_item_id }: StoreSubscriptionRow): string {
  return [country, device, store_item_id].join('|');
}
