import { z } from 'zod';
import { defineEvent, type EventOf } from '../../../shared/define-event.ts';
import { instantField } from '../../../shared/fields.ts';

const context = 'alert';
const stream = 'alertMessages-<channelId>';

/** What a message to a customer's server is, so that each event can be read alone. */
const deliveryField = {
  channel_id: z.uuid(),
  team_id: z.number().int().positive(),
  message_id: z.uuid(),
  /** Whose incidents the message names; it is listed in each of them. */
  application_ids: z.array(z.number().int().positive()).min(1),
  /** The address as it is shown. */
  url: z.string(),
  event: z.enum(['alert.fired', 'alert.recovered', 'alert.digest']),
  /** Among the messages of the channel, from 1 without a gap. */
  sequence: z.number().int().positive(),
  event_at: instantField,
  created_at: instantField,
};

/** What is posted, at each attempt. */
const bodyField = { body: z.string().max(200_000) };

export const alertDeliveryEvents = [
  defineEvent({
    type: 'AlertWebhookFrozen',
    context,
    stream,
    meaning:
      "The bytes of a message to a customer's server and its place in the sequence of the channel are final; its first attempt follows.",
    data: { ...deliveryField, ...bodyField },
  }),
  defineEvent({
    type: 'AlertWebhookAttempted',
    context,
    stream,
    meaning: "A message was posted to a customer's server: what that answered, and when it is posted again.",
    data: {
      ...deliveryField,
      at: instantField,
      status: z.number().int().nullable(),
      ms: z.number().int().nonnegative(),
      error: z.enum(['forbidden_address', 'timeout', 'connection_failed']).nullable(),
      /** Beginning of the answer. */
      answer: z.string().max(4096),
      state: z.enum(['pending', 'delivered', 'failed']),
      next_attempt_at: instantField.nullable(),
    },
  }),
  defineEvent({
    type: 'AlertWebhookNotSent',
    context,
    stream,
    meaning:
      'A message is not posted, or not again: its incident is over or snoozed by now, or its channel has no address, was disabled or removed.',
    data: { ...deliveryField, reason: z.enum(['over', 'no_address', 'removed', 'disabled']), at: instantField },
  }),
  defineEvent({
    type: 'AlertWebhookReplayRequested',
    context,
    stream,
    meaning: 'Someone wants a message posted again, with the same id, sequence and bytes.',
    data: {
      ...deliveryField,
      ...bodyField,
      account_id: z.number().int().positive(),
      requested_at: instantField,
    },
  }),
] as const;
export const alertDeliveryTypes = alertDeliveryEvents.map(({ type }) => type);
export type AlertDeliveryEvent = EventOf<(typeof alertDeliveryEvents)[number]>;

type EventData<Type extends AlertDeliveryEvent['type']> = Extract<AlertDeliveryEvent, { type: Type }>['data'];
/** A message to a customer's server with what is posted. */
export type FrozenAlert = EventData<'AlertWebhookFrozen'>;
/** How an attempt to post it went. */
export type AlertAttempt = Pick<EventData<'AlertWebhookAttempted'>, 'at' | 'status' | 'ms' | 'error' | 'answer'>;
