import { z } from 'zod';

export const capSchema = z.enum([
  'impressions_cap',
  'installs_cap',
  'spend_cap',
  'cpt_cap',
  'cpa_cap',
  'impression_share_cap',
  'cpt_bid_cap',
]);

const nullableField = z.number().nullable().meta({ description: 'Null: not known, or only in part.' });
export const figuresSchema = z.object({
  impressions: nullableField,
  taps: nullableField,
  installs: nullableField,
  spend: nullableField,
  cpt: nullableField,
  cpa: nullableField,
});
export const verdictSchema = z.object({
  decision_id: z.string(),
  key: z.string().meta({ description: 'Of the keyword.' }),
  keyword: z.string().meta({ description: 'Text of the keyword; of filters the search term.' }),
  verdict: z.enum([
    'raised',
    'completed',
    'reached',
    'limited',
    'skipped',
    'blocked',
    'failed',
    'conflict',
    'unknown',
    'negated',
    'to_decide',
  ]),
  reason: z
    .enum([
      'paused',
      'not_running',
      'not_single_keyword',
      'not_exact',
      'on_hold',
      'budget_used',
      'max_conversions',
      'released',
      'cooling',
      'not_settled',
      'already_raised',
      'opposed',
      'oscillating',
      'stopped',
      'no_fresh_data',
    ])
    .nullable(),
  cap: capSchema.nullable(),
  old: z.number().nullable(),
  computed: z.number().nullable(),
  new: z.number().nullable(),
  limited_by: z.enum(['cpt_bid_cap', 'daily_budget', 'guardrail']).nullable(),
  inputs: figuresSchema.extend({ impression_share: z.number().nullable() }),
  caps: z.array(z.object({ cap: capSchema, value: z.number().nullable(), limit: z.number(), reached: z.boolean() })),
  outcome: z.string().nullable().meta({ description: 'Of the call, where one was made.' }),
  message: z.string().nullable(),
});
export type AutomationVerdict = z.infer<typeof verdictSchema>;
