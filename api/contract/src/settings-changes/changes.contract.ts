import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { pastInstantField } from '../reports/past-view.contract.ts';
import { changeActorSchema, changeFieldSchema, settingSchema } from './setting-fields.ts';

export const changesPath = '/api/asa/changes';

const levelSchema = z.enum(['campaign', 'ad_group', 'keyword']);
export type ChangeKind = z.infer<typeof changeFieldSchema>;

/** `apple`: seen in a pull, not of this product. */
const actorKindSchema = z.enum([...changeActorSchema.options, 'apple']);

/** Days are those of the ad organization; both ends are in. */
export const changesQuerySchema = z.strictObject({
  change_id: z.uuid().optional().meta({ description: 'Only this change: what its call would be answered by now.' }),
  application_id: z.string().max(20).optional(),
  as_of: pastInstantField,
  asa_organization_id: z.string().max(20).optional(),
  campaign_id: z.string().max(20).optional().meta({ description: 'Only this campaign and what is in it.' }),
  ad_group_id: z.string().max(20).optional().meta({ description: 'Only this ad group and what is in it.' }),
  level: levelSchema.optional().meta({ description: 'Only objects of this level.' }),
  key: z
    .string()
    .regex(/^[1-9]\d{0,15}(:(0|[1-9]\d{0,15})(:[1-9]\d{0,15})?)?$/)
    .optional()
    .meta({ description: 'Only this object: `campaign`, `campaign:adgroup` or `campaign:adgroup:keyword`.' }),
  actor_kind: actorKindSchema.optional().meta({ description: 'Only changes of such actors.' }),
  field: changeFieldSchema.optional().meta({ description: 'Only this setting.' }),
  format: z
    .enum(['json', 'csv'])
    .optional()
    .meta({ description: 'json (default), or csv: every row of the range as a file, those of creations included.' }),
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
  token: z.string().max(200).optional(),
});

const changeSchema = z.object({
  id: z.string().meta({ description: 'The same for the same change in every answer.' }),
  at: z.string().meta({ description: 'When it happened as far as can be known, ISO 8601.' }),
  seen_at: z.string().meta({ description: 'When a pull showed it; never earlier.' }),
  day: z.string().meta({ description: 'Day of `at` in the zone of the ad organization.' }),
  actor_kind: actorKindSchema,
  actor: z.string().meta({ description: 'Who, as colleagues call them.' }),
  outside: z.enum(['person', 'api', 'apple', 'tapwise']).nullable().meta({
    description:
      'Of `apple`: who it was by the change history of the ad service: a person there, another program, Apple, or a call of this product. `null` where it does not say.',
  }),
  change_id: z.string().nullable().meta({ description: 'Of a change made here; `null` for what a pull showed.' }),
  undoes: z.string().nullable().meta({ description: 'Of an undo: the change it takes back.' }),
  undone_by: z.string().nullable().meta({ description: 'The newest change that takes rows of this one back.' }),
  outcome: z.enum(['changed', 'unchanged', 'refused', 'conflict', 'skipped', 'unknown', 'blocked']),
  reason: z.string().nullable().meta({ description: 'Comment of the person, or sentence of the rule.' }),
  message: z.string().nullable().meta({ description: 'Why it was not made, in the words of Apple Ads.' }),
  level: levelSchema,
  campaign_id: z.number(),
  ad_group_id: z.number().nullable(),
  keyword_id: z.number().nullable(),
  name: z.string(),
  campaign_name: z.string(),
  ad_group_name: z.string().nullable(),
  field: changeFieldSchema.meta({ description: 'The setting, by the name of its column.' }),
  old: settingSchema,
  new: settingSchema.meta({
    description: 'Of a keyword and a negative keyword its text, of a label its name, or `null` where it was removed.',
  }),
  alike: z.number().int().positive().meta({
    description:
      'Rows of the change in the range with this setting and outcome; of a creation at most 50 of them are listed.',
  }),
});
export type Change = z.infer<typeof changeSchema>;

/** Newest first. */
export const changesResponseSchema = okSchema.extend({
  changes: z.array(changeSchema),
  fields: z.array(changeFieldSchema).meta({ description: 'Settings whose changes the caller may see.' }),
  more: z.boolean().meta({ description: 'Older changes of the range are left out.' }),
  settings_currency: z.string(),
});
export type ChangesResponse = z.infer<typeof changesResponseSchema>;
