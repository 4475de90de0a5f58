import type { CustomRule } from '@tapwise/domain';
import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { caller, idField } from '../request-fields.ts';
import {
  customCountsSchema,
  customRunSchema,
  customVerdictSchema,
  sourceDaysSchema,
} from './custom-verdict.contract.ts';

export type { CustomRun, CustomVerdict } from './custom-verdict.contract.ts';

const automations = '/api/asa/automated_campaigns';
export const customRulePaths = {
  metrics: `${automations}/metrics`,
  templates: `${automations}/templates`,
  versions: `${automations}/versions`,
  restore: `${automations}/restore`,
  conflicts: `${automations}/conflicts`,
  release: `${automations}/release`,
} as const;

const modeSchema = z.enum(['live', 'shadow']);
const levelSchema = z.enum(['campaign', 'ad_group', 'keyword', 'search_term']);
const idParameter = z.string().max(20).optional();
const token = z.string().max(200).optional();

/** As it was entered: every fault of it is answered with its place in it. */
export const enteredRuleField = z
  .record(z.string(), z.unknown())
  .meta({ description: 'The rule: level, claim type, filters, cases, schedule, guards, priority.' });
export const enteredCampaignsField = z
  .record(z.string(), z.unknown())
  .meta({ description: 'Campaign ids by ad organization, or "all" for all of them, later ones too.' });
const nameField = z
  .union([z.string().max(400), z.null()])
  .optional()
  .meta({ description: '1 to 100 characters.' });

export const createCustomRuleBodySchema = z.strictObject({
  application_id: idField,
  ...caller,
  automation_type: z.literal('custom'),
  automation_name: nameField,
  apply_to: enteredCampaignsField.optional(),
  automation_params: enteredRuleField.optional(),
  mode: modeSchema.optional().meta({ description: '`shadow` unless asked otherwise.' }),
  status: z.enum(['active', 'paused']).optional().meta({ description: '`active` unless asked otherwise.' }),
});
export type CreateCustomRuleBody = z.infer<typeof createCustomRuleBodySchema>;
const warnings = z.array(z.string());
export const createdCustomRuleResponseSchema = okSchema.extend({ id: z.number(), version: z.number(), warnings });
export type CreatedCustomRuleResponse = z.infer<typeof createdCustomRuleResponseSchema>;

export const customRuleUpdatesSchema = z.strictObject({
  automation_name: nameField,
  apply_to: enteredCampaignsField.optional(),
  automation_params: enteredRuleField.optional(),
  status: z.enum(['active', 'paused', 'deleted']).optional(),
  receive_notifications: z.boolean().optional(),
  mode: modeSchema.optional(),
});
export type CustomRuleUpdatesBody = z.infer<typeof customRuleUpdatesSchema>;

/** A rule with every default filled in. */
const ruleSchema = z
  .custom<CustomRule>((value) => typeof value === 'object' && value !== null)
  .meta({ description: 'The rule with every default filled in.' });
const campaignsSchema = z.record(z.string(), z.union([z.array(z.number()), z.literal('all')]));

const lastRunSchema = z.object({
  run_id: z.string(),
  slot: z.string(),
  state: customRunSchema.shape.state,
  counts: customCountsSchema.nullable(),
});
export const customAutomationSchema = z.object({
  id: z.number(),
  campaign_name: z.string().meta({ description: 'Name of the automation.' }),
  type: z.literal('custom'),
  status: z.enum(['active', 'paused', 'deleted']),
  apply_to: campaignsSchema,
  automation_params: ruleSchema,
  receive_notifications: z.boolean(),
  last_updated: z.string(),
  mode: modeSchema,
  version: z.number(),
  next_run_at: z.string().nullable(),
  next_slot: z.string().nullable(),
  units: z.number().nullable().meta({ description: 'Units at its last run; null before there was one.' }),
  last_run: lastRunSchema.nullable(),
});
export type CustomAutomation = z.infer<typeof customAutomationSchema>;

export const changedCustomRuleResponseSchema = okSchema.extend({
  change_id: z.string(),
  automated_campaign: customAutomationSchema,
  version: z.number(),
  warnings,
});
export type ChangedCustomRuleResponse = z.infer<typeof changedCustomRuleResponseSchema>;

export const metricsQuerySchema = z.strictObject({ application_id: idParameter, token });
export const metricsResponseSchema = okSchema.extend({
  metrics: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      unit: z.enum(['count', 'money', 'settings_money', 'fraction', 'rank', 'hours', 'days']),
      levels: z.array(levelSchema),
      window: z.boolean().meta({ description: 'Whether it needs a time range.' }),
      today: z.boolean(),
      floor: z
        .object({ of: z.string(), value: z.number() })
        .nullable()
        .meta({ description: 'Least denominator that is judged.' }),
      grows: z.boolean(),
      predicted: z.boolean(),
      source: z.enum(['ads', 'people', 'predictions', 'search_terms', 'impression_share', 'settings']),
    }),
  ),
});
export type MetricsResponse = z.infer<typeof metricsResponseSchema>;
export type ListedMetric = MetricsResponse['metrics'][number];

