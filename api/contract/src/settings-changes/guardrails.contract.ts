import { guardrailsShape } from '@tapwise/domain';
import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { idField } from '../request-fields.ts';

export const guardrailsPath = '/api/asa/guardrails';
export const stopAllPath = '/api/asa/stop_all';

const token = z.string().max(200).optional();

/** `scope` says what was stopped; `since` when, ISO 8601. */
const stopAllSchema = z.object({
  active: z.boolean(),
  scope: z.enum(['team', 'application']).nullable(),
  since: z.string().nullable(),
});

export const guardrailsQuerySchema = z.strictObject({ application_id: z.string().max(20).optional(), token });
export const guardrailsResponseSchema = okSchema.extend({
  guardrails: z.object(guardrailsShape).meta({ description: 'Amounts in units of the settings’ currency.' }),
  stop_all: stopAllSchema,
});

export type GuardrailsResponse = z.infer<typeof guardrailsResponseSchema>;

const {
  bid_step,
  budget_step,
  budget_day,
  rows,
  rule_units,
  rule_day,
  spend_spike,
  min_data,
  quiet_hours,
  second_person,
} = guardrailsShape;
/** What is absent stays as it is. */
export const guardrailsBodySchema = z.strictObject({
  application_id: idField,
  token,
  guardrails: z.strictObject({
    bid_step: bid_step.partial().optional(),
    budget_step: budget_step.partial().optional(),
    budget_day: budget_day.partial().optional(),
    rows: rows.partial().optional(),
    rule_units: rule_units.partial().optional(),
    rule_day: rule_day.partial().optional(),
    spend_spike: spend_spike.partial().optional(),
    min_data: min_data.partial().optional(),
    quiet_hours: quiet_hours.partial().optional(),
    second_person: second_person.partial().optional(),
  }),
});

export const stopAllBodySchema = z.strictObject({ stop: z.boolean(), application_id: idField.optional(), token });
export const stopAllResponseSchema = okSchema.extend({ stop_all: stopAllSchema });
