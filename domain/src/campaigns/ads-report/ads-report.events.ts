import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, instantField } from '../../shared/fields.ts';
import { downloadsField } from './downloads.ts';
import { figureFields } from './figure-rows.ts';
import { readingProblemFields } from './reading-problem.ts';

const context = 'ads-report';

/** The grains the ad service reports at; each is asked for itself, so a level's sum is the service's own. */
export const reportLevelField = z.enum(['campaign', 'ad_group', 'keyword']);
export type ReportLevel = z.infer<typeof reportLevelField>;

/** One object, country and day. Ids of finer levels are 0. Spend is in micros of the organization's currency. */
export const adsReportRowField = z.object({
  ad_group_id: adsIdField,
  keyword_id: adsIdField,
  country: z.string(),
  ...figureFields,
  downloads: downloadsField,
});
export type AdsReportRow = z.infer<typeof adsReportRowField>;

export const adsReportRowsRecorded = defineEvent({
  type: 'AdsReportRowsRecorded',
  context,
  stream: 'adsReport-<applicationId>.<orgId>.<day>',
  meaning:
    'Figures of one campaign, level and day that differ from what was known; the newest win. At most 1,000 rows.',
  data: {
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    campaign_id: adsIdField,
    level: reportLevelField,
    day: dayField,
    currency: currencyField,
    pulled_at: instantField,
    rows: z.array(adsReportRowField).max(1000),
  },
});

export const adsPullCompleted = defineEvent({
  type: 'AdsPullCompleted',
  context,
  stream: 'adsPull-<applicationId>.<orgId>',
  meaning: 'Structure and reports of the organization were asked for and are recorded up to this instant.',
  data: {
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    pulled_at: instantField,
    from_day: dayField,
    to_day: dayField,
  },
});

export const adsPullIncomplete = defineEvent({
  type: 'AdsPullIncomplete',
  context,
  stream: 'adsPull-<applicationId>.<orgId>',
  meaning:
    'Structure and reports of the organization could not be read whole. What was known stays as it is until the next completed pull; not repeated while the reason is the same.',
  data: {
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    at: instantField,
    /** Since when no pull was completed for such reasons. */
    since: instantField,
    /** The last completed pull; `null` before the first. */
    pulled_at: instantField.nullable(),
    /** Whether an answer came since then whose content cannot be trusted; otherwise none came. */
    untrusted: z.boolean(),
    ...readingProblemFields,
  },
});

export const adsReportEvents = [adsReportRowsRecorded, adsPullCompleted, adsPullIncomplete] as const;
export type AdsReportEvent = EventOf<(typeof adsReportEvents)[number]>;
