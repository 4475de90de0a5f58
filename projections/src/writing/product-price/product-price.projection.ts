import type { RecordedEvent } from '@tapwise/adapters';
import { interpretSubscription, isoCurrency, vatRate } from '@tapwise/domain';
import type { TableRow } from '../../tables/table-catalogue.ts';
import { bookkeeping, type EventProjection, type Outcome, rowsOf, skip } from '../runner/projection.ts';

/** Prices the store names → one row per product, storefront and day. */
export const productPriceProjection: EventProjection = {
  name: 'product-price',
  version: 1,
  eventTypes: ['StoreNotificationReceived'],
  rowsIn: (event) => (event.type === 'StoreNotificationReceived' ? event.data.transactions.length : 0),
  project: (recorded) => priceRows(recorded),
};

function priceRows(recorded: RecordedEvent): Outcome {
  if (recorded.event.type !== 'StoreNotificationReceived') return skip('names no price');
  const notification = recorded.event.data;
  // What a promotional, win-back or code offer cost says nothing about what others pay.
  const offered = new Set(
    notification.transactions
      .filter(({ offer_type }) => offer_type !== null)
      .map(({ transaction_id }) => transaction_id),
  );
  const { application_id } = notification;
  const charges = interpretSubscription([notification], [], { application_id })?.charges ?? [];
  const rows = charges.flatMap((charge): TableRow[] => {
    const { gross_micros, currency, storefront, kind, product_id, purchased_at } = charge;
    if (gross_micros === null || currency === null || storefront === null) return [];
    if (kind === 'charge' && offered.has(charge.transaction_id)) return [];
    const row = {
      application_id,
      product_id,
      storefront,
      kind,
      day: purchased_at.slice(0, 10),
      currency: isoCurrency(currency),
      gross_ex_vat_micros: Math.round(gross_micros / (1 + vatRate(storefront, purchased_at).rate)),
      ...bookkeeping(recorded),
    };
    return [{ table: 'product_price_per_day_v1', row }];
  });
  return rows.length === 0 ? skip('names no price') : rowsOf(rows);
}