/** They are the same for every application. */
export const templatesQuerySchema = z.strictObject({ application_id: idParameter, token });
export const templatesResponseSchema = okSchema.extend({
  templates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      rule: z.record(z.string(), z.unknown()).meta({ description: 'With names of params where values belong.' }),
      params: z.array(
        z.object({
          name: z.string(),
          label: z.string(),
          unit: z.enum(['money', 'fraction', 'bid', 'campaign', 'label']),
        }),
      ),
      use: z.string(),
      risk: z.string(),
    }),
  ),
});
export type TemplatesResponse = z.infer<typeof templatesResponseSchema>;
export type RuleTemplate = TemplatesResponse['templates'][number];

export const versionsQuerySchema = z.strictObject({ application_id: idParameter, id: idParameter, token });
export const versionsResponseSchema = okSchema.extend({
  versions: z.array(
    z.object({
      version: z.number(),
      at: z.string(),
      by: z.string().meta({ description: 'Name of the person.' }),
      what: z.array(z.string()).meta({ description: 'What is another than in the version before.' }),
      apply_to: campaignsSchema,
      automation_params: ruleSchema,
    }),
  ),
});
export type VersionsResponse = z.infer<typeof versionsResponseSchema>;
export type CustomRuleVersion = VersionsResponse['versions'][number];

export const restoreBodySchema = z.strictObject({
  application_id: idField,
  id: idField,
  ...caller,
  version: z.number().int().positive(),
});

export const verdictLimitField = z
  .number()
  .int()
  .min(1)
  .max(20_000)
  .optional()
  .meta({ description: 'Of `custom`: verdicts in the answer, 200 unless asked otherwise.' });
/** Past days of a rule of any type. */
export const backtestRangeFields = {
  from: z.string().max(10),
  to: z.string().max(10),
  as_it_ran: z.boolean().optional().meta({ description: 'With the version, the data and the states of each run.' }),
};
/** A draft of a rule that people write. */
export const customDryRunBodySchema = z.strictObject({
  application_id: idField,
  token,
  automation_type: z.literal('custom'),
  apply_to: enteredCampaignsField.optional(),
  automation_params: enteredRuleField.optional(),
  limit: verdictLimitField,
});

const verdictsField = z.array(customVerdictSchema);
const valueField = z.union([z.number(), z.string(), z.null()]);
export const customDryRunResponseSchema = okSchema.extend({
  as_of: z.string(),
  days: sourceDaysSchema,
  verdicts: verdictsField.meta({ description: 'Those that would be changed first.' }),
  counts: customCountsSchema,
  exposure: z.number().meta({ description: 'What the changes may cost a day, in the currency of the settings.' }),
  frozen: z
    .array(z.object({ key: z.string(), values: z.array(valueField) }))
    .meta({ description: 'Values of seven days if no figure changed, today first.' }),
  conflicts: z.array(
    z.object({
      rule: z.number(),
      name: z.string(),
      field: z.string(),
      units: z.number().meta({ description: 'Shared units.' }),
      both_now: z.number().meta({ description: 'Those that match both rules now.' }),
      text: z.string(),
    }),
  ),
  warnings,
});
export type CustomDryRunResponse = z.infer<typeof customDryRunResponseSchema>;

export const customVerdictsResponseSchema = okSchema.extend({
  run: customRunSchema.nullable(),
  verdicts: verdictsField,
});
export type CustomVerdictsResponse = z.infer<typeof customVerdictsResponseSchema>;

export const releaseBodySchema = z.strictObject({
  application_id: idField,
  id: idField,
  ...caller,
  run_id: z.uuid(),
});
export const releaseResponseSchema = okSchema.extend({ run_id: z.string(), slot: z.string() });

/** A draft of a rule that people write, on past days. */
export const customBacktestBodySchema = customDryRunBodySchema.omit({ limit: true }).extend(backtestRangeFields);
export const customBacktestResponseSchema = okSchema.extend({
  slots: z.array(
    z.object({
      slot: z.string(),
      at: z.string(),
      as_known: z.boolean(),
      days: sourceDaysSchema,
      counts: customCountsSchema,
      verdicts: verdictsField.meta({
        description: 'Units that would have been changed, are on hold or limited; the others are counted.',
      }),
    }),
  ),
  totals: customCountsSchema,
  notes: z.array(z.string()),
});
export type CustomBacktestResponse = z.infer<typeof customBacktestResponseSchema>;

const ids = z.array(z.number());
/** A unit by its key, and what people call it. */
const unitFields = { key: z.string(), name: z.string(), campaign_name: z.string() };
export const conflictsQuerySchema = z.strictObject({ application_id: idParameter, token });
export const conflictsResponseSchema = okSchema.extend({
  pairs: z.array(
    z.object({
      rules: ids,
      field: z.string(),
      units: z.number(),
      both_now: z.number(),
      changes: z.array(z.object({ ...unitFields, at: z.string(), rule: z.number(), old: valueField, new: valueField })),
    }),
  ),
  oscillating: z.array(
    z.object({ ...unitFields, field: z.string(), turns: z.number(), until: z.string(), rules: ids }),
  ),
  never_matched: z.array(z.object({ id: z.number(), since: z.string() })),
  covered: z
    .array(z.object({ id: z.number(), by: z.number() }))
    .meta({ description: 'Rules whose units are all in another one of higher priority.' }),
});
export type ConflictsResponse = z.infer<typeof conflictsResponseSchema>;
