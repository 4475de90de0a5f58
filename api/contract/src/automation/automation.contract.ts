import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { caller, idField } from '../request-fields.ts';
import { backtestResponseSchema } from './backtest.contract.ts';
import {
  backtestRangeFields,
  changedCustomRuleResponseSchema,
  createCustomRuleBodySchema,
  createdCustomRuleResponseSchema,
  customAutomationSchema,
  customBacktestBodySchema,
  customBacktestResponseSchema,
  customDryRunBodySchema,
  customDryRunResponseSchema,
  customVerdictsResponseSchema,
  enteredCampaignsField,
  enteredRuleField,
  verdictLimitField,
} from './custom-rule.contract.ts';
import { customVerdictSchema } from './custom-verdict.contract.ts';
import { verdictSchema } from './verdict.contract.ts';

export { type BacktestResponse, backtestResponseSchema } from './backtest.contract.ts';
export type { AutomationVerdict } from './verdict.contract.ts';

const automations = '/api/asa/automated_campaigns';
export const automationPaths = {
  automations,
  run: `${automations}/run`,
  dryRun: `${automations}/dry_run`,
  backtest: `${automations}/backtest`,
  resume: `${automations}/resume`,
  verdicts: `${automations}/verdicts`,
  logs: '/api/asa/automated_campaign_logs',
  campaignGroups: '/api/asa/campaign_groups',
} as const;

const typeSchema = z.enum(['raise_bids', 'filter_skag', 'filter_discovery']);
const modeSchema = z.enum(['live', 'shadow']);
const windowSchema = z.enum(['lifetime', 'since_start', 'last_7', 'last_30']);

/** As it was entered; what is no number is refused in the words of its field. */
const entered = z.union([z.number(), z.string().max(40), z.null()]).optional();
const choice = z.union([z.string().max(40), z.null()]).optional();
const paramsField = z
  .strictObject({
    campaign_type: choice.meta({ description: '`skag` (default) or `regular`.' }),
    updates_per_day: entered.meta({ description: '1, 2, 4 or 8.' }),
    step_type: choice.meta({ description: '`default`, `constant` or `percentage`.' }),
    step_value: entered.meta({ description: 'Money for `constant`, percent for `percentage`: 10 is 10 %.' }),
    impressions_cap: entered,
    installs_cap: entered,
    impression_share_cap: entered.meta({ description: 'A fraction: above 0, at most 1.' }),
    spend_cap: entered,
    cpt_cap: entered,
    cpa_cap: entered,
    cpt_bid_cap: entered,
  })
  .meta({
    description: 'Amounts in the currency of the ad organizations. A cap that is absent or null limits nothing.',
  });
const applyToField = z
  .record(z.string().regex(/^[1-9]\d{0,15}$/), z.array(idField).max(500))
  .meta({ description: 'Campaign ids by ad organization; an empty list means none.' });

const textField = z.union([z.string().max(400), z.null()]).optional();
const windowField = windowSchema.optional().meta({ description: 'Days whose figures caps are compared with.' });
const rule = {
  automation_name: textField.meta({ description: '1 to 100 characters.' }),
  apply_to: applyToField.optional(),
  automation_params: paramsField.optional(),
  window: windowField,
};

/** In addresses ids are texts. */
const idParameter = z.string().max(20).optional();

export const automationsQuerySchema = z.strictObject({
  application_id: idParameter,
  token: z.string().max(200).optional(),
});
const createFixedBodySchema = z.strictObject({
  application_id: idField,
  ...caller,
  ...rule,
  automation_type: typeSchema.optional(),
  mode: modeSchema.optional(),
});
export type CreateFixedBody = z.infer<typeof createFixedBodySchema>;
export const createAutomationBodySchema = z.discriminatedUnion('automation_type', [
  createFixedBodySchema,
  createCustomRuleBodySchema,
]);

const state = {
  status: z.enum(['active', 'paused', 'deleted']).optional(),
  receive_notifications: z.boolean().optional().meta({ description: "The caller's own wish." }),
  mode: modeSchema.optional(),
};
/** What of a rule of a fixed type may be another. */
export const fixedUpdatesSchema = z.strictObject({ ...rule, ...state });
export type FixedUpdates = z.infer<typeof fixedUpdatesSchema>;
/** Of any type; which fields the rule has is read from its id. */
export const changeAutomationBodySchema = z.strictObject({
  application_id: idField,
  id: idField,
  ...caller,
  based_on: z
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'Of `custom`: the version that was edited; a conflict where there is a newer one.' }),
  updates: z.strictObject({
    ...rule,
    ...state,
    apply_to: z.union([applyToField, enteredCampaignsField]).optional(),
    automation_params: z.union([paramsField, enteredRuleField]).optional(),
  }),
});

/** Amounts are numbers; what is not set is absent. */
const displayedParamsSchema = z.object({
  campaign_type: z.enum(['skag', 'regular']).optional(),
  updates_per_day: z.number().optional(),
  step_type: z.enum(['default', 'constant', 'percentage']).optional(),
  step_value: z.number().optional(),
  impressions_cap: z.number().optional(),
  installs_cap: z.number().optional(),
  impression_share_cap: z.number().optional(),
  spend_cap: z.number().optional(),
  cpt_cap: z.number().optional(),
  cpa_cap: z.number().optional(),
  cpt_bid_cap: z.number().optional(),
});
const automationSchema = z.object({
  id: z.number(),
  campaign_name: z.string().meta({ description: 'Name of the automation.' }),
  type: typeSchema,
  status: z.enum(['active', 'paused', 'deleted']),
  apply_to: z.record(z.string(), z.array(z.number())),
  automation_params: displayedParamsSchema,
  receive_notifications: z.boolean(),
  last_updated: z.string(),
  mode: modeSchema,
  window: windowSchema,
  version: z.number(),
  next_run_at: z.string().nullable(),
  next_slot: z.string().nullable(),
});
export type Automation = z.infer<typeof automationSchema>;

