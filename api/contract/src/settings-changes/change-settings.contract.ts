import { z } from 'zod';
import { amountField, base, caller, idField, idText, keywordKey, ofCampaign } from '../request-fields.ts';
import { changeActorSchema, changeFieldSchema, settingSchema } from './setting-fields.ts';

/** Paths of calls that change settings at the ad service. */
export const settingsChangePaths = {
  campaignsStatus: '/api/asa/campaigns_status',
  adGroupsStatus: '/api/asa/ad_groups_status',
  keywordsStatus: '/api/asa/keywords_status',
  campaigns: '/api/asa/campaigns',
  adGroups: '/api/asa/ad_groups',
  keywords: '/api/asa/keywords',
  campaignsBudgets: '/api/asa/campaigns_budgets',
  adGroupsBids: '/api/asa/adgroups_bids',
  keywordsBids: '/api/asa/keywords_bids',
  adGroupSearchMatch: '/api/asa/ad_group_search_match',
  undo: '/api/asa/undo',
} as const;

const idsField = z.array(idField);
const statusesField = z.record(idText, z.string().max(40));
const ofAdGroup = { ...ofCampaign, ad_group_id: idField };
const status = { status: z.string().max(40), based_on: statusesField.optional() };

export const campaignsStatusBodySchema = z.strictObject({ ...base, campaign_ids: idsField, ...status });
export const adGroupsStatusBodySchema = z.strictObject({ ...ofCampaign, ad_group_ids: idsField, ...status });
export const keywordsStatusBodySchema = z.strictObject({ ...ofAdGroup, keyword_ids: idsField, ...status });

export const deleteCampaignsBodySchema = z.strictObject({ ...base, campaign_ids: idsField });
export const deleteAdGroupsBodySchema = z.strictObject({ ...ofCampaign, ad_group_ids: idsField });
export const deleteKeywordsBodySchema = z.strictObject({ ...ofAdGroup, keyword_ids: idsField });
/** The same in the address, where proxies drop bodies; lists are joined by commas. */
const idQuery = z.string().max(20).optional();
const idsQuery = z.string().max(64_000).optional();
export const deleteQuerySchema = z.strictObject({
  application_id: idQuery,
  asa_organization_id: idQuery,
  campaign_id: idQuery,
  ad_group_id: idQuery,
  campaign_ids: idsQuery,
  ad_group_ids: idsQuery,
  keyword_ids: idsQuery,
  token: z.string().max(200).optional(),
  comment: z.string().max(500).optional(),
});

const budgets = z.strictObject({
  total: amountField.optional(),
  daily: amountField.optional(),
  target_cpa: amountField.optional().meta({ description: 'Of a campaign on Maximize Conversions.' }),
});
const bids = z.strictObject({ cpt: amountField.optional(), cpa: amountField.optional() });
export const campaignsBudgetsBodySchema = z.strictObject({
  ...base,
  budgets: z.record(idText, budgets),
  based_on: z.record(idText, budgets).optional(),
});
export const adGroupsBidsBodySchema = z.strictObject({
  ...ofCampaign,
  bids: z.record(idText, bids),
  based_on: z.record(idText, bids).optional(),
  update_keywords: z.boolean().optional().meta({ description: 'Own bids of the keywords become the same bid.' }),
});
export const keywordsBidsBodySchema = z.strictObject({
  ...base,
  new_bids: z.record(keywordKey, amountField),
  based_on: z.record(keywordKey, amountField).optional(),
});
export const searchMatchBodySchema = z.strictObject({
  ...ofAdGroup,
  search_match: z.boolean(),
  based_on: z.record(idText, z.boolean()).optional(),
});

export const objectKeyField = z.string().regex(/^[1-9]\d{0,15}(:[1-9]\d{0,15}){0,2}$/);
/** A negative takes the place of a keyword; one of the whole campaign has the ad group 0. */
const changedKeyField = z.string().regex(/^[1-9]\d{0,15}(:[1-9]\d{0,15}|:(0|[1-9]\d{0,15}):[1-9]\d{0,15})?$/);
export const undoBodySchema = z.strictObject({
  application_id: idField,
  change_id: z.uuid(),
  keys: z.array(changedKeyField).max(5000).optional().meta({ description: 'Only these objects of the change.' }),
  force_keys: z.array(changedKeyField).max(5000).optional().meta({ description: 'Set back whatever they are by now.' }),
  dry_run: z.boolean().optional().meta({ description: 'Nothing is sent; `changed` rows would be restored.' }),
  ...caller,
});

export const outcomeSchema = z.enum([
  'changed',
  'unchanged',
  'pending',
  'queued',
  'unknown',
  'conflict',
  'refused',
  'blocked',
  'skipped',
]);
const changeResultSchema = z.object({
  key: z.string().meta({ description: '`campaign`, `campaign:adgroup` or `campaign:adgroup:keyword`.' }),
  field: changeFieldSchema,
  outcome: outcomeSchema,
  old: settingSchema,
  new: settingSchema,
  message: z.string().optional(),
  note: z.string().optional(),
  based_on: settingSchema.optional().meta({ description: 'Of a conflict: what it was expected to be.' }),
  current: settingSchema.optional().meta({ description: 'Of a conflict: what was found.' }),
  changed_by: z.string().optional(),
  changed_at: z.string().nullable().optional(),
});
export type ChangeResult = z.infer<typeof changeResultSchema>;

/** Answer of every call that changes settings. Without `change_id`: nothing was or will be sent. */
export const changeResponseSchema = z.object({
  status: z.enum(['ok', 'partial', 'error']),
  error_message: z.string().optional(),
  code: z.string().optional(),
  change_id: z.string().optional(),
  settings_currency: z
    .string()
    .nullable()
    .meta({ description: 'Of labels of objects of several organizations: `null`.' }),
  results: z.array(changeResultSchema),
  counts: z.record(outcomeSchema, z.number()),
  pending: z.number().optional().meta({ description: 'Rows without an outcome yet; ask for the change again.' }),
});
export type ChangeResponse = z.infer<typeof changeResponseSchema>;

/** A change by now. */
export const changeStateResponseSchema = changeResponseSchema.extend({
  actor_kind: changeActorSchema,
  actor: z.string(),
  comment: z.string().nullable(),
  at: z.string(),
  undoes: z.string().nullable(),
  undone_by: z.string().nullable(),
  done: z.boolean(),
});
export type ChangeStateResponse = z.infer<typeof changeStateResponseSchema>;
