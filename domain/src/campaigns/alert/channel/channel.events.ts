import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { encryptedField, instantField } from '../../../shared/fields.ts';

const context = 'alert';
const stream = 'alertChannels-<teamId>';
const accountId = z.number().int().positive();
const subject = { team_id: z.number().int().positive(), channel_id: z.uuid() };
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const channelKinds = ['mail', 'slack', 'webhook'] as const;

/** When a channel is left in peace; `high`: alerts of high severity wait, too. */
export const quietField = z.object({
  from: time,
  to: time,
  zone: z.string().max(60),
  weekdays: z.array(z.number().int().min(1).max(7)).min(1).max(7),
  high: z.boolean(),
});

/** All of a channel that a person sets. */
const channelContentField = z.object({
  name: z.string().max(100),
  /** Of Slack and webhooks; encrypted, because who has the address may post. */
  address: encryptedField.nullable(),
  /** How it is shown. */
  masked: z.string().max(300).nullable(),
  /** Of webhooks: what they are signed with. */
  secret: encryptedField.nullable(),
  /** Of mail: members of the team. */
  account_ids: z.array(accountId).max(50),
  quiet: quietField.nullable(),
  digest: z
    .string()
    .regex(/^([01]\d|2[0-3]):00$/)
    .nullable(),
  /** Zone of the digest's hour where there are no quiet hours. */
  zone: z.string().max(60),
  without_amounts: z.boolean(),
});
export type ChannelContent = z.infer<typeof channelContentField>;

export const channelEvents = [
  defineEvent({
    type: 'AlertChannelAdded',
    context,
    stream,
    meaning: 'Alerts can be sent to another place: to members by mail, to Slack, or to a server.',
    data: {
      ...subject,
      kind: z.enum(channelKinds),
      content: channelContentField,
      added_by: accountId,
      added_at: instantField,
    },
  }),
  defineEvent({
    type: 'AlertChannelChanged',
    context,
    stream,
    meaning: 'The channel is another from here on, all of it as it is now; one that was disabled works again.',
    data: { ...subject, content: channelContentField, changed_by: accountId, changed_at: instantField },
  }),
  defineEvent({
    type: 'AlertChannelRemoved',
    context,
    stream,
    meaning: 'Nothing is sent to the channel any more.',
    data: { ...subject, removed_by: accountId, removed_at: instantField },
  }),
  defineEvent({
    type: 'AlertChannelDisabled',
    context,
    stream,
    meaning: 'The address of the channel is gone or refuses: nothing is sent there until someone sets it again.',
    data: { ...subject, problem: z.string().max(200), disabled_at: instantField },
  }),
] as const;
export type ChannelEvent = EventOf<(typeof channelEvents)[number]>;
