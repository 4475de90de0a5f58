import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { caller, idField } from '../request-fields.ts';

const schedules = '/api/asa/report_schedules';
export const reportSchedulePaths = {
  schedules,
  preview: `${schedules}/preview`,
  send: `${schedules}/send`,
  sends: `${schedules}/sends`,
  file: `${schedules}/file`,
  again: `${schedules}/again`,
  resend: `${schedules}/recipients/resend`,
  recipient: '/api/report_recipient',
} as const;

/** As it was entered; what does not fit is refused in the words of its field. */
const entered = z.unknown().optional();
const report = {
  name: entered.meta({ description: '1 to 100 characters.' }),
  view: entered.meta({
    description:
      '`call`: `campaigns`, `adgroups`, `keywords`, `basic_by_countries` or `all_campaigns_keywords`; `tab` or `columns`; `sort`, such as `-spend`; `filters`: `country`, `status`, `labels` (ids, `3,5`); `claim_type`; `predictions`.',
  }),
  scope: entered.meta({
    description: '`asa_organization_id`, and what the report needs of `campaign_id`, `ad_group_id`, `campaign_ids`.',
  }),
  range: entered.meta({
    description:
      '`yesterday`, `last7`, `last14`, `last30`, `last90`, `lastWeek`, `lastMonth`, `thisMonth` or `thisYear`; never the running day.',
  }),
  cadence: entered.meta({
    description:
      "`every`: `day`, `week` or `month`; `weekdays`, 1 is Monday; `day`: 1 to 28 or `last`; `time`: `HH:00` or `HH:30`; `zone`, the organization's if absent.",
  }),
  form: entered.meta({ description: '`mail_table`; `file`: `xlsx`, `csv` or `none`.' }),
  recipients: entered.meta({ description: '1 to 20 of `{account_id}` or `{email}`.' }),
  wait_hours: entered.meta({ description: 'Longest wait for complete figures, 0 to 12; 3 if absent.' }),
  if_late: entered.meta({ description: '`send` or `skip`.' }),
  if_empty: entered.meta({ description: '`send` or `skip`.' }),
  correct: entered.meta({ description: 'Whether a report that was sent incomplete is sent once more.' }),
  status: entered.meta({ description: '`active` or `paused`.' }),
};

const idParameter = z.string().max(20).optional();
const token = z.string().max(200).optional();
const sendId = z.uuid();

export const reportSchedulesQuerySchema = z.strictObject({ application_id: idParameter, token });
export const createReportScheduleBodySchema = z.strictObject({ application_id: idField, ...caller, ...report });
export const changeReportScheduleBodySchema = z.strictObject({
  application_id: idField,
  id: idField,
  ...caller,
  updates: z.strictObject(report),
});
export const deleteReportScheduleBodySchema = z.strictObject({ application_id: idField, id: idField, ...caller });
export const previewReportBodySchema = z.strictObject({
  application_id: idField,
  id: idField.optional(),
  ...caller,
  ...report,
});
export const sendReportBodySchema = z.strictObject({
  application_id: idField,
  id: idField,
  to: z.enum(['me', 'all']),
  ...caller,
});
export const reportSendsQuerySchema = z.strictObject({
  application_id: idParameter,
  id: idParameter,
  before: sendId.optional().meta({ description: 'Sends before this one.' }),
  token,
});
export const reportFileQuerySchema = z.strictObject({ application_id: idParameter, send_id: sendId, token });
export const reportAgainBodySchema = z.strictObject({ application_id: idField, send_id: sendId, ...caller });
export const resendConfirmationBodySchema = z.strictObject({
  application_id: idField,
  id: idField,
  email: z.string().max(320),
  ...caller,
});

const recipientStates = z.enum(['confirmed', 'pending', 'unsubscribed', 'bad']);
const recipientSchema = z.object({
  account_id: z.number().nullable(),
  email: z.string().nullable().meta({ description: '`null` once the person is gone.' }),
  state: recipientStates,
  cut: z.array(z.string()).meta({ description: 'Columns that the role of this person does not have.' }),
  expires_at: z.string().nullable(),
});
export type ReportRecipientRow = z.infer<typeof recipientSchema>;

