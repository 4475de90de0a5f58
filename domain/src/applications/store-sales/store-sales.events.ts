import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { countryField, currencyField, dayField, instantField, microsField } from '../../shared/fields.ts';

const context = 'store-sales';
const stream = 'storeDay-<applicationId>.<day>';
const application_id = z.number().int().positive();
const count = z.number().int().nonnegative();

/** What a row of the store's sales report is about. */
const saleKindField = z.enum(['download', 'redownload', 'update', 'purchase', 'subscription', 'other']);
export type StoreSaleKind = z.infer<typeof saleKindField>;

/** Why a row of a store report is not counted. */
export const setAsideReasons = [
  'unreadable',
  'wrong_day',
  'unknown_country',
  'unknown_currency',
  'unknown_product',
  'unknown_product_type',
] as const;
/** What rows that are set aside would have brought, by currency: proceeds in one, what customers paid in the same or another. */
const setAsideMoneyField = z.object({
  currency: currencyField,
  proceeds_micros: microsField,
  price_micros: microsField,
});
const setAsideField = z.object({
  reason: z.enum(setAsideReasons),
  rows: count,
  // Absent in reports without money, and in events from before it was counted.
  money: z.array(setAsideMoneyField).max(500).optional(),
  /** Rows of these whose proceeds cannot be read either. */
  rows_without_money: count.optional(),
});
export type StoreSetAside = z.infer<typeof setAsideField>;
export type StoreSetAsideReason = StoreSetAside['reason'];

/** All sales of one day that agree in everything but how many there were. Amounts are totals, negative for refunds. */
const storeSaleRowField = z.object({
  country: countryField,
  /** As the store names it: `iPhone`, `iPad`, `Desktop` … */
  device: z.string(),
  kind: saleKindField,
  /** The in-app product; empty for the app itself. */
  product_id: z.string(),
  /** The store's number of the in-app product or of the app. */
  store_item_id: z.number().int().nonnegative(),
  /** `new`, `renewal`, `refund`, `free`, the form of an offer, or empty. */
  order_kind: z.string(),
  units: z.number().int(),
  /** After tax and the store's fee. */
  proceeds_micros: microsField,
  proceeds_currency: currencyField,
  /** What customers paid, with tax where prices include it. */
  price_micros: microsField,
  price_currency: currencyField,
});
export type StoreSaleRow = z.infer<typeof storeSaleRowField>;

/** How many subscriptions to one product were in which state at the end of a day. */
const storeSubscriptionRowField = z.object({
  country: countryField,
  device: z.string(),
  /** The store's number of the subscription; sales rows with the same number name the product. */
  store_item_id: z.number().int().nonnegative(),
  name: z.string(),
  group_id: z.string(),
  /** Standard length in the store's words: `1 Month` … */
  duration: z.string(),
  active: count,
  trials: count,
  paid_introductions: count,
  offers: count,
  billing_retry: count,
  grace_period: count,
});
export type StoreSubscriptionRow = z.infer<typeof storeSubscriptionRowField>;

const report = { application_id, day: dayField, pulled_at: instantField };

export const storeSalesRecorded = defineEvent({
  type: 'StoreSalesRecorded',
  context,
  stream,
  meaning:
    "Rows of the store's sales report of a day that differ from what was known, and what was set aside, with its money.",
  data: { ...report, rows: z.array(storeSaleRowField).max(1000), set_aside: z.array(setAsideField).max(20) },
});

export const storeSubscriptionsRecorded = defineEvent({
  type: 'StoreSubscriptionsRecorded',
  context,
  stream,
  meaning: "Rows of the store's subscription report of a day that differ from what was known.",
  data: { ...report, rows: z.array(storeSubscriptionRowField).max(1000), set_aside: z.array(setAsideField).max(20) },
});

export const storeReportsPullCompleted = defineEvent({
  type: 'StoreReportsPullCompleted',
  context,
  stream: 'storeReportsPull-<applicationId>',
  meaning: "The store's reports of these days, asked with one vendor number, are recorded.",
  data: {
    application_id,
    vendor_number: z.string(),
    pulled_at: instantField,
    days: z.array(dayField).max(400),
    // The vendor's own name of the app, by which in-app rows refer to it; null while no report has shown it.
    app_sku: z.string().nullable(),
    // Those of the days on which the store said that nothing was sold. Absent in events from before that had to be said: then a day
    // without an answer counted as empty once it was three days old.
    empty_days: z.array(dayField).max(400).optional(),
  },
});

/** Why a day's reports are still missing although they should be there. */
export const pendingStoreDayReasons = z.enum(['not_available', 'unclear_answer', 'missing_column', 'unreadable']);
const pendingDayField = z.object({
  day: dayField,
  reason: pendingStoreDayReasons,
  /** Columns that the file lacks. */
  columns: z.array(z.string().max(100)).max(10).optional(),
});
export type PendingStoreDayReason = z.infer<typeof pendingStoreDayReasons>;

export const storeReportDaysPending = defineEvent({
  type: 'StoreReportDaysPending',
  context,
  stream: 'storeReportsPull-<applicationId>',
  meaning:
    "The store's reports of these days are missing or cannot be used; they count as unknown and are asked for again.",
  data: {
    application_id,
    vendor_number: z.string(),
    checked_at: instantField,
    days: z.array(pendingDayField).min(1).max(400),
  },
});

export const storeSalesEvents = [
  storeSalesRecorded,
  storeSubscriptionsRecorded,
  storeReportsPullCompleted,
  storeReportDaysPending,
] as const;
export type StoreSalesEvent = EventOf<(typeof storeSalesEvents)[number]>;
