import {
  type AdsMonthRow,
  type AdsReportRow,
  type Day,
  type DownloadName,
  type Downloads,
  downloadNames,
  downloadsOf,
  type FigureName,
  figureNames,
  type SearchTermRow,
} from '@tapwise/domain';
import type { ItemNotes } from '../lists/item-reader.ts';
import { isSameCurrency } from '../wire/field-reader.ts';
import { type MetricsWire, reportBucketWire, type Unreadable, unreadable } from '../wire/lenient.ts';

/** Figures of one object, country and day as the service gave them. */
export interface ReportFigures {
  readonly campaign_id: number;
  /** Calendar day in the organization's time zone. */
  readonly day: string;
  readonly row: AdsReportRow;
}

/** Figures of one campaign, country and month. */
export interface MonthFigures {
  /** First day of the month. */
  readonly month: Day;
  readonly row: AdsMonthRow;
}

/** Figures of one search term, country and day. */
export interface SearchTermFigures {
  readonly day: Day;
  readonly row: SearchTermRow;
}

/** Figures of one search term over a range of days, all countries together. */
export interface SearchTermTotal {
  readonly ad_group_id: number;
  /** 0: Search Match. */
  readonly keyword_id: number;
  /** Empty for the merged rest of rare terms. */
  readonly text: string;
  /** `TARGETED`, or `AUTO` for Search Match. */
  readonly source: string;
  readonly figures: Figures;
}

/** Figures of one ad, country and day. */
export interface AdFigures {
  readonly day: Day;
  readonly country: string;
  readonly ad_id: number;
  readonly ad_group_id: number;
  /** 0 where the service names none. */
  readonly creative_id: number;
  readonly figures: Figures;
}

export type Figures = Pick<AdsReportRow, FigureName | 'currency' | 'unread'>;

/** How amounts are read, and where it is said what could not be. */
export interface FiguresContext {
  /** The organization's. */
  readonly currency: string;
  readonly notes: ItemNotes;
}

/** The code of a country the service did not name. */
export const unknownCountry = 'ZZ';

/** A bucket of a row: its first day and its figures, which may all be 0. */
export interface BucketFigures {
  readonly day: Day;
  /** The bucket's own country, as the service wrote it. */
  readonly country: string | null | undefined | Unreadable;
  readonly figures: Figures;
  /** Absent where they are not given. */
  readonly downloads?: Downloads;
}

/** The buckets of a report row, each read by itself. */
export function readBuckets(buckets: readonly unknown[], context: FiguresContext): BucketFigures[] {
  return buckets.flatMap((entry) => {
    const bucket = reportBucketWire.safeParse(entry);
    if (!bucket.success) {
      context.notes.note('unreadable_row', 'A part of a row names no day');
      return [];
    }
    const { date, countryOrRegion } = bucket.data;
    const figures = metricsOf(bucket.data, context);
    return [{ day: date.slice(0, 10), country: countryOrRegion, figures, ...givenDownloads(bucket.data) }];
  });
}

/** The figures of one bucket, or of a row over the whole range. */
export function metricsOf(wire: Partial<MetricsWire>, { currency, notes }: FiguresContext): Figures {
  const spend = wire.localSpend;
  const read: Record<FigureName, number | Unreadable> = {
    impressions: countOf(wire.impressions),
    taps: countOf(wire.taps),
    tap_installs: countOf(wire.tapInstalls),
    view_installs: viewInstallsOf(wire),
    spend_micros: spend === unreadable ? unreadable : (spend?.micros ?? 0),
  };
  const unread = figureNames.filter((name) => read[name] === unreadable);
  if (unread.length > 0) notes.note('unreadable_field', `A row has figures that cannot be read: ${unread.join(', ')}`);
  const isForeign = spend !== unreadable && spend && spend.micros !== 0 && !isSameCurrency(spend.currency, currency);
  return {
    impressions: readableOrZero(read.impressions),
    taps: readableOrZero(read.taps),
    tap_installs: readableOrZero(read.tap_installs),
    view_installs: readableOrZero(read.view_installs),
    spend_micros: readableOrZero(read.spend_micros),
    ...(isForeign ? { currency: spend.currency } : {}),
    ...(unread.length > 0 ? { unread } : {}),
  };
}

const downloadFields = {
  tap_new_downloads: 'tapNewDownloads',
  view_new_downloads: 'viewNewDownloads',
  tap_redownloads: 'tapRedownloads',
  view_redownloads: 'viewRedownloads',
  tap_pre_orders: 'tapPreOrdersPlaced',
  view_pre_orders: 'viewPreOrdersPlaced',
} as const satisfies Record<DownloadName, keyof MetricsWire>;

/** Installs by kind, and pre-orders. One that is missing beside others means 0; one that cannot be read hides the others. */
export function givenDownloads(wire: Partial<MetricsWire>): { readonly downloads?: Downloads } {
  const counts = downloadNames.map((name) => wire[downloadFields[name]]);
  const isGiven = counts.some((count) => count !== null && count !== undefined);
  if (!isGiven || counts.includes(unreadable)) return {};
  return { downloads: downloadsOf((name) => readableOrZero(wire[downloadFields[name]] ?? 0)) };
}

type Count = number | null | undefined | Unreadable;

const countOf = (count: Count): number | Unreadable => count ?? 0;

/** Where they are not given, what is left of all installs. */
function viewInstallsOf({ viewInstalls, totalInstalls, tapInstalls }: Partial<MetricsWire>): number | Unreadable {
  if (viewInstalls !== null && viewInstalls !== undefined) return viewInstalls;
  if (totalInstalls === null || totalInstalls === undefined) return 0;
  if (totalInstalls === unreadable || tapInstalls === unreadable) return unreadable;
  return Math.max(0, totalInstalls - (tapInstalls ?? 0));
}

const readableOrZero = (value: number | Unreadable): number => (value === unreadable ? 0 : value);

export const hasActivity = ({ figures, downloads = {} }: Pick<BucketFigures, 'figures' | 'downloads'>): boolean =>
  figures.unread !== undefined || figureNames.some((name) => figures[name] !== 0) || Object.keys(downloads).length > 0;

/** @throws Error for an id of no known form. */
export function idOf(id: Count, what: string): number | null {
  if (id === unreadable) throw new Error(`A report row names its ${what} in an unknown form`);
  return id ?? null;
}

export function requiredId(id: Count, what: string): number {
  const read = idOf(id, what);
  if (read === null) throw new Error(`A report row names no ${what}`);
  return read;
}
