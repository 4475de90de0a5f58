import { type DayNumber, dayAt, formatDay } from '../../base/calendar/calendar-days.ts';
import { hashOf } from '../../base/random/prng.ts';
import type { Booking } from '../../market/sales/bookings.ts';
import type { PurchaseLine } from '../../market/sales/buyers.ts';
import {
  deviceName,
  offerName,
  periodName,
  productAppleId,
  productName,
  STORE_ZONE,
} from '../../market/sales/store-catalogue.ts';
import { amountText, type ReportRow, type ReportTable, type SalesSite } from './report-table.ts';

/** Order and spelling of https://developer.apple.com/help/app-store-connect/reference/subscriber-report. */
const COLUMNS = [
  'Event Date',
  'App Name',
  'App Apple ID',
  'Subscription Name',
  'Subscription Apple ID',
  'Subscription Group ID',
  'Standard Subscription Duration',
  'Subscription Offer Name',
  'Promotional Offer ID',
  'Subscription Offer Type',
  'Subscription Offer Duration',
  'Marketing Opt-In Duration',
  'Customer Price',
  'Customer Currency',
  'Developer Proceeds',
  'Proceeds Currency',
  'Preserved Pricing',
  'Proceeds Reason',
  'Client',
  'Device',
  'Country',
  'Subscriber ID',
  'Subscriber ID Reset',
  'Refund',
  'Purchase Date',
  'Units',
];

/** SUBSCRIBER DETAILED: one row per transaction of a Pacific day; a refund has a negative price and one unit. */
export async function subscriberDetails(site: SalesSite, day: DayNumber): Promise<ReportTable> {
  const rows: ReportRow[] = [];
  for (const app of site.world.apps) {
    for (const line of await site.buyers.linesUntil(app, day)) {
      for (const booking of line.bookings) {
        if (booking.day === day && booking.transaction.product.period !== null)
          rows.push(rowOf(line, booking, site.world.seed));
      }
    }
  }
  return { columns: COLUMNS, rows };
}

function rowOf({ person }: PurchaseLine, booking: Booking, seed: number): ReportRow {
  const { app } = person;
  const { transaction, units } = booking;
  const { product, offer } = transaction;
  return {
    'Event Date': formatDay(booking.day),
    'App Name': app.name,
    'App Apple ID': String(app.adamId),
    'Subscription Name': productName(product),
    'Subscription Apple ID': String(productAppleId(app, product)),
    'Subscription Group ID': app.subscriptionGroupId,
    'Standard Subscription Duration': periodName(product.period),
    'Subscription Offer Type': offerName(offer),
    'Subscription Offer Duration': offer === null ? '' : periodName(offer.period),
    'Customer Price': amountText((units * booking.priceMilli) / 1000),
    'Customer Currency': transaction.currency,
    'Developer Proceeds': amountText(units * booking.proceeds),
    'Proceeds Currency': transaction.currency,
    'Proceeds Reason': booking.afterFirstYear ? 'Rate After One Year' : '',
    Device: deviceName(person.device),
    Country: transaction.storefront,
    'Subscriber ID': String(hashOf(seed, 'subscriber', app.adamId, person.key) + 1e9),
    Refund: booking.kind === 'refund' ? 'Yes' : '',
    'Purchase Date': formatDay(dayAt(STORE_ZONE, transaction.purchasedAt)),
    Units: '1',
  };
}