export const automationsResponseSchema = okSchema.extend({
  automated_campaigns: z.array(z.discriminatedUnion('type', [automationSchema, customAutomationSchema])),
});
export type AutomationsResponse = z.infer<typeof automationsResponseSchema>;
export const createdAutomationResponseSchema = z.union([
  createdCustomRuleResponseSchema,
  okSchema.extend({ id: z.number(), warning: z.string().optional() }),
]);
export const changedAutomationResponseSchema = z.union([
  changedCustomRuleResponseSchema,
  okSchema.extend({
    change_id: z.string(),
    automated_campaign: automationSchema,
    warning: z.string().optional(),
  }),
]);

export const campaignGroupsResponseSchema = okSchema.extend({
  campaign_groups: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      campaigns: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  ),
});
export type CampaignGroupsResponse = z.infer<typeof campaignGroupsResponseSchema>;

export const runAutomationBodySchema = z.strictObject({ application_id: idField, id: idField, ...caller });
export const runAutomationResponseSchema = okSchema.extend({ run_id: z.string(), slot: z.string() });

/** A rule of any type, or a draft of one of a fixed type. */
const ruleOrDraft = {
  application_id: idField,
  token: z.string().max(200).optional(),
  id: idField.optional(),
  automation_type: typeSchema.optional(),
  apply_to: applyToField.optional(),
  automation_params: paramsField.optional(),
  window: windowField,
};
export const dryRunBodySchema = z.strictObject({ ...ruleOrDraft, limit: verdictLimitField });
export const anyDryRunBodySchema = z.discriminatedUnion('automation_type', [dryRunBodySchema, customDryRunBodySchema]);
export const backtestBodySchema = z.strictObject({ ...ruleOrDraft, ...backtestRangeFields });
export const anyBacktestBodySchema = z.discriminatedUnion('automation_type', [
  backtestBodySchema,
  customBacktestBodySchema,
]);

const countsSchema = z.record(z.string(), z.number()).meta({ description: 'Units by verdict.' });
export const dryRunResponseSchema = okSchema.extend({
  as_of: z.string(),
  verdicts: z.array(verdictSchema),
  counts: countsSchema,
});
/** Of a rule of any type. */
export const anyDryRunResponseSchema = z.union([customDryRunResponseSchema, dryRunResponseSchema]);
export type DryRunResponse = z.infer<typeof dryRunResponseSchema>;
/** Of a rule of any type. */
export const anyBacktestResponseSchema = z.union([customBacktestResponseSchema, backtestResponseSchema]);

export const verdictsQuerySchema = z.strictObject({
  application_id: idParameter,
  id: idParameter,
  run_id: z.uuid().optional().meta({ description: 'The newest run if absent.' }),
  key: z
    .string()
    .max(400)
    .regex(/^[1-9]\d{0,15}((:[1-9]\d{0,15}){0,2}|:[1-9]\d{0,15}:0|:[1-9]\d{0,15}:t:.+)$/)
    .optional()
    .meta({
      description:
        'Only this keyword; of filters its last part is 0 where Search Match chose the term; of `custom` any unit.',
    }),
  verdict: customVerdictSchema.shape.verdict.optional().meta({ description: 'Of `custom`: only these.' }),
  before: z.uuid().optional().meta({ description: 'Of `custom`: `decision_id` of the last verdict seen.' }),
  token: z.string().max(200).optional(),
});
const runSchema = z.object({
  run_id: z.string(),
  slot: z.string(),
  state: z.enum(['running', 'done', 'missed', 'stopped', 'no_fresh_data']),
  version: z.number(),
  as_of: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  change_id: z.string().nullable(),
  message: z.string().nullable(),
});
export const verdictsResponseSchema = okSchema.extend({ run: runSchema.nullable(), verdicts: z.array(verdictSchema) });
/** Of a rule of any type. */
export const anyVerdictsResponseSchema = z.union([customVerdictsResponseSchema, verdictsResponseSchema]);
export type VerdictsResponse = z.infer<typeof verdictsResponseSchema>;

export const resumeBodySchema = z.strictObject({
  application_id: idField,
  id: idField,
  ...caller,
  keys: z
    .array(
      z
        .string()
        .max(400)
        .regex(/^[1-9]\d{0,15}((:[1-9]\d{0,15}){0,2}|:[1-9]\d{0,15}:t:.+)$/),
    )
    .min(1)
    .max(5000)
    .meta({ description: 'Of keywords; of `custom` of its units.' }),
});

export const resumeResponseSchema = okSchema.extend({ resumed: z.number() });

export const automationLogsQuerySchema = z.strictObject({
  application_id: idParameter,
  id: idParameter,
  before: z.string().max(40).optional().meta({ description: '`date` of the last row seen.' }),
  token: z.string().max(200).optional(),
});
const logRowSchema = z.object({
  date: z.string(),
  asaOrganizationName: z.string(),
  campaignName: z.string(),
  message: z.string(),
  run_id: z.string(),
  key: z.string().nullable(),
  decision_id: z.string().nullable(),
});
export type AutomationLogRow = z.infer<typeof logRowSchema>;
export const automationLogsResponseSchema = okSchema.extend({ logs: z.array(logRowSchema) });
