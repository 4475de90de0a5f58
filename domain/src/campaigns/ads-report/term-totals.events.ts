import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, currencyField, dayField, instantField } from '../../shared/fields.ts';
import { figureFields } from './figure-rows.ts';

const context = 'ads-report';
const stream = 'termTotals-<applicationId>.<orgId>.<campaignId>';
const commonFields = {
  application_id: z.number().int().positive(),
  org_id: adsIdField,
  campaign_id: adsIdField,
  currency: currencyField,
  /** The days that are added up, both included; calendar of the organization. */
  from_day: dayField,
  to_day: dayField,
  pulled_at: instantField,
};

/** One search term over a range of days, all countries together. `keyword_id` 0: the ad service chose the term itself. */
const termTotalField = z.object({
  ad_group_id: adsIdField,
  keyword_id: adsIdField,
  /** Never empty: what is too rare to be named is not kept. */
  text: z.string().min(1),
  ...figureFields,
});
export type TermTotal = z.infer<typeof termTotalField>;

export const termTotalsRecorded = defineEvent({
  type: 'TermTotalsRecorded',
  context,
  stream,
  meaning:
    'Sums of search terms of one campaign over a year that differ from the snapshot before. At most 1,000 rows; it is whole with the event below.',
  data: { ...commonFields, rows: z.array(termTotalField).max(1000) },
});

export const termTotalsPulled = defineEvent({
  type: 'TermTotalsPulled',
  context,
  stream,
  meaning: 'The sums of search terms of one campaign were asked for and are recorded as of this instant.',
  data: commonFields,
});

export const termTotalEvents = [termTotalsRecorded, termTotalsPulled] as const;
export type TermTotalEvent = EventOf<(typeof termTotalEvents)[number]>;
