import { z } from 'zod';
import {
  lenient,
  metrics,
  number,
  optionalText,
  reportId,
  searchTermSource,
  searchTermText,
} from '../../ad-service/wire/lenient.ts';

/** An id that is no object: figures of the default page have it in the place of an ad. */
export const noObject = -1;
const adId = lenient(z.union([number, z.literal(noObject)]).nullish());

/** A row of a report. `id` is that of the object that the report is about. */
export const reportRowWire = z.object({
  metadata: z.object({
    id: adId,
    campaignId: reportId,
    adGroupId: reportId,
    creative: z.object({ id: reportId }).nullish().catch(null),
    keyword: z.object({ id: reportId }).nullish().catch(null),
    countryOrRegion: optionalText,
    searchTermText,
    searchTermSource,
  }),
  /** Each bucket is read by itself; absent where a row has one total. */
  granularMetrics: z.array(z.unknown()).nullish(),
  totalMetrics: lenient(metrics.nullish()),
});
export type ReportRowWire = z.infer<typeof reportRowWire>;

export const reportWire = z.object({ rows: z.array(z.unknown()).nullish() });

export const shareRowWire = z.object({
  day: z.string(),
  promotedObjectId: z.union([z.string(), z.number()]).transform(String),
  countryOrRegion: z.string(),
  searchTerm: z.string(),
  lowImpressionShare: z.number().min(0).max(1),
  highImpressionShare: z.number().min(0).max(1),
  rank: z.number().int().positive(),
  searchPopularity1to5: z.unknown().optional(),
});
export type ShareRowWire = z.infer<typeof shareRowWire>;
