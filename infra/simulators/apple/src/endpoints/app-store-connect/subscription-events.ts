import { DAY_MS, type DayNumber, dayAt, formatDay } from '../../base/calendar/calendar-days.ts';
import { isSale, type StoreEvent, type Transaction } from '../../market/people/purchase.ts';
import type { PurchaseLine } from '../../market/sales/buyers.ts';
import {
  deviceName,
  offerName,
  periodName,
  productAppleId,
  productName,
  STORE_ZONE,
} from '../../market/sales/store-catalogue.ts';
import { CountedRows, type ReportRow, type ReportTable, type SalesSite } from './report-table.ts';

/** Order and spelling of https://developer.apple.com/help/app-store-connect/reference/subscription-event-report. */
const COLUMNS = [
  'Event Date',
  'Event',
  'App Name',
  'App Apple ID',
  'Subscription Name',
  'Subscription Apple ID',
  'Subscription Group ID',
  'Standard Subscription Duration',
  'Subscription Offer Type',
  'Subscription Offer Duration',
  'Marketing Opt-In',
  'Marketing Opt-In Duration',
  'Preserved Pricing',
  'Proceeds Reason',
  'Subscription Offer Name',
  'Promotional Offer ID',
  'Consecutive Paid Periods',
  'Original Start Date',
  'Device',
  'Client',
  'State',
  'Country',
  'Previous Subscription Name',
  'Previous Subscription Apple ID',
  'Days Before Canceling',
  'Cancellation Reason',
  'Days Canceled',
  'Quantity',
  'Paid Service Days Recovered',
];

/** SUBSCRIPTION_EVENT SUMMARY: what happened to subscriptions on a Pacific day. */
export async function subscriptionEvents(site: SalesSite, day: DayNumber): Promise<ReportTable> {
  const rows = new CountedRows(['Quantity']);
  for (const app of site.world.apps) {
    for (const line of await site.buyers.linesUntil(app, day)) {
      for (const [index, event] of line.events.entries()) {
        if (event.transaction.product.period === null || dayAt(STORE_ZONE, event.at) !== day) continue;
        const before = line.events.slice(0, index);
        const name = eventName(event, before);
        if (name !== null) rows.add(rowOf(line, event, before, name), { Quantity: 1 });
      }
    }
  }
  return { columns: COLUMNS, rows: rows.rows() };
}

const lastSale = (events: readonly StoreEvent[]): Transaction | null => events.findLast(isSale)?.transaction ?? null;

/** Apple's word for a message; null for those that are no event of the report. */
function eventName(event: StoreEvent, before: readonly StoreEvent[]): string | null {
  const previous = lastSale(before);
  const wasIntroductory = previous !== null && previous.offer !== null;
  switch (event.type) {
    case 'SUBSCRIBED':
      if (event.subtype === 'RESUBSCRIBE') return 'Reactivate';
      return event.transaction.offer === null ? 'Subscribe' : 'Start Introductory Offer';
    case 'DID_RENEW':
      if (event.subtype === 'BILLING_RECOVERY') return 'Renewal from Billing Retry';
      return wasIntroductory ? 'Paid Subscription from Introductory Offer' : 'Renew';
    case 'DID_CHANGE_RENEWAL_PREF':
      return event.subtype === 'UPGRADE' ? 'Upgrade' : null;
    case 'DID_FAIL_TO_RENEW':
      return `${event.status === 4 ? 'Grace Period' : 'Billing Retry'} from ${wasIntroductory ? 'Introductory Offer' : 'Paid Subscription'}`;
    case 'GRACE_PERIOD_EXPIRED':
      return 'Billing Retry from Grace Period';
    case 'EXPIRED':
      return event.subtype === 'BILLING_RETRY' ? 'Canceled from Billing Retry' : 'Cancel';
    case 'REFUND':
      return 'Refund';
    default:
      return null;
  }
}

function rowOf({ person }: PurchaseLine, event: StoreEvent, before: readonly StoreEvent[], name: string): ReportRow {
  const { app } = person;
  const { product, offer, originalPurchasedAt, storefront } = event.transaction;
  const previous = lastSale(before);
  const changed = name === 'Upgrade' && previous !== null ? previous.product : null;
  const isEnd = event.type === 'EXPIRED';
  const ended = before.findLast((earlier) => earlier.type === 'EXPIRED');
  const daysSince = (at: number) => String(Math.floor((event.at - at) / DAY_MS));
  const paid = [...before, event].filter((earlier) => isSale(earlier) && earlier.transaction.offer === null);
  return {
    'Event Date': formatDay(dayAt(STORE_ZONE, event.at)),
    Event: name,
    'App Name': app.name,
    'App Apple ID': String(app.adamId),
    'Subscription Name': productName(product),
    'Subscription Apple ID': String(productAppleId(app, product)),
    'Subscription Group ID': app.subscriptionGroupId,
    'Standard Subscription Duration': periodName(product.period),
    'Subscription Offer Type': offer === null ? '' : `Introductory Offer - ${offerName(offer)}`,
    'Subscription Offer Duration': offer === null ? '' : periodName(offer.period),
    'Consecutive Paid Periods': String(paid.length),
    'Original Start Date': formatDay(dayAt(STORE_ZONE, originalPurchasedAt)),
    Device: deviceName(person.device),
    Country: storefront,
    'Previous Subscription Name': changed === null ? '' : productName(changed),
    'Previous Subscription Apple ID': changed === null ? '' : String(productAppleId(app, changed)),
    'Days Before Canceling': isEnd ? daysSince(originalPurchasedAt) : '',
    'Cancellation Reason': isEnd ? (event.subtype === 'BILLING_RETRY' ? 'Billing issue' : 'Canceled') : '',
    'Days Canceled': name === 'Reactivate' && ended !== undefined ? daysSince(ended.at) : '',
  };
}
