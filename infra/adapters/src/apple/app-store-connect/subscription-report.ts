import {
  countFromReport,
  type StoreSetAside,
  type StoreSetAsideReason,
  type StoreSubscriptionRow,
} from '@tapwise/domain';
import { type Cells, readDelimited } from '../delimited/read-delimited.ts';

const standard = 'Active Standard Price Subscriptions';
const trials = 'Active Free Trial Introductory Offer Subscriptions';
const required = ['App Apple ID', 'Subscription Name', 'Subscription Apple ID', 'Device', 'Country', standard, trials];
const maxRows = 150_000;

const paidIntroductions = [
  'Active Pay Up Front Introductory Offer Subscriptions',
  'Active Pay As You Go Introductory Offer Subscriptions',
];
const offers = [
  'Free Trial Promotional Offer Subscriptions',
  'Pay Up Front Promotional Offer Subscriptions',
  'Pay As You Go Promotional Offer Subscriptions',
  'Free Trial Offer Code Subscriptions',
  'Pay Up Front Offer Code Subscriptions',
  'Pay As You Go Offer Code Subscriptions',
  'Free Trial Win-back Offers',
  'Pay Up Front Win-back Offers',
  'Pay As You Go Win-back Offers',
];

/**
 * Reads the store's daily subscription summary: how many subscriptions of an app were in which state.
 * @returns the app's rows, and how many lines could not be counted.
 * @throws NotATableError when it is no such report.
 */
export function readSubscriptionReport(
  text: Buffer,
  adamId: number,
): { rows: StoreSubscriptionRow[]; set_aside: StoreSetAside[] } {
  const rows: StoreSubscriptionRow[] = [];
  const counts = new Map<StoreSetAsideReason, number>();
  readDelimited(text, { separator: '\t', required, maxRows }, (cells) => {
    if (cells('App Apple ID') !== String(adamId)) return;
    const row = rowOf(cells);
    if (typeof row === 'string') counts.set(row, (counts.get(row) ?? 0) + 1);
    else rows.push(row);
  });
  return { rows, set_aside: [...counts].map(([reason, count]) => ({ reason, rows: count })) };
}

function rowOf(cells: Cells): StoreSubscriptionRow | StoreSetAsideReason {
  const itemId = cells('Subscription Apple ID');
  if (!/^\d{1,15}$/.test(itemId)) return 'unknown_product';
  if (!/^[A-Z]{2}$/.test(cells('Country'))) return 'unknown_country';
  const states = {
    active: sumOf(cells, [standard]),
    trials: sumOf(cells, [trials]),
    paid_introductions: sumOf(cells, paidIntroductions),
    offers: sumOf(cells, offers),
    billing_retry: sumOf(cells, ['Billing Retry']),
    grace_period: sumOf(cells, ['Grace Period']),
  };
  if (Object.values(states).some(Number.isNaN)) return 'unreadable';
  return {
    country: cells('Country'),
    device: cells('Device').slice(0, 40),
    store_item_id: Number(itemId),
    name: cells('Subscription Name').slice(0, 200),
    group_id: cells('Subscription Group ID').slice(0, 40),
    duration: cells('Standard Subscription Duration').slice(0, 40),
    ...states,
  };
}

/** An empty cell, and a column this version of the report does not have, count as nothing. */
function sumOf(cells: Cells, columns: readonly string[]): number {
  let sum = 0;
  for (const column of columns) {
    const text = cells(column);
    const count = text === '' ? 0 : countFromReport(text);
    sum += count === null || count < 0 ? Number.NaN : count;
  }
  return sum;
}
