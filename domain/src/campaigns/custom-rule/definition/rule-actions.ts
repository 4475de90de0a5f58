import { z } from 'zod';
import { idField, percentField, positive, positiveField, windowField } from './entered-fields.ts';

export const bidWorths = [
  'cpa',
  'cost_per_trial',
  'cost_per_conversion',
  'current_roas',
  'predicted_roas',
  'roas_d1',
  'roas_d3',
  'roas_d7',
  'roas_d14',
  'roas_d30',
] as const;

const limitsText = 'Enter the lowest and the highest bid';
const bidLimits = { min: positive(limitsText), max: positive(limitsText) };
const optionalLimits = { min: positiveField.optional(), max: positiveField.optional() };

/** `amount` is in the ad organization's currency; a percent is a percent, not a fraction. */
const raised = {
  how: z.literal('raise'),
  amount: positiveField.optional(),
  percent: percentField(1000).optional(),
};
const lowered = {
  how: z.literal('lower'),
  amount: positiveField.optional(),
  percent: percentField(100).optional(),
};
const setTo = { how: z.literal('set'), value: positiveField };

/** How a bid is moved. `target`: to what a tap is worth, never more than `step` percent away from the present bid. */
export const bidActionField = z.discriminatedUnion('how', [
  z.strictObject({ do: z.literal('bid'), ...setTo, ...bidLimits }),
  z.strictObject({ do: z.literal('bid'), ...raised, ...bidLimits }),
  z.strictObject({ do: z.literal('bid'), ...lowered, ...bidLimits }),
  z.strictObject({
    do: z.literal('bid'),
    how: z.literal('target'),
    of: z.enum(bidWorths),
    /** In the application's currency, or a fraction. */
    value: positiveField,
    window: windowField,
    step: percentField(100).default(25),
    ...bidLimits,
  }),
]);

const amountAction = <const Name extends 'cpa_goal' | 'target_cpa' | 'daily_budget'>(name: Name) =>
  z.discriminatedUnion('how', [
    z.strictObject({ do: z.literal(name), ...setTo, ...optionalLimits }),
    z.strictObject({ do: z.literal(name), ...raised, ...optionalLimits }),
    z.strictObject({ do: z.literal(name), ...lowered, ...optionalLimits }),
  ]);

export const actionField = z.discriminatedUnion('do', [
  bidActionField,
  amountAction('cpa_goal'),
  amountAction('target_cpa'),
  amountAction('daily_budget'),
  z.strictObject({
    do: z.literal('status'),
    to: z.enum(['paused', 'running']),
    /** Also starts what no rule has paused. */
    any: z.boolean().default(false),
  }),
  z.strictObject({ do: z.literal('label'), add: idField.optional(), remove: idField.optional() }),
  z.strictObject({
    do: z.literal('add_keyword'),
    campaign_id: idField,
    /** Without one, a single-keyword ad group is made. */
    ad_group_id: idField.optional(),
    bid: z.union([
      z.strictObject({ value: positiveField }),
      z.strictObject({ times_cpt: positiveField, ...bidLimits }),
    ]),
    /** Whether the term is blocked where it was found. */
    negate: z.boolean().default(true),
  }),
  z.strictObject({ do: z.literal('negative'), at: z.enum(['campaign', 'ad_group']) }),
  z.strictObject({ do: z.literal('notify') }),
]);
export type RuleAction = z.infer<typeof actionField>;
