import { type DayNumber, dayAt } from '../../base/calendar/calendar-days.ts';
import { isSale, type PurchaseStory, type StoreEvent, type Transaction } from '../people/purchase.ts';
import { pricedSales } from './proceeds.ts';
import { STORE_ZONE } from './store-catalogue.ts';

/** A line in the store's books: a sale, money given back, or a refund taken back. */
export interface Booking {
  readonly kind: 'sale' | 'refund' | 'reversal';
  readonly at: number;
  /** Pacific day. */
  readonly day: DayNumber;
  readonly transaction: Transaction;
  /** −1 for a refund. */
  readonly units: 1 | -1;
  /** Price of a unit in thousandths of the currency; of a partial refund, the part given back. */
  readonly priceMilli: number;
  /** What the owner gets for a unit, in the customer's currency, rounded to hundredths as the store pays it. */
  readonly proceeds: number;
  readonly afterFirstYear: boolean;
}

/** The messages about each subscription or single purchase, in order of time; family members are left out. */
export function linesOf(story: PurchaseStory): readonly (readonly StoreEvent[])[] {
  const lines = new Map<string, StoreEvent[]>();
  for (const event of story.events) {
    if (event.kind === 'link' || event.transaction.ownership === 'FAMILY_SHARED') continue;
    const line = lines.get(event.transaction.originalId) ?? [];
    lines.set(event.transaction.originalId, line);
    line.push(event);
  }
  return [...lines.values()].map((line) =>
    line.sort((left, right) => left.at - right.at || left.number - right.number),
  );
}

/** Everything the store books for a line. */
export function bookingsOf(line: readonly StoreEvent[]): readonly Booking[] {
  const priced = new Map(
    pricedSales(line.filter(isSale).map((event) => event.transaction)).map((entry) => [entry.sale.id, entry]),
  );
  const refundedShares = new Map<string, number>();
  const bookings: Booking[] = [];
  for (const event of line) {
    const kind = kindOf(event);
    const entry = priced.get(event.transaction.id);
    if (kind === null || entry === undefined) continue;
    if (kind === 'refund') refundedShares.set(entry.sale.id, (event.revocation?.percentage ?? 100_000) / 100_000);
    const part = kind === 'sale' ? 1 : (refundedShares.get(entry.sale.id) ?? 1);
    const at = kind === 'sale' ? entry.sale.purchasedAt : event.at;
    bookings.push({
      kind,
      at,
      day: dayAt(STORE_ZONE, at),
      transaction: entry.sale,
      units: kind === 'refund' ? -1 : 1,
      priceMilli: Math.round(entry.sale.priceMilli * part),
      proceeds: Math.round(entry.proceeds * part * 100) / 100,
      afterFirstYear: entry.afterFirstYear,
    });
  }
  return bookings;
}

function kindOf(event: StoreEvent): Booking['kind'] | null {
  if (isSale(event)) return 'sale';
  if (event.type === 'REFUND') return 'refund';
  return event.type === 'REFUND_REVERSED' ? 'reversal' : null;
}
