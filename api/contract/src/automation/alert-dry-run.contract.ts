import { z } from 'zod';
import { idField } from '../request-fields.ts';
import {
  customDryRunResponseSchema,
  enteredCampaignsField,
  enteredRuleField,
  verdictLimitField,
} from './custom-rule.contract.ts';

const repeats = z.number().int().min(1).max(7).optional();

/** A draft of an alert. */
export const alertDryRunBodySchema = z.strictObject({
  application_id: idField,
  token: z.string().max(200).optional(),
  apply_to: enteredCampaignsField.optional(),
  automation_params: enteredRuleField.optional(),
  for: repeats,
  clear: repeats,
  limit: verdictLimitField,
});
export type AlertDryRunBody = z.infer<typeof alertDryRunBodySchema>;

export const alertDryRunResponseSchema = customDryRunResponseSchema.extend({
  episodes: z
    .array(
      z.object({
        key: z.string(),
        name: z.string(),
        from: z.string(),
        to: z.string().nullable().meta({ description: 'Null: not over now.' }),
      }),
    )
    .meta({
      description:
        'Incidents that there would have been in the last 30 days, newest first; at most 200, and a warning says of how many.',
    }),
});
export type AlertDryRunResponse = z.infer<typeof alertDryRunResponseSchema>;
