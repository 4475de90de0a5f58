import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, instantField } from '../../shared/fields.ts';
import { figureFields } from './figure-rows.ts';

/** One ad and country. */
const adFiguresRowField = z.object({
  ad_id: adsIdField,
  ad_group_id: adsIdField,
  /** What the ad shows; 0 where the service names none. */
  creative_id: adsIdField,
  country: z.string(),
  ...figureFields,
});
export type AdFiguresRow = z.infer<typeof adFiguresRowField>;

export const adFiguresRecorded = defineEvent({
  type: 'AdFiguresRecorded',
  context: 'ads-report',
  stream: 'adFigures-<applicationId>.<orgId>.<day>',
  meaning:
    'Figures of ads (product-page variations) of one campaign and day that differ from what was known. At most 1,000 rows.',
  data: {
    application_id: z.number().int().positive(),
    org_id: adsIdField,
    campaign_id: adsIdField,
    day: dayField,
    currency: currencyField,
    pulled_at: instantField,
    rows: z.array(adFiguresRowField).max(1000),
  },
});

export const adFiguresEvents = [adFiguresRecorded] as const;
export type AdFiguresEvent = EventOf<typeof adFiguresRecorded>;
