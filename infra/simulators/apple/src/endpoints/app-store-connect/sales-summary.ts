import { type DayNumber, formatDay } from '../../base/calendar/calendar-days.ts';
import type { Booking } from '../../market/sales/bookings.ts';
import type { PurchaseLine } from '../../market/sales/buyers.ts';
import { type Downloads, downloadsOn } from '../../market/sales/downloads.ts';
import { deviceName, periodName, productAppleId, productName, skuOf } from '../../market/sales/store-catalogue.ts';
import type { App } from '../../market/world/apps.ts';
import { storefrontOf } from '../../market/world/storefronts.ts';
import { amountText, CountedRows, type ReportRow, type ReportTable, type SalesSite } from './report-table.ts';

/** Order and spelling of https://developer.apple.com/help/app-store-connect/reference/summary-sales-report. */
const COLUMNS = [
  'Provider',
  'Provider Country',
  'SKU',
  'Developer',
  'Title',
  'Version',
  'Product Type Identifier',
  'Units',
  'Developer Proceeds',
  'Begin Date',
  'End Date',
  'Customer Currency',
  'Country Code',
  'Currency of Proceeds',
  'Apple Identifier',
  'Customer Price',
  'Promo Code',
  'Parent Identifier',
  'Subscription',
  'Period',
  'Category',
  'CMB',
  'Device',
  'Supported Platforms',
  'Proceeds Reason',
  'Preserved Pricing',
  'Client',
  'Order Type',
];

/** Universal apps: a first download, and one by a user who had the app. */
const DOWNLOAD_TYPES = { first: '1F', again: '3F' } as const;
const PRODUCT_TYPES = { renewing: 'IAY', single: 'IA1' } as const;

/** SALES SUMMARY of one Pacific day: downloads and in-app sales of all apps of the vendor, refunds as negative units. */
export async function salesSummary(site: SalesSite, day: DayNumber): Promise<ReportTable> {
  const rows = new CountedRows(['Units']);
  for (const app of site.world.apps) {
    for (const downloads of await downloadsOn(site.world, site.activity, app, day))
      rows.add(downloadRow(app, downloads, day), { Units: downloads.units });
    for (const line of await site.buyers.linesUntil(app, day)) {
      for (const booking of line.bookings)
        if (booking.day === day) rows.add(saleRow(line, booking), { Units: booking.units });
    }
  }
  return { columns: COLUMNS, rows: rows.rows() };
}

/** Rows of a form that no reader can know: of a currency without rates, or of an unknown type, product and app. */
export function strangeRow(kind: 'currency' | 'product', day: DayNumber): ReportRow {
  const row = {
    ...dates(day),
    SKU: 'strange.product',
    'Parent Identifier': kind === 'currency' ? 'MOONVALE_IOS' : 'UNKNOWN_APP',
    Title: 'Strange',
    'Product Type Identifier': kind === 'currency' ? PRODUCT_TYPES.renewing : 'ZZ9',
    Units: '3',
    'Developer Proceeds': '7',
    'Customer Price': '10',
    'Country Code': 'US',
    'Apple Identifier': '1699999999',
    Device: 'iPhone',
  };
  const currency = kind === 'currency' ? 'XQX' : 'USD';
  return { ...row, 'Customer Currency': currency, 'Currency of Proceeds': currency };
}

function downloadRow(app: App, downloads: Downloads, day: DayNumber): ReportRow {
  const { currency } = storefrontOf(downloads.country);
  return {
    ...dates(day),
    ...appFields(app),
    SKU: skuOf(app),
    Title: app.name,
    Version: '4.1.2',
    'Product Type Identifier': downloads.again ? DOWNLOAD_TYPES.again : DOWNLOAD_TYPES.first,
    'Developer Proceeds': '0',
    'Customer Currency': currency,
    'Country Code': downloads.country,
    'Currency of Proceeds': currency,
    'Apple Identifier': String(app.adamId),
    'Customer Price': '0',
    Device: deviceName(downloads.device),
  };
}

/** The price of a refund is negative, its proceeds are not: units alone carry the sign of the money. */
function saleRow({ person }: PurchaseLine, booking: Booking): ReportRow {
  const { transaction, units } = booking;
  const { product, currency } = transaction;
  const isSubscription = product.period !== null;
  return {
    ...dates(booking.day),
    ...appFields(person.app),
    SKU: product.productId,
    Title: productName(product),
    'Product Type Identifier': isSubscription ? PRODUCT_TYPES.renewing : PRODUCT_TYPES.single,
    'Developer Proceeds': amountText(booking.proceeds),
    'Customer Currency': currency,
    'Country Code': transaction.storefront,
    'Currency of Proceeds': currency,
    'Apple Identifier': String(productAppleId(person.app, product)),
    'Customer Price': amountText((units * booking.priceMilli) / 1000),
    'Parent Identifier': skuOf(person.app),
    Subscription: isSubscription ? (transaction.reason === 'RENEWAL' ? 'Renewal' : 'New') : '',
    Period: periodName(transaction.offer?.period ?? product.period),
    Device: deviceName(person.device),
    'Proceeds Reason': booking.afterFirstYear ? 'Rate After One Year' : '',
  };
}

const appFields = (app: App): ReportRow => ({
  Provider: 'APPLE',
  'Provider Country': 'US',
  Developer: app.artist,
  Category: app.genre,
  'Supported Platforms': 'iOS',
});

function dates(day: DayNumber): ReportRow {
  const [year, month, date] = formatDay(day).split('-');
  const text = `${month}/${date}/${year}`;
  return { 'Begin Date': text, 'End Date': text };
}
