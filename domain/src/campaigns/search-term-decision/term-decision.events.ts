import { z } from 'zod';
import { defineEvent, type EventOf } from '../../shared/define-event.ts';
import { adsIdField, instantField } from '../../shared/fields.ts';

const context = 'search-term-decision';
const stream = 'termDecisions-<campaignId>';
const commonFields = {
  application_id: z.number().int().positive(),
  org_id: adsIdField,
  /** Campaign whose search terms they are. */
  campaign_id: adsIdField,
};

export const searchTermsHidden = defineEvent({
  type: 'SearchTermsHidden',
  context,
  stream,
  meaning: 'Someone does not want to see search terms for 90 days, unless their impressions double. At most 1,000.',
  data: {
    ...commonFields,
    account_id: z.number().int().positive(),
    hidden_at: instantField,
    terms: z
      .array(
        z.object({
          /** Text key. */
          text: z.string().min(1),
          /** `null`: in all ad groups. */
          ad_group_id: adsIdField.nullable(),
          /** Absent: not known, because some could not be read. */
          impressions: z.number().int().nonnegative().optional(),
        }),
      )
      .max(1000),
  },
});

export const termDecisionsForgotten = defineEvent({
  type: 'TermDecisionsForgotten',
  context,
  stream,
  meaning: 'The creation that carried decisions out was taken back: its terms are to be decided again.',
  data: {
    ...commonFields,
    change_id: z.uuid(),
    forgotten_at: instantField,
    /** Text keys of the terms; `null`: all of the creation. */
    texts: z.array(z.string()).max(5000).nullable(),
  },
});

export const termDecisionEvents = [searchTermsHidden, termDecisionsForgotten] as const;
export type TermDecisionEvent = EventOf<(typeof termDecisionEvents)[number]>;
