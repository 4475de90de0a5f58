import { z } from 'zod';

/** A day of the organization's calendar, or that it is not used. */
const dayField = z.string().nullable();
export const sourceDaysSchema = z
  .object({
    ads: dayField,
    people: dayField,
    predictions: dayField,
    search_terms: dayField,
    impression_share: dayField,
  })
  .meta({ description: 'Newest complete day of each source; null: not used, or never integrated.' });

const testSchema = z.object({
  path: z.string().meta({ description: '`cases[0].when.all[1]`.' }),
  metric: z.string(),
  of: z.enum(['self', 'ad_group', 'campaign', 'scope']),
  window: z.string().nullable(),
  from: dayField,
  to: dayField,
  per_day: z.boolean(),
  op: z.enum(['<', '<=', '>', '>=', '=', '!=', 'between', 'outside', 'empty', 'not_empty']).nullable(),
  value: z.number().nullable(),
  limit: z.union([z.number(), z.array(z.number()), z.null()]).meta({ description: 'Of ranges both ends.' }),
  result: z.boolean().nullable().meta({ description: 'Null: not known.' }),
  gap: z.number().nullable().meta({ description: 'Distance from being true.' }),
  why: z.enum(['no_denominator', 'floor', 'immature', 'low_confidence', 'in_doubt', 'not_known']).nullable(),
  needs: z.object({ metric: z.string(), more: z.number() }).nullable(),
});

const valueField = z.union([z.number(), z.string(), z.null()]);
const actionSchema = z.object({
  do: z.enum(['bid', 'cpa_goal', 'target_cpa', 'daily_budget', 'status', 'label', 'add_keyword', 'negative', 'notify']),
  field: z
    .enum(['cpt_bid', 'cpa_goal', 'target_cpa', 'daily_cap', 'status', 'label', 'keyword', 'negative'])
    .nullable(),
  old: valueField,
  computed: valueField.meta({ description: 'Before limits and rounding.' }),
  new: valueField,
  limited_by: z.enum(['step', 'min', 'max', 'daily_budget', 'guardrail']).nullable(),
  outcome: z.string().nullable().meta({ description: 'Of the call, where one was made.' }),
});

export const customVerdictSchema = z.object({
  decision_id: z.string(),
  key: z.string().meta({
    description: 'Campaign `c`, ad group `c:a`, keyword `c:a:k`, search term `c:a:t:<text key>`.',
  }),
  name: z.string(),
  campaign_name: z.string(),
  verdict: z.enum([
    'acted',
    'notified',
    'no_match',
    'no_data',
    'skipped',
    'limited',
    'blocked',
    'failed',
    'conflict',
    'unknown',
  ]),
  reason: z
    .enum([
      'done',
      'released',
      'oscillating',
      'cooling',
      'cooldown',
      'not_settled',
      'opposed',
      'already_changed',
      'limit',
      'max_conversions',
      'not_max_conversions',
      'nothing_to_do',
      'not_ours',
      'stopped',
    ])
    .nullable(),
  until: z.string().nullable().meta({ description: 'When the reason may end.' }),
  case: z.number().nullable().meta({ description: 'Index of the case that decided.' }),
  tests: z.array(testSchema),
  actions: z.array(actionSchema),
  outcome: z.string().nullable(),
  message: z.string().nullable(),
  sentence: z.string(),
});
export type CustomVerdict = z.infer<typeof customVerdictSchema>;

export const customCountsSchema = z
  .object({
    checked: z.number(),
    acted: z.number(),
    no_match: z.number(),
    no_data: z.number(),
    on_hold: z.number(),
    skipped: z.number(),
    limited: z.number(),
    failed: z.number(),
  })
  .meta({ description: 'Units by verdict; they sum to `checked`.' });

export const customRunSchema = z.object({
  run_id: z.string(),
  slot: z.string(),
  state: z.enum(['running', 'done', 'missed', 'stopped', 'no_fresh_data', 'no_complete_data', 'held']),
  version: z.number(),
  as_of: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  change_id: z.string().nullable(),
  message: z.string().nullable(),
  counts: customCountsSchema.nullable(),
  days: sourceDaysSchema.nullable(),
  joined: z.number().nullable(),
  left: z.number().nullable(),
  held: z.object({ would: z.number(), judged: z.number(), until: z.string() }).nullable(),
  without_figures: z.number().nullable().meta({ description: 'Units without any figure; listed under `key` alone.' }),
});
export type CustomRun = z.infer<typeof customRunSchema>;
