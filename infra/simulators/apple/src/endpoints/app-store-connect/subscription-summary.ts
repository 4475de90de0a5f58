import { type DayNumber, startOfDay } from '../../base/calendar/calendar-days.ts';
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
import { amountText, CountedRows, type ReportRow, type ReportTable, type SalesSite } from './report-table.ts';

const STANDARD = 'Active Standard Price Subscriptions';
const RETRY = 'Billing Retry';
const GRACE = 'Grace Period';
const SUBSCRIBERS = 'Subscribers';

const INTRODUCTORY = {
  'Free Trial': 'Active Free Trial Introductory Offer Subscriptions',
  'Pay Up Front': 'Active Pay Up Front Introductory Offer Subscriptions',
};

const COUNT_COLUMNS = [
  STANDARD,
  INTRODUCTORY['Free Trial'],
  INTRODUCTORY['Pay Up Front'],
  'Active Pay As You Go Introductory Offer Subscriptions',
  ...['Free Trial', 'Pay Up Front', 'Pay As You Go'].map((kind) => `${kind} Promotional Offer Subscriptions`),
  ...['Free Trial', 'Pay Up Front', 'Pay As You Go'].map((kind) => `${kind} Offer Code Subscriptions`),
  'Marketing Opt-Ins',
  RETRY,
  GRACE,
  SUBSCRIBERS,
  ...['Free Trial', 'Pay Up Front', 'Pay As You Go'].map((kind) => `${kind} Win-back Offers`),
];

/** Order and spelling of https://developer.apple.com/help/app-store-connect/reference/subscription-report. */
const COLUMNS = [
  'App Name',
  'App Apple ID',
  'Subscription Name',
  'Subscription Apple ID',
  'Subscription Group ID',
  'Standard Subscription Duration',
  'Subscription Offer Name',
  'Promotional Offer ID',
  'Customer Price',
  'Customer Currency',
  'Developer Proceeds',
  'Proceeds Currency',
  'Preserved Pricing',
  'Proceeds Reason',
  'Client',
  'Device',
  'State',
  'Country',
  ...COUNT_COLUMNS,
];

/** SUBSCRIPTION SUMMARY: the base of subscriptions at the end of a Pacific day. */
export async function subscriptionSummary(site: SalesSite, day: DayNumber): Promise<ReportTable> {
  const rows = new CountedRows(COUNT_COLUMNS);
  const end = startOfDay(STORE_ZONE, day + 1);
  for (const app of site.world.apps) {
    for (const line of await site.buyers.linesUntil(app, day)) {
      const state = stateBefore(line.events, end);
      if (state === null || state.current.product.period === null) continue;
      rows.add(rowOf(line, state.current), { [state.column]: 1, [SUBSCRIBERS]: state.column === RETRY ? 0 : 1 });
    }
  }
  return { columns: COLUMNS, rows: rows.rows() };
}

/** The latest sale of a line before an instant and the column it counts in; null when nothing runs then. */
function stateBefore(events: readonly StoreEvent[], end: number): { current: Transaction; column: string } | null {
  let current: Transaction | null = null;
  let phase: 'active' | 'retry' | 'grace' | 'ended' = 'ended';
  for (const event of events) {
    if (event.at >= end) break;
    if (isSale(event)) current = event.transaction;
    const isCurrent = event.transaction.id === current?.id;
    if (isSale(event) || (event.type === 'REFUND_REVERSED' && isCurrent)) phase = 'active';
    else if (event.type === 'DID_FAIL_TO_RENEW') phase = event.status === 4 ? 'grace' : 'retry';
    else if (event.type === 'GRACE_PERIOD_EXPIRED') phase = 'retry';
    else if (event.type === 'EXPIRED' || (event.type === 'REFUND' && isCurrent)) phase = 'ended';
  }
  if (current === null || phase === 'ended') return null;
  if (phase !== 'active') return { current, column: phase === 'grace' ? GRACE : RETRY };
  if ((current.expiresAt ?? 0) < end) return null;
  const offer = offerName(current.offer);
  return { current, column: offer === 'Free Trial' || offer === 'Pay Up Front' ? INTRODUCTORY[offer] : STANDARD };
}

function rowOf({ person, bookings }: PurchaseLine, current: Transaction): ReportRow {
  const { app } = person;
  const booked = bookings.find((booking) => booking.transaction.id === current.id);
  return {
    'App Name': app.name,
    'App Apple ID': String(app.adamId),
    'Subscription Name': productName(current.product),
    'Subscription Apple ID': String(productAppleId(app, current.product)),
    'Subscription Group ID': app.subscriptionGroupId,
    'Standard Subscription Duration': periodName(current.product.period),
    'Customer Price': amountText(current.priceMilli / 1000),
    'Customer Currency': current.currency,
    'Developer Proceeds': amountText(booked?.proceeds ?? 0),
    'Proceeds Currency': current.currency,
    'Proceeds Reason': booked?.afterFirstYear === true ? 'Rate After One Year' : '',
    Device: deviceName(person.device),
    Country: current.storefront,
  };
}