const sendStates = z.enum(['waiting', 'sent', 'partly', 'skipped', 'failed']);
const scheduleSchema = z.object({
  id: z.number(),
  name: z.string(),
  view: z.object({
    call: z.enum(['campaigns', 'adgroups', 'keywords', 'basic_by_countries', 'all_campaigns_keywords']),
    level: z.string().optional(),
    tab: z.string().optional(),
    columns: z.array(z.string()).optional(),
    sort: z.string(),
    filters: z.object({ country: z.string(), status: z.string(), labels: z.string().optional() }),
    claim_type: z.enum(['click', 'view', 'total']),
    predictions: z.boolean(),
    compare: z.string().optional(),
  }),
  scope: z.object({
    asa_organization_id: z.number(),
    campaign_id: z.number().optional(),
    ad_group_id: z.number().optional(),
    campaign_ids: z.array(z.number()).optional(),
  }),
  range: z.string(),
  cadence: z.object({
    every: z.enum(['day', 'week', 'month']),
    weekdays: z.array(z.number()).optional(),
    day: z.union([z.number(), z.literal('last')]).optional(),
    time: z.string(),
    zone: z.string(),
  }),
  form: z.object({ mail_table: z.boolean(), file: z.enum(['xlsx', 'csv', 'none']) }),
  recipients: z.array(recipientSchema),
  wait_hours: z.number(),
  if_late: z.enum(['send', 'skip']),
  if_empty: z.enum(['send', 'skip']),
  correct: z.boolean(),
  status: z.enum(['active', 'paused']),
  next_at: z.string().nullable(),
  last: z.object({ send_id: z.string(), at: z.string(), state: sendStates }).nullable(),
  author: z.string().nullable().meta({ description: 'Who made it; `null` once that person has left.' }),
});
export type ReportSchedule = z.infer<typeof scheduleSchema>;

export const reportSchedulesResponseSchema = okSchema.extend({ schedules: z.array(scheduleSchema) });
export type ReportSchedulesResponse = z.infer<typeof reportSchedulesResponseSchema>;
export const createdReportScheduleResponseSchema = okSchema.extend({
  id: z.number(),
  next_at: z.string().nullable(),
  warnings: z.array(z.string()),
});
export const deletedReportScheduleResponseSchema = okSchema;

const incomplete = z.array(z.object({ source: z.string(), until: z.string().nullable() }));
export const reportPreviewResponseSchema = okSchema.extend({
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  incomplete,
});
export type ReportPreviewResponse = z.infer<typeof reportPreviewResponseSchema>;

export const sentReportResponseSchema = okSchema.extend({ send_id: z.string() });

const sendSchema = z.object({
  send_id: z.string(),
  slot: z.string(),
  at: z.string(),
  state: sendStates,
  reason: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  rows: z.number().nullable(),
  position: z.string().nullable(),
  incomplete,
  file: z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }).nullable(),
  recipients: z.array(z.object({ email: z.string().nullable(), state: z.string(), reason: z.string().nullable() })),
});
export type ReportSendRow = z.infer<typeof sendSchema>;
export const reportSendsResponseSchema = okSchema.extend({ sends: z.array(sendSchema) });
export type ReportSendsResponse = z.infer<typeof reportSendsResponseSchema>;
export const resentConfirmationResponseSchema = okSchema.extend({ recipient: recipientSchema });

export const reportRecipientQuerySchema = z.strictObject({ token: z.string().max(200) });
export const reportRecipientBodySchema = z.strictObject({ token: z.string().max(200), accept: z.boolean() });
export const reportRecipientResponseSchema = okSchema.extend({
  team: z.string(),
  author: z.string().nullable(),
  report: z.string(),
  cadence: z.string(),
  state: recipientStates,
});
export type ReportRecipientResponse = z.infer<typeof reportRecipientResponseSchema>;
export const decidedRecipientResponseSchema = okSchema.extend({ state: recipientStates });
