import { adFiguresKey, type Day, type Downloads, type ReportLevel, reportRowKey, termKey } from '@tapwise/domain';
import {
  type AdFigures,
  type Figures,
  type FiguresContext,
  hasActivity,
  idOf,
  metricsOf,
  type ReportFigures,
  readBuckets,
  requiredId,
  type SearchTermFigures,
  type SearchTermTotal,
} from '../../ad-service/reports/figures.ts';
import { type Unreadable, unreadable } from '../../ad-service/wire/lenient.ts';
import { termSourceFrom } from '../words.ts';
import type { DayRange } from './report-range.ts';
import { noObject, type ReportRowWire } from './report-schemas.ts';

export interface RowContext extends FiguresContext {
  /** The campaign that was asked about, for rows that do not repeat it. */
  readonly campaignId: number | null;
  /** The days that were asked for; an answer may hold one more. */
  readonly range: DayRange;
}

/** A day of a row, in one country. */
export interface Bucket {
  readonly day: Day;
  readonly country: string;
  readonly figures: Figures;
  readonly downloads?: Downloads;
}

/** The days of a campaign's, an ad group's or a keyword's row that saw any activity. */
export function figuresFromRow(wire: ReportRowWire, level: ReportLevel, context: RowContext): ReportFigures[] {
  const { metadata } = wire;
  const id = requiredId(objectId(metadata.id), level);
  const campaign_id = level === 'campaign' ? id : campaignOf(wire, context);
  const ids = {
    ad_group_id: level === 'campaign' ? 0 : level === 'ad_group' ? id : requiredId(metadata.adGroupId, 'ad group'),
    keyword_id: level === 'keyword' ? id : 0,
  };
  const named = (country: string): void => context.notes.names(campaign_id, reportRowKey({ ...ids, country }));
  return activeBuckets(wire, context, named).map(({ day, country, figures, downloads }) => ({
    campaign_id,
    day,
    row: { ...ids, country, ...figures, ...(downloads && { downloads }) },
  }));
}

/** The days of an ad's row that saw any activity; figures of the default page have no ad. */
export function adFiguresFromRow(wire: ReportRowWire, context: RowContext): AdFigures[] {
  const { metadata } = wire;
  if (metadata.id === noObject) return [];
  const ids = {
    ad_id: requiredId(objectId(metadata.id), 'ad'),
    ad_group_id: idOf(metadata.adGroupId, 'ad group') ?? 0,
    creative_id: idOf(metadata.creative?.id, 'creative') ?? 0,
  };
  const campaign = campaignOf(wire, context);
  const named = (country: string): void => context.notes.names(campaign, adFiguresKey({ ...ids, country }));
  return activeBuckets(wire, context, named).map(({ day, country, figures }) => ({ ...ids, day, country, figures }));
}

/** The days of a search term's row that saw any activity. */
export function termsFromRow(wire: ReportRowWire, context: RowContext): SearchTermFigures[] {
  const term = termOf(wire);
  const campaign = campaignOf(wire, context);
  const named = (country: string): void => context.notes.names(campaign, termKey({ ...term, country }));
  return activeBuckets(wire, context, named).map(({ day, country, figures }) => ({
    day,
    row: { ...term, country, ...figures },
  }));
}

/** The sum of a search term's row over the whole range. */
export function termTotalFromRow(wire: ReportRowWire, context: RowContext): SearchTermTotal {
  return { ...termOf(wire), figures: totalOf(wire, context) };
}

/** The sum of a row over the whole range. @throws Error when it cannot be read. */
export function totalOf(wire: ReportRowWire, context: FiguresContext): Figures {
  return metricsOf(totalMetrics(wire), context);
}

/** @throws Error when it cannot be read. */
export function totalMetrics(wire: ReportRowWire) {
  if (wire.totalMetrics === unreadable) throw new Error('The total of a row cannot be read');
  return wire.totalMetrics ?? {};
}

/** The country of a row without buckets. @throws Error where the answer names none, though it was asked for. */
export const countryOfRow = ({ metadata }: ReportRowWire): string => requiredCountry(metadata.countryOrRegion);

/** @param named Called with each country that the row names, on whatever day. */
export function activeBuckets(
  wire: ReportRowWire,
  context: FiguresContext & { readonly range: DayRange },
  named: (country: string) => void,
): Bucket[] {
  const { from, to } = context.range;
  const ofRow = wire.metadata.countryOrRegion;
  return readBuckets(wire.granularMetrics ?? [], context).flatMap((bucket) => {
    const isActive = hasActivity(bucket);
    const countryCode = bucket.country ?? ofRow;
    // A day without activity may hold nothing else than its date.
    if (!isActive && (countryCode === null || countryCode === undefined || countryCode === unreadable)) return [];
    const country = requiredCountry(countryCode);
    named(country);
    return isActive && bucket.day >= from && bucket.day <= to ? [{ ...bucket, country }] : [];
  });
}

/** @throws Error where the answer names none, though it was asked for: its figures are not booked elsewhere. */
function requiredCountry(country: string | null | undefined | Unreadable): string {
  if (country === unreadable) throw new Error('The country of a row cannot be read');
  const code = country?.trim().toUpperCase() ?? '';
  if (code === '') throw new Error('A row names no country');
  return code;
}

const objectId = (id: number | null | undefined | Unreadable): number | null | undefined | Unreadable =>
  id === noObject ? unreadable : id;

/** @throws Error when neither the row nor the question names a campaign. */
export function campaignOf({ metadata }: ReportRowWire, { campaignId }: Pick<RowContext, 'campaignId'>): number {
  const campaign = idOf(metadata.campaignId, 'campaign') ?? campaignId;
  if (campaign === null) throw new Error('A report row names no campaign');
  return campaign;
}

function termOf({ metadata }: ReportRowWire) {
  if (metadata.searchTermText === unreadable) throw new Error('The text of a search term cannot be read');
  const keywordId = idOf(metadata.keyword?.id, 'keyword');
  return {
    ad_group_id: idOf(metadata.adGroupId, 'ad group') ?? 0,
    keyword_id: keywordId ?? 0,
    text: metadata.searchTermText ?? '',
    source: termSourceFrom(metadata.searchTermSource, keywordId !== null),
  };
}
