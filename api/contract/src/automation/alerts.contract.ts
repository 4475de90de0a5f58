import type { AlertRule } from '@tapwise/domain';
import { z } from 'zod';
import { okSchema } from '../envelope.ts';
import { caller, idField } from '../request-fields.ts';
import { enteredCampaignsField, enteredRuleField } from './custom-rule.contract.ts';

const alerts = '/api/asa/alerts';
const channels = '/api/asa/alert_channels';
export const alertPaths = {
  alerts,
  dryRun: `${alerts}/dry_run`,
  episodes: `${alerts}/episodes`,
  acknowledge: `${alerts}/acknowledge`,
  snooze: `${alerts}/snooze`,
  channels,
  channelTest: `${channels}/test`,
  notices: '/api/asa/notices',
  noticesRead: '/api/asa/notices/read',
} as const;

/** In addresses ids are texts. */
const idParameter = z.string().max(20).optional();
const token = z.string().max(200).optional();
const before = z.string().max(40).optional();
const instant = z.string().max(40);
const severity = z.enum(['high', 'normal', 'low']);
const ofApplication = { application_id: idField, ...caller };
const repeats = z.number().int().min(1).max(7);

export const alertKinds = [
  'own',
  'spend_spike',
  'tracking_gap',
  'integration',
  'no_data',
  'budget',
  'roas_falling',
  'rules',
] as const;

const alertSchema = z.object({
  id: z.number(),
  kind: z.enum(alertKinds),
  name: z.string(),
  on: z.boolean(),
  severity,
  apply_to: z
    .record(z.string(), z.union([z.array(z.number()), z.literal('all')]))
    .nullable()
    .meta({ description: 'Of a written one, as its rule.' }),
  automation_params: z
    .custom<AlertRule>((value) => typeof value === 'object' && value !== null)
    .nullable()
    .meta({ description: 'The rule with every default filled in.' }),
  settings: z
    .record(z.string(), z.number().nullable())
    .nullable()
    .meta({ description: 'Numbers of a built-in alert.' }),
  for: z.number().meta({ description: 'Evaluations in a row before it fires, and before it recovers (`clear`).' }),
  clear: z.number(),
  channels: z.array(z.string()),
  mail: z.boolean().meta({ description: 'Whether the asking person wants mails about it.' }),
  firing: z.number(),
  pending: z.number(),
  more: z.number().meta({
    description: 'Units that it is about without an incident of their own, as 1,000 others have one or are about to.',
  }),
  last_at: z.string().nullable(),
  snoozed_until: z.string().nullable(),
  version: z.number(),
});
export type Alert = z.infer<typeof alertSchema>;

export const alertsQuerySchema = z.strictObject({ application_id: idParameter, token });
export const alertsResponseSchema = okSchema.extend({ alerts: z.array(alertSchema) });
export type AlertsResponse = z.infer<typeof alertsResponseSchema>;

/** What every alert has, written or built in. */
const settingFields = {
  on: z.boolean().optional(),
  severity: severity.optional(),
  for: repeats.optional(),
  clear: repeats.optional(),
  channels: z.array(z.string().max(40)).max(20).optional(),
};
/** What a written one has; every fault of it is answered with its place in it. */
const writtenFields = {
  name: z
    .union([z.string().max(400), z.null()])
    .optional()
    .meta({ description: '1 to 100 characters.' }),
  apply_to: enteredCampaignsField.optional(),
  automation_params: enteredRuleField
    .optional()
    .meta({ description: 'A rule that only notifies; its level may be `application`, too.' }),
};
export const createAlertBodySchema = z.strictObject({ ...ofApplication, ...writtenFields, ...settingFields });
export type CreateAlertBody = z.infer<typeof createAlertBodySchema>;

export const changeAlertBodySchema = z.strictObject({
  ...ofApplication,
  id: idField,
  updates: z.strictObject({
    ...writtenFields,
    ...settingFields,
    settings: z.record(z.string().max(20), z.number().nullable()).optional(),
    mail: z.boolean().optional().meta({ description: 'The own switch of the asking person.' }),
  }),
  based_on: z.number().int().optional().meta({ description: 'The version that was seen; 409 when it is another now.' }),
});
export type ChangeAlertBody = z.infer<typeof changeAlertBodySchema>;
/** The answer to a call that writes or changes an alert. */
export const changedAlertResponseSchema = okSchema.extend({
  id: z.number(),
  version: z.number(),
  warnings: z.array(z.string()),
  alert: alertSchema,
});
export type ChangedAlertResponse = z.infer<typeof changedAlertResponseSchema>;
export const deleteAlertBodySchema = z.strictObject({ ...ofApplication, id: idField });

const messageSchema = z.object({
  channel_id: z.string(),
  kind: z.string(),
  at: z.string(),
  state: z.enum(['open', 'sent', 'failed', 'unknown']),
  error: z.string().nullable(),
});

const figure = z.number().nullable();
/** Days of a figure up to the newest, with what is usual: what the curve of an incident is drawn from. */
const seriesSchema = z
  .object({
    from: z.string().meta({ description: 'First day.' }),
    values: z.array(figure).meta({ description: 'A day each; null: no figure.' }),
    usual: figure.meta({ description: 'The middle of what is usual.' }),
    low: figure.meta({ description: 'Lowest value that is no incident.' }),
    high: figure.meta({ description: 'Highest value that is no incident.' }),
  })
  .meta({ description: 'Absent where none was kept with the incident.' });

