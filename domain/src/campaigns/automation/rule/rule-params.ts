import { z } from 'zod';
import { microsField } from '../../../shared/fields.ts';
import { updatesPerDay } from './rule-choices.ts';

const count = z.number().int().min(1).nullable();
const amount = microsField.min(1).nullable();

/** Params of a rule that raises bids, as they are kept: amounts in micros, percents in millionths; `null` limits nothing. */
export const ruleParamsField = z.object({
  campaign_type: z.enum(['skag', 'regular']),
  updates_per_day: z.literal(updatesPerDay),
  step_type: z.enum(['default', 'constant', 'percentage']),
  /** Micros of a constant step, millionths of a percent of a percentage; `null` for the default one. */
  step_value: z.number().int().positive().nullable(),
  impressions_cap: count,
  installs_cap: count,
  spend_cap: amount,
  cpt_cap: amount,
  cpa_cap: amount,
  /** Millionths of 1. */
  impression_share_cap: z.number().int().min(1).max(1_000_000).nullable(),
  cpt_bid_cap: amount,
});
export type RuleParams = z.infer<typeof ruleParamsField>;

export const defaultParams: RuleParams = {
  campaign_type: 'skag',
  updates_per_day: 1,
  step_type: 'default',
  step_value: null,
  impressions_cap: null,
  installs_cap: null,
  spend_cap: null,
  cpt_cap: null,
  cpa_cap: null,
  impression_share_cap: null,
  cpt_bid_cap: null,
};
