import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, instantField } from '../../shared/fields.ts';
import { downloadsField } from './downloads.ts';
import { figureFields } from './figure-rows.ts';
import { readingProblemFields } from './reading-problem.ts';

const context = 'ads-report';
const identity = { application_id: z.number().int().positive(), org_id: adsIdField };
const share = z.number().min(0).max(1);

/** One campaign and country in a month. */
const adsMonthRowField = z.object({
  campaign_id: adsIdField,
  country: z.string(),
  ...figureFields,
  downloads: downloadsField,
});
export type AdsMonthRow = z.infer<typeof adsMonthRowField>;

export const adsMonthRowsRecorded = defineEvent({
  type: 'AdsMonthRowsRecorded',
  context,
  stream: 'adsMonth-<applicationId>.<orgId>.<month>',
  meaning:
    'Figures of a month that is not known by day, where they differ from what was known. Rows of zeros take the month back: its days count from then on. At most 1,000 rows.',
  data: {
    ...identity,
    // The first day of the month.
    month: dayField,
    currency: currencyField,
    pulled_at: instantField,
    rows: z.array(adsMonthRowField).max(1000),
  },
});

/**
 * What people searched for before they saw an ad. `keyword_id` is 0 where the ad service chose the term itself, and the text
 * is empty for the rest of terms that are too rare to be reported.
 */
const searchTermRowField = z.object({
  ad_group_id: adsIdField,
  keyword_id: adsIdField,
  text: z.string(),
  /** `AUTO` or `TARGETED`. */
  source: z.string(),
  country: z.string(),
  ...figureFields,
});
export type SearchTermRow = z.infer<typeof searchTermRowField>;

export const searchTermRowsRecorded = defineEvent({
  type: 'SearchTermRowsRecorded',
  context,
  stream: 'searchTerms-<applicationId>.<orgId>.<day>',
  meaning: 'Search terms of one campaign and day whose figures differ from what was known. At most 1,000 rows.',
  data: {
    ...identity,
    campaign_id: adsIdField,
    day: dayField,
    currency: currencyField,
    pulled_at: instantField,
    rows: z.array(searchTermRowField).max(1000),
  },
});

/**
 * The share of all impressions for a term and country that the application won, between two bounds. Both are 0 for a term
 * that was listed before and is no longer. Rank among all advertisers: 1 to 5, 6 for whatever is beyond. Popularity of the
 * term: 1 to 5, 0 when it is not given.
 */
const impressionShareRowField = z.object({
  country: z.string(),
  /** Lower case. */
  search_term: z.string(),
  low_share: share,
  high_share: share,
  rank: z.number().int().min(1).max(6),
  popularity: z.number().int().min(0).max(5),
  /** The share of the impressions in all slots, where the service was asked for it; the bounds above are of the first slot. */
  all_slots: z.object({ low_share: share, high_share: share }).optional(),
});
export type ImpressionShareRow = z.infer<typeof impressionShareRowField>;

export const impressionShareRecorded = defineEvent({
  type: 'ImpressionShareRecorded',
  context,
  stream: 'impressionShare-<applicationId>.<orgId>.<day>',
  meaning: 'Impression shares of search terms on one day that differ from what was known. At most 1,000 rows.',
  data: { ...identity, day: dayField, pulled_at: instantField, rows: z.array(impressionShareRowField).max(1000) },
});

export const adsExtraPullCompleted = defineEvent({
  type: 'AdsExtraPullCompleted',
  context,
  stream: 'adsExtraPull-<applicationId>.<orgId>',
  meaning: 'Months, search terms or impression shares of these days were asked for and are recorded.',
  data: {
    ...identity,
    subject: z.enum(['months', 'search_terms', 'impression_share']),
    pulled_at: instantField,
    from_day: dayField,
    to_day: dayField,
  },
});

export const adsExtraPullIncomplete = defineEvent({
  type: 'AdsExtraPullIncomplete',
  context,
  stream: 'adsExtraPull-<applicationId>.<orgId>',
  meaning:
    'Months, search terms or impression shares could not be read whole. What was known stays as it is until the next completed pull of the subject; not repeated while the reason is the same.',
  data: {
    ...identity,
    subject: z.enum(['months', 'search_terms', 'impression_share']),
    at: instantField,
    /** Since when no pull of the subject was completed for such reasons. */
    since: instantField,
    ...readingProblemFields,
  },
});

export const adsExtraEvents = [
  adsMonthRowsRecorded,
  searchTermRowsRecorded,
  impressionShareRecorded,
  adsExtraPullCompleted,
  adsExtraPullIncomplete,
] as const;
export type AdsExtraEvent = EventOf<(typeof adsExtraEvents)[number]>;
/** What the ad service is asked for beside structure and figures by day. */
export type AdsExtraSubject = Extract<AdsExtraEvent, { type: 'AdsExtraPullCompleted' }>['data']['subject'];