const episodeSchema = z.object({
  id: z.string(),
  alert_id: z.number(),
  kind: z.enum(alertKinds),
  key: z.string(),
  name: z.string(),
  severity,
  state: z.enum(['pending', 'firing', 'unsteady', 'recovered']),
  since: z.string(),
  recovered_at: z.string().nullable(),
  value: z.number().nullable().meta({ description: 'Money in the organization’s currency, shares as fractions.' }),
  limit: z.number().nullable(),
  unit: z.enum(['money', 'share', 'count', 'hours']).nullable(),
  currency: z.string().nullable(),
  window: z.object({ from: z.string(), to: z.string() }).nullable(),
  text: z.string(),
  acknowledged: z.object({ by: z.number(), at: z.string(), note: z.string().nullable() }).nullable(),
  snoozed_until: z.string().nullable(),
  messages: z.array(messageSchema),
  before: z.array(z.object({ change_id: z.string().nullable(), at: z.string(), actor: z.string(), text: z.string() })),
  series: seriesSchema.optional(),
});
export type AlertEpisode = z.infer<typeof episodeSchema>;

/** A search term is a part of its key. */
const longestKey = 1100;

export const episodesQuerySchema = z.strictObject({
  application_id: idParameter,
  token,
  alert_id: idParameter,
  key: z.string().max(longestKey).optional(),
  open: z.enum(['true', 'false']).optional(),
  before: before.meta({ description: 'Id of the last incident of the page before.' }),
});
export const episodesResponseSchema = okSchema.extend({ episodes: z.array(episodeSchema) });
export type EpisodesResponse = z.infer<typeof episodesResponseSchema>;

export const acknowledgeBodySchema = z.strictObject({
  ...ofApplication,
  episode_ids: z.array(z.string().max(40)).min(1).max(200),
  note: z.string().max(500).optional().meta({ description: 'Shown to the team; no personal data.' }),
});
export const snoozeBodySchema = z.strictObject({
  ...ofApplication,
  alert_id: idField,
  key: z.string().min(1).max(longestKey).optional(),
  until: instant.nullable().meta({ description: 'At most 30 days ahead; null ends the snooze.' }),
});

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const quietSchema = z.strictObject({
  from: time,
  to: time.meta({ description: 'Over midnight if it is before `from`; the days are those of `from`.' }),
  zone: z.string().max(60),
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  high: z.boolean().meta({ description: 'Alerts of high severity wait, too.' }),
});
const channelKind = z.enum(['mail', 'slack', 'webhook']);
const channelSchema = z.object({
  id: z.string(),
  kind: channelKind,
  name: z.string(),
  address: z.string().nullable().meta({ description: 'Masked; null for mail.' }),
  account_ids: z.array(z.number()),
  quiet: quietSchema.nullable(),
  digest: z.string().nullable(),
  without_amounts: z.boolean(),
  state: z.enum(['active', 'disabled']),
  problem: z.string().nullable(),
  last_sent_at: z.string().nullable(),
});
export type AlertChannel = z.infer<typeof channelSchema>;

const channelFields = {
  name: z.string().max(400).optional().meta({ description: '1 to 100 characters.' }),
  url: z.string().max(4000).optional(),
  account_ids: z.array(idField).max(50).optional(),
  quiet: quietSchema.nullable().optional(),
  digest: z
    .string()
    .regex(/^([01]\d|2[0-3]):00$/)
    .nullable()
    .optional(),
  without_amounts: z.boolean().optional(),
};
export const channelsQuerySchema = z.strictObject({ token });
export const channelsResponseSchema = okSchema.extend({ channels: z.array(channelSchema) });
export type ChannelsResponse = z.infer<typeof channelsResponseSchema>;
export const createChannelBodySchema = z.strictObject({ ...caller, kind: channelKind, ...channelFields });
export const changeChannelBodySchema = z.strictObject({ ...caller, id: z.string().max(40), ...channelFields });
export const channelResponseSchema = okSchema.extend({
  channel: channelSchema,
  webhook_secret: z.string().optional().meta({ description: 'Only in the answer to the call that made the channel.' }),
});
export type ChannelResponse = z.infer<typeof channelResponseSchema>;
export const ofChannelBodySchema = z.strictObject({ ...caller, id: z.string().max(40) });
/** `answer`: beginning of what came back. */
export const channelTestResponseSchema = okSchema.extend({
  delivered: z.boolean(),
  http_status: z.number().nullable(),
  ms: z.number(),
  answer: z.string(),
});
export type ChannelTestResponse = z.infer<typeof channelTestResponseSchema>;

const noticeSchema = z.object({
  id: z.string(),
  at: z.string(),
  kind: z.enum(['fired', 'unsteady', 'still_firing', 'recovered', 'silent']),
  severity,
  text: z.string(),
  link: z.string(),
  read: z.boolean(),
});
export type Notice = z.infer<typeof noticeSchema>;

export const noticesQuerySchema = z.strictObject({ token, before });
export const noticesResponseSchema = okSchema.extend({ unread: z.number(), notices: z.array(noticeSchema) });
export type NoticesResponse = z.infer<typeof noticesResponseSchema>;
export const readNoticesBodySchema = z.strictObject({
  ...caller,
  ids: z.array(z.string().max(40)).max(500).optional(),
  all: z.literal(true).optional(),
});

export {
  type AlertDryRunBody,
  type AlertDryRunResponse,
  alertDryRunBodySchema,
  alertDryRunResponseSchema,
} from './alert-dry-run.contract.ts';
