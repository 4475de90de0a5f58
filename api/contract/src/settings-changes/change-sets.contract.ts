import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { base, caller, idField } from '../request-fields.ts';
import { changeResponseSchema, objectKeyField, outcomeSchema } from './change-settings.contract.ts';
import { settingFieldSchema, settingSchema } from './setting-fields.ts';

export const changeSetsPath = '/api/asa/change_sets';

const name = z.string().max(200).meta({ description: 'For colleagues; 1 to 100 characters, no personal data.' });
/** As it was entered; what is no amount is refused in the words of its field. */
const wishField = z.union([z.number(), z.string().max(40), z.boolean(), z.null()]);
const rowField = z.strictObject({
  key: objectKeyField,
  field: settingFieldSchema,
  new: wishField.meta({ description: 'A status is `ENABLED`, `PAUSED` or `DELETED`; `null` clears a goal.' }),
  based_on: wishField.optional().meta({ description: 'What was shown; else what holds when the row is added.' }),
});
const rows = z.array(rowField);
const schedule = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/)
  .nullable()
  .meta({ description: 'Local time of the ad organization, `YYYY-MM-DDTHH:MM`; `null` for none.' });

export const createChangeSetBodySchema = z.strictObject({
  ...base,
  name,
  rows: rows.optional(),
  schedule: schedule.optional(),
});

export const changeSetActionSchema = z.enum(['submit', 'approve', 'reject', 'withdraw', 'apply']);
/** Either edits, or a step. */
export const changeSetBodySchema = z.strictObject({
  application_id: idField,
  id: z.uuid(),
  ...caller,
  name: name.optional(),
  schedule: schedule.optional(),
  rows: rows.optional().meta({ description: 'Added; a row of the same object and field is replaced.' }),
  remove: z.array(z.strictObject({ key: objectKeyField, field: settingFieldSchema })).optional(),
  action: changeSetActionSchema.optional(),
});

export const changeSetsQuerySchema = z.strictObject({
  application_id: z.string().max(20).optional(),
  id: z.uuid().optional().meta({ description: 'Only this one.' }),
  token: z.string().max(200).optional(),
});

const changeSetSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum([
    'draft',
    'submitted',
    'approved',
    'applying',
    'applied',
    'partly_applied',
    'rejected',
    'withdrawn',
    'expired',
  ]),
  asa_organization_id: z.number(),
  settings_currency: z.string(),
  rows: z.array(
    z.object({
      key: z.string(),
      field: settingFieldSchema,
      new: settingSchema,
      based_on: settingSchema.meta({ description: 'What held when the row was added.' }),
      outcome: outcomeSchema.nullable().meta({ description: '`null` until it is applied.' }),
      message: z.string().optional(),
      note: z.string().optional(),
    }),
  ),
  schedule: z.string().nullable(),
  not_applied: z
    .object({ schedule: z.string(), reason: z.enum(['missed', 'refused']), message: z.string() })
    .nullable()
    .meta({ description: 'Why the last schedule did not apply it.' }),
  author: z.string(),
  approver: z.string().nullable(),
  change_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
  actions: z.array(changeSetActionSchema).meta({ description: 'Steps that the caller may take now.' }),
});
export type ChangeSet = z.infer<typeof changeSetSchema>;

export const changeSetResponseSchema = okSchema.extend({ change_set: changeSetSchema });
/** Of `apply`: the answer of the change that it makes. */
export const appliedChangeSetResponseSchema = changeResponseSchema.extend({ change_set: changeSetSchema });
export const changeSetsResponseSchema = okSchema.extend({ change_sets: z.array(changeSetSchema) });
export type ChangeSetsResponse = z.infer<typeof changeSetsResponseSchema>;
