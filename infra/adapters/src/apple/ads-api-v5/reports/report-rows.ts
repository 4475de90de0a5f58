import type { ReportLevel } from '@tapwise/domain';
import {
  type BucketFigures,
  type FiguresContext,
  hasActivity,
  idOf,
  type ReportFigures,
  readBuckets,
  requiredId,
  unknownCountry,
} from '../../ad-service/reports/figures.ts';
import { unreadable } from '../../ad-service/wire/lenient.ts';
import type { ReportRowWire } from '../schemas.ts';

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
  return bucketFigures(wire, context).map(({ day, country, figures, downloads }) => ({
    campaign_id: campaign,
    day,
    row: { ...ids, country, ...figures, ...(downloads && { downloads }) },
  }));
}

/** The buckets of a report row that saw any activity, by the day they begin with. */
export function bucketFigures(
  wire: ReportRowWire,
  context: FiguresContext,
): (BucketFigures & { readonly country: string })[] {
  const country = countryOf(wire, context);
  return readBuckets(wire.granularity ?? [], context)
    .filter(hasActivity)
    .map((bucket) => ({ ...bucket, country }));
}

function countryOf({ metadata }: ReportRowWire, { notes }: FiguresContext): string {
  const country = metadata.countryOrRegion;
  if (country !== unreadable) return country?.trim().toUpperCase() || unknownCountry;
  notes.note('unreadable_field', 'The country of a row cannot be read');
  return unknownCountry;
}
