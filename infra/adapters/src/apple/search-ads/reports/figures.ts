import { type AdsReportRow, type FigureName, figureNames, type ReportLevel } from '@tapwise/domain';
import type { ItemNotes } from '../lists/item-reader.ts';
import { isSameCurrency } from '../mapping.ts';
import { type MetricsWire, type ReportRowWire, reportBucketWire, type Unreadable, unreadable } from '../schemas.ts';

/** Figures of one object, country and day as the service gave them. */
export interface ReportFigures {
  readonly campaign_id: number;
  /** Calendar day in the organization's time zone. */
  readonly day: string;
  readonly row: AdsReportRow;
}

export type Figures = Pick<AdsReportRow, FigureName | 'currency' | 'unread'>;

/** How amounts are read, and where it is said what could not be. */
export interface FiguresContext {
  /** The organization's. */
  readonly currency: string;
  readonly notes: ItemNotes;
}

/** The code of a country the service did not name. */
const unknownCountry = 'ZZ';

/**
 * The days of one report row that saw any activity.
 * @param campaignId For rows that do not repeat the campaign they were asked of.
 * @throws Error when the row does not say what it is about.
 */
export function figuresFromRow(
  wire: ReportRowWire,
  level: ReportLevel,
  campaignId: number | null,
  context: FiguresContext,
): ReportFigures[] {
  const { metadata } = wire;
  const campaign = idOf(metadata.campaignId, 'campaign') ?? campaignId;
  if (campaign === null) throw new Error('A report row names no campaign');
  const ids = {
    ad_group_id: level === 'campaign' ? 0 : requiredId(metadata.adGroupId, 'ad group'),
    keyword_id: level === 'keyword' ? requiredId(metadata.keywordId, 'keyword') : 0,
  };
  return bucketFigures(wire, context).map(({ day, country, figures }) => ({
    campaign_id: campaign,
    day,
    row: { ...ids, country, ...figures },
  }));
}

/** The buckets of a report row that saw any activity, by the day they begin with. */
export function bucketFigures(wire: ReportRowWire, context: FiguresContext) {
  const country = countryOf(wire, context);
  return (wire.granularity ?? []).flatMap((entry) => {
    const bucket = reportBucketWire.safeParse(entry);
    if (!bucket.success) {
      context.notes.note('unreadable_row', 'A part of a row names no day');
      return [];
    }
    const figures = metricsOf(bucket.data, context);
    return hasActivity(figures) ? [{ day: bucket.data.date.slice(0, 10), country, figures }] : [];
  });
}

function countryOf({ metadata }: ReportRowWire, { notes }: FiguresContext): string {
  const country = metadata.countryOrRegion;
  if (country !== unreadable) return country?.trim().toUpperCase() || unknownCountry;
  notes.note('unreadable_field', 'The country of a row cannot be read');
  return unknownCountry;
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

const hasActivity = (figures: Figures): boolean =>
  figures.unread !== undefined || figureNames.some((name) => figures[name] !== 0);

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
